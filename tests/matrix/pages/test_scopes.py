"""The response of each API operation to programs. With the needed scope, each program gets the same as its owner's
browser. With any other single scope, or none, those with most rights are refused."""

import pytest
from django.core.cache import cache
from django.urls import resolve

from games.api.scopes import scope_of
from games.platform.hooks import SCOPES
from tests.matrix.addresses import addresses, filled
from tests.matrix.table import rows
from tests.matrix.world import PEOPLE, World

pytestmark = pytest.mark.django_db

NOTHING = "games:api:nothing"
"""A path below the API that does not exist."""
OPERATIONS = [
    (name, method)
    for (name, method), answers in sorted(rows().items())
    if name.startswith(("games:api:", "classrooms:api-")) and answers[-1] != "405" and name != NOTHING
]
MAY_MOST = ("anonymous", "student", "instructor")


def scope_for(site: World, name: str, method: str) -> str:
    """The scope that a URL needs, or "" if it is no view of the API."""
    view = getattr(resolve(filled(addresses()[name], site.general)).func, "view_class", None)
    return scope_of(view, method) if view else ""


def test_all_scopes_are_needed_by_something(site):
    assert {scope_for(site, *place) for place in OPERATIONS} == {*SCOPES, ""}


@pytest.mark.parametrize("scope", [*SCOPES, ""], ids=lambda scope: scope or "none")
def test_a_program_gets_what_its_owners_browser_gets_where_it_has_the_scope_and_nothing_else(site, scope):
    cache.clear()  # limits on requests are not the matter here
    programs = site.with_scopes(*([scope] if scope else []))
    got, expected = {}, {}
    for name, method in OPERATIONS:
        needed, known = scope_for(site, name, method), rows()[name, method]
        is_refused = needed not in ("", scope)
        people = MAY_MOST if is_refused else PEOPLE
        answers = programs.answers(name, addresses()[name], method, people)
        browsers = dict(zip(PEOPLE, known, strict=True))
        for who, answer in zip(people, answers, strict=True):
            got[name, method, who] = answer
            expected[name, method, who] = "403" if is_refused and who != "anonymous" else browsers[who]

    assert {place: answer for place, answer in got.items() if answer != expected[place]} == {}
    assert {place[:2] for place in got} == set(OPERATIONS)
