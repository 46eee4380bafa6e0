"""The error message of an unreadable input shows the expected format (WCAG 3.3.3, RGAA 11.11)."""

import importlib
import pkgutil
from collections.abc import Iterator

import pytest
from django import forms
from django.core.exceptions import ValidationError

import classrooms
import games

EXAMPLE = {forms.EmailField: "lea@example.org", forms.DateTimeField: "2026-11-30 14:30"}
SAID = ("whole number", "greater than or equal to", "less than or equal to", "Type ")


def all_forms(kind: type = forms.BaseForm) -> Iterator[type[forms.BaseForm]]:
    for package in (classrooms, games):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if "form" in module.name or module.name.endswith((".away", ".pace", ".seats", ".join", ".start")):
                importlib.import_module(module.name)
    waiting = [kind]
    while waiting:
        for found in waiting.pop().__subclasses__():
            waiting.append(found)
            if found.__module__.startswith(("classrooms.", "games.")) and ".admin" not in found.__module__:
                yield found


def fields() -> dict[str, forms.Field]:
    """Fields with a required format, except those whose messages are set when the form is created."""
    return {
        f"{form.__module__}.{form.__qualname__}.{name}": field
        for form in all_forms()
        for name, field in form.base_fields.items()
        if isinstance(field, (*EXAMPLE, forms.IntegerField)) and form.__name__ not in ("AccountForm", "TimesForm")
    }


@pytest.mark.parametrize("name", sorted(fields()))
def test_a_field_says_how_it_is_written(name):
    field = fields()[name]

    with pytest.raises(ValidationError) as refused:
        field.clean("x y")

    wanted = next((said for kind, said in EXAMPLE.items() if isinstance(field, kind)), "")
    said = " ".join(refused.value.messages)
    assert wanted in said if wanted else any(each in said for each in SAID)


def test_those_of_the_account_and_of_an_absence_do_so_too():
    from zoneinfo import ZoneInfo

    from classrooms.people.accounts.forms import AccountForm
    from games.web.away import TimesForm

    assert "lea@example.org" in str(AccountForm({"email": "lea"}).errors["email"])
    assert "2026-11-30 14:30" in str(TimesForm({"ends_at": "soon"}, zone=ZoneInfo("UTC")).errors["ends_at"])
