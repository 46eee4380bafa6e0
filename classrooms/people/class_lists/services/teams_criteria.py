"""Criteria of teams: mixed by level and language, rules by names, earlier team mates apart."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import mean
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classrooms.models import Course, Enrolment, User
from classrooms.people.class_lists.earlier_marks import earlier_marks
from classrooms.people.class_lists.services.teams_balance import Pairs, meetings, pairs_of, spread, weighed
from classrooms.people.class_lists.services.teams_rules import Names, TeamRules, names_of
from games.ui.analysis import decimal
from games.ui.languages import called

Teams = Sequence[Sequence[int]]

RULE: Final = 500_000
WISH: Final = 3_000
MET_BEFORE: Final = 2_000
LEVEL: Final = 1
LANGUAGE: Final = 2
"""Weights: of a pair that is to be together or apart, of a wish, of an earlier meeting, and of the spread of marks and
of each language, whose pairs are in thousandths of the variance.
"""


@dataclass(frozen=True)
class Class:
    """A class before it is divided: the people, earlier pairs, and what is known of each for the wanted criteria."""

    people: frozenset[int]
    earlier: Pairs
    marks: Mapping[int, float]
    languages: Mapping[int, str]
    rules: TeamRules
    apart: bool

    @property
    def has_criteria(self) -> bool:
        """Is there more than earlier team mates?"""
        rules = self.rules
        return bool(self.marks or self.languages or rules.together or rules.apart or rules.wishes)

    def pairs(self) -> dict[int, dict[int, int]]:
        """All criteria as weights of pairs."""
        inside = TeamRules(_within(self.rules.together, self.people), _within(self.rules.apart, self.people))
        wished = [(one, other) for one, others in self.rules.wishes.items() for other in others]
        parts: list[tuple[int, Pairs]] = [
            (-RULE, pairs_of(inside.together)),
            (RULE, pairs_of(inside.apart)),
            (-WISH, pairs_of(_within(wished, self.people))),
            (LEVEL, spread(_whole(self.marks, self.people))),
        ]
        if self.apart:
            parts.append((MET_BEFORE, self.earlier))
        for language in sorted(set(self.languages.values())):
            speakers = {person: float(self.languages.get(person) == language) for person in self.people}
            parts.append((LANGUAGE, spread(speakers)))
        return weighed(*parts)


def _within(pairs: Iterable[tuple[int, int]], people: frozenset[int]) -> tuple[tuple[int, int], ...]:
    return tuple(pair for pair in pairs if set(pair) <= people)


def _whole(marks: Mapping[int, float], people: frozenset[int]) -> dict[int, float]:
    """A mark for each person; the mean for those without one, so that they count for neither side."""
    own = {person: mark for person, mark in marks.items() if person in people}
    usual = mean(own.values()) if own else 0.0
    return {person: own.get(person, usual) for person in people}


def students_named(course: Course) -> Names:
    """The present students by the names, addresses and numbers that rules may call them by."""
    rows = Enrolment.objects.filter(course=course, role=Enrolment.Role.STUDENT, left_at__isnull=True)
    return names_of(
        (row.user_id, (row.user.get_full_name(), row.user.username, row.user.email, row.student_number))
        for row in rows.select_related("user")
    )


def marks_in(course: Course, people: Iterable[int]) -> dict[int, float]:
    """Earlier marks in the course."""
    return earlier_marks(course.pk, people)


def languages_of(people: Iterable[int]) -> dict[int, str]:
    """The language of each person's pages."""
    return dict(User.objects.filter(pk__in=list(people)).values_list("pk", "language"))


def criteria_met(known: Class, teams: Teams) -> list[str]:
    """Sentences on the extent to which each criterion was met."""
    home = {person: place for place, team in enumerate(teams) for person in team}
    return [
        *_rules_met(known.rules, home),
        *_marks_met(known.marks, teams),
        *_languages_met(known.languages, teams),
        _earlier_met(known, teams),
    ]


def _rules_met(rules: TeamRules, home: Mapping[int, int]) -> list[str]:
    found = []
    for pairs, wanted, words in (
        (rules.together, True, _("Together: %(met)d of %(number)d pairs.")),
        (rules.apart, False, _("Apart: %(met)d of %(number)d pairs.")),
    ):
        here = [pair for pair in pairs if set(pair) <= home.keys()]
        if here:
            met = sum((home[one] == home[other]) == wanted for one, other in here)
            found.append(words % {"met": met, "number": len(here)})
    wishes = {one: [each for each in others if each in home] for one, others in rules.wishes.items() if one in home}
    asked = {one: others for one, others in wishes.items() if others}
    if asked:
        met = sum(any(home[other] == home[one] for other in others) for one, others in asked.items())
        text = _("With at least one person of their wishes: %(met)d of %(number)d.")
        found.append(text % {"met": met, "number": len(asked)})
    return found


def _marks_met(marks: Mapping[int, float], teams: Teams) -> list[str]:
    """The spread of the means of teams; people without a mark are counted."""
    means = [mean(own) for team in teams if (own := [marks[person] for person in team if person in marks])]
    if len(means) < 2:
        return []
    missing = sum(person not in marks for team in teams for person in team)
    text = _("Mean of earlier marks: %(low)s to %(high)s by team, %(worst)s to %(best)s by person.") % {
        "low": decimal(min(means)),
        "high": decimal(max(means)),
        "worst": decimal(min(marks.values())),
        "best": decimal(max(marks.values())),
    }
    if missing:
        words = ngettext("%(number)d person has no mark yet.", "%(number)d people have no mark yet.", missing)
        text = f"{text} {words % {'number': missing}}"
    return [text]


def _languages_met(languages: Mapping[int, str], teams: Teams) -> list[str]:
    """For each language of several people: its speakers in the teams with fewest and most of them."""
    found = []
    for language, number in sorted(Counter(languages.values()).items()):
        if number < len(languages):
            counts = [sum(languages.get(person) == language for person in team) for team in teams]
            low, high = min(counts), max(counts)
            text = _("%(language)s: %(low)d to %(high)d people in a team.")
            if low == high:
                text = ngettext(
                    "%(language)s: %(low)d person in each team.", "%(language)s: %(low)d people in each team.", low
                )
            found.append(text % {"language": called(language), "low": low, "high": high})
    return found


def _earlier_met(known: Class, teams: Teams) -> str:
    number = meetings(teams, known.earlier)
    if not number:
        return _("Nobody meets an earlier team mate.")
    text = ngettext("%(number)s pair was in one team before.", "%(number)s pairs were in one team before.", number)
    return text % {"number": number}


def pairs_broken(rules: TeamRules, teams: Teams) -> list[tuple[int, int]]:
    """The pairs whose rule could not be kept."""
    home = {person: place for place, team in enumerate(teams) for person in team}
    inside = {tuple(sorted(pair)) for team in teams for pair in combinations(team, 2)}
    split = [pair for pair in rules.together if set(pair) <= home.keys() and pair not in inside]
    return [*split, *(pair for pair in rules.apart if pair in inside)]
