"""Refusals: each has a code, a status and words, and every place that raises one gives what its words show."""

import ast
import importlib
import re
import sys
from collections.abc import Iterator

import pytest
from django.utils import translation
from django.utils.translation import ngettext_lazy

from domego_site.paths import BASE_DIR
from games.platform.errors import BadRequest, ServiceError, refusal

SHOWN = re.compile(r"%\((\w+)\)")
"""A parameter in the words of a refusal."""


def test_a_refusal_has_its_code_its_status_and_its_words():
    full = refusal("full", "Only %(free)d seats are free.", status=429)

    assert (full.code, full.status, str(full(free=2))) == ("full", 429, "Only 2 seats are free.")
    assert full(free=2).params == {"free": 2}


def test_a_refusal_below_another_one_is_caught_as_that_one_and_has_its_status():
    later = refusal("later", "Come again.", status=429)
    busy = later.refusal("busy", "Too many people.")

    with pytest.raises(later, match=r"Too many people\."):
        raise busy
    assert (busy.status, refusal("no", "No.").status) == (429, ServiceError.status)


def test_a_refusal_without_words_shows_its_reason():
    assert str(refusal("unfit", status=422)(reason="100 % of the names are empty.")) == "100 % of the names are empty."


def test_words_follow_the_language_and_the_number():
    lost = refusal("lost", ngettext_lazy("%(count)d mark", "%(count)d marks", "count"))

    assert [str(lost(count=number)) for number in (1, 2)] == ["1 mark", "2 marks"]
    with translation.override("fr"):
        assert str(BadRequest(field="a", reason="b")) == "a\N{NO-BREAK SPACE}: b"


def calls() -> Iterator[tuple[str, type[ServiceError], set[str]]]:
    """Each place that makes a refusal with named parameters only: the place, the class and the parameters."""
    for folder in ("games", "classrooms"):
        for path in (BASE_DIR / folder).rglob("*.py"):
            source = path.read_text(encoding="utf-8")
            if "raise" not in source or "migrations" in path.parts:
                continue
            name = ".".join(path.relative_to(BASE_DIR).with_suffix("").parts).removesuffix(".__init__")
            for node in ast.walk(ast.parse(source)):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.args:
                    kind = vars(sys.modules.get(name) or importlib.import_module(name)).get(node.func.id)
                    given = {keyword.arg for keyword in node.keywords}
                    if isinstance(kind, type) and issubclass(kind, ServiceError) and None not in given:
                        yield f"{name}:{node.lineno}", kind, {str(word) for word in given}


def test_each_refusal_is_given_what_its_words_show():
    found = list(calls())
    missing = [
        f"{place}: {kind.code} lacks {sorted(lacking)}"
        for place, kind, given in found
        if (lacking := set(SHOWN.findall(str(kind.message))) - given)
    ]

    assert len(found) > 200
    assert missing == []
