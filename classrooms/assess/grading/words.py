"""The facts of a mark in words for staff, in the current language. `student_words` has the texts for students."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from classrooms.assess.grading import criteria
from classrooms.assess.grading.criterion import Facts, Nothing, Params
from classrooms.assess.grading.points import percent
from classrooms.models import RubricLine


@dataclass(frozen=True)
class Source:
    """A page of the match with the source of facts."""

    words: str
    url: str


@dataclass(frozen=True)
class Account:
    """A mark explained: the rule of its line, its facts, and links to their sources."""

    rule: str
    sentences: tuple[str, ...]
    sources: tuple[Source, ...]


def account(kind: str, params: Params, facts: Mapping[str, Any]) -> Account:
    """The stored facts of a mark in words. If there are none, the text is the reason."""
    criterion, found = criteria.of(kind), criteria.read(kind, facts)
    if found is None:
        return Account(rule(kind, params), (_("Not computed yet."),), ())
    if isinstance(found, Nothing):
        return Account(rule(kind, params), (str(criterion.reason(found.why).staff),), ())
    sentences = (*criterion.staff_sentences(params, found), *_part(found))
    sources = tuple(_sources(found, is_analysed=criterion.needs_analysis))
    return Account(criterion.staff_rule(params, found), sentences, sources)


def rule(kind: str, params: Params) -> str:
    """The rule by which the points of a line are computed."""
    return criteria.of(kind).staff_rule(params)


def nothing_words(when_nothing: str) -> str:
    """The effect of a line on which there is nothing to judge."""
    if when_nothing == RubricLine.Nothing.ZERO:
        return _("Nothing to judge counts as zero, where the student left nothing.")
    return _("If there is nothing to judge, this line is left out and the others carry its weight.")


def _part(facts: Facts) -> Iterator[str]:
    """The part of its weight with which a line counts, in numbers, if it is not all or nothing."""
    if 0 < facts.judged < 1:
        parts = [part for part in facts.parts if part.of]
        yield _("Own decisions: %(own)d of %(of)d of the seat. The line counts with %(share)s of its weight.") % {
            "own": sum(part.own for part in parts),
            "of": sum(part.of for part in parts),
            "share": percent(facts.judged),
        }


def _sources(facts: Facts, *, is_analysed: bool) -> Iterator[Source]:
    """Links to each match in the facts: its table, its moves one by one, its analysis if any, and its debrief."""
    for match_id, team in dict.fromkeys((each.match, each.team) for each in facts.cited):
        yield Source(_("%(team)s: the table") % {"team": team}, reverse("games:match", args=[match_id]))
        yield Source(_("%(team)s: the moves") % {"team": team}, reverse("games:replay", args=[match_id]))
        if is_analysed:
            yield Source(_("%(team)s: the analysis") % {"team": team}, reverse("classrooms:analysis", args=[match_id]))
        yield Source(_("%(team)s: the debrief") % {"team": team}, reverse("classrooms:debrief", args=[match_id]))
