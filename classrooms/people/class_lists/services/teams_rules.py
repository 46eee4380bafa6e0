"""Rules for teams by names, a line each: who is together, who is apart, and who would like to be with whom."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from django.utils.translation import gettext as _

from classrooms.people.class_lists.namesakes import name_key
from games.public.base import refusal

MOST_WISHES: Final = 3
"""Wishes of a person that count: the first ones."""
LONGEST: Final = 8_000
"""Signs of all rules."""

BadRule = refusal("bad_rule", status=422)
"""A line that cannot be read; `reason` names the line and its fault."""

Names = Mapping[tuple[str, ...], Sequence[int]]
"""People by the keys of their names."""


@dataclass(frozen=True)
class TeamRules:
    """Pairs who are together or apart, and the people with whom each person would like to be."""

    together: tuple[tuple[int, int], ...] = ()
    apart: tuple[tuple[int, int], ...] = ()
    wishes: Mapping[int, tuple[int, ...]] = field(default_factory=dict)


def names_of(people: Iterable[tuple[int, Iterable[str]]]) -> Names:
    """The keys of the names, addresses and numbers by which each person may be called."""
    found: dict[tuple[str, ...], list[int]] = {}
    for person, names in people:
        for key in {name_key(name) for name in names if name.strip()}:
            found.setdefault(key, []).append(person)
    return found


def rules_read(text: str, names: Names) -> TeamRules:
    """The rules of a text. `A + B` are together, `A / B` apart, `A: B, C` are wishes of A; empty lines are passed over.
    Raises BadRule for a line without a sign, an unknown name, a name of several people, and a pair that is to be both
    together and apart.
    """
    together: list[tuple[int, int]] = []
    apart: list[tuple[int, int]] = []
    wishes: dict[int, tuple[int, ...]] = {}
    for number, line in enumerate(text[:LONGEST].splitlines(), 1):
        if not line.strip():
            continue
        if ":" in line:
            first, _colon, rest = line.partition(":")
            person = _person(first, names, number)
            wished = [_person(name, names, number) for name in rest.split(",") if name.strip()]
            wishes[person] = tuple(dict.fromkeys(each for each in wished if each != person))[:MOST_WISHES]
            continue
        sign = next((sign for sign in "+/" if sign in line), "")
        if not sign:
            raise BadRule(reason=_("Line %(number)d has no + , / or : between names.") % {"number": number})
        group = [_person(name, names, number) for name in line.split(sign)]
        pairs = [(one, other) for place, one in enumerate(group) for other in group[place + 1 :] if one != other]
        (together if sign == "+" else apart).extend((min(pair), max(pair)) for pair in pairs)
    if set(together) & set(apart):
        raise BadRule(reason=_("The same two people are to be together and apart."))
    return TeamRules(tuple(dict.fromkeys(together)), tuple(dict.fromkeys(apart)), wishes)


def _person(name: str, names: Names, line: int) -> int:
    """The person with a name. Raises BadRule."""
    asked = " ".join(name.split())
    found = names.get(name_key(asked), ()) if asked else ()
    words = {"line": line, "name": asked[:60]}
    if not found:
        raise BadRule(reason=_("Line %(line)d: nobody in the class is called “%(name)s”.") % words)
    if len(set(found)) > 1:
        raise BadRule(reason=_("Line %(line)d: several people are called “%(name)s”. Write their address.") % words)
    return found[0]
