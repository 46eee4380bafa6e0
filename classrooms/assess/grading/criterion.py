"""The base of a criterion of a mark: one kind of rubric line with its facts, points, params and texts."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Generic, Literal, NamedTuple, TypeVar

from django import forms
from django.utils.translation import gettext_lazy
from msgspec import Struct, structs

from classrooms.assess.grading.points import FULL, Share, mark_words, rounded
from classrooms.assess.grading.queries.shares import Played
from classrooms.assess.grading.queries.tables import PlayedTable, Words
from classrooms.models import RoleScores, RubricLine, Session
from games.engine import codec

Params = Mapping[str, Any]


class Cited(Struct, frozen=True):
    """A table of a match that facts are about."""

    match: int = 0
    team: str = ""


class CitedSeat(Cited, frozen=True):
    """A seat of a match that facts are about, with the name of its role in each language."""

    seat: int = 0
    role: Words = {}


class Part(NamedTuple):
    """A person's `own` decisions out of the `of` decisions of a seat, shared by so many `people`."""

    own: int
    of: int
    people: int = 1

    @property
    def share(self) -> Fraction:
        """The person's share of the seat; 1 if it had no decisions."""
        return min(Fraction(1), Fraction(self.own * self.people, self.of)) if self.of else Fraction(1)


class Facts(Struct, frozen=True):
    """The facts behind a mark, from which its points can be computed again. Each field has a default, so that facts of
    earlier versions can be read. A field that is None is not stored.
    """

    @property
    def cited(self) -> Sequence[Cited]:
        """Tables or seats of matches that the facts come from."""
        rows = [row for value in structs.astuple(self) if isinstance(value, tuple) for row in value]
        return [row for row in rows if isinstance(row, Cited)]

    @property
    def parts(self) -> Sequence[Part]:
        """The person's parts of seats, if the line counts by them."""
        return ()

    @property
    def judged(self) -> Fraction:
        """The part of the line's weight that can be judged, from 0 to 1."""
        shares = [part.share for part in self.parts]
        return sum(shares, Fraction(0)) / len(shares) if shares else Fraction(1)

    @property
    def has_project(self) -> bool:
        """Does a project result limit the points?"""
        return True


class Nothing(Facts, frozen=True):
    """There is nothing to judge: `why` is the key of a reason."""

    why: str = ""

    @property
    def judged(self) -> Fraction:
        return Fraction(0)


FactsBy = dict[int, Facts]
"""Facts by user. A user without any has no seat."""
F = TypeVar("F", bound=Facts)


def stored(facts: Facts) -> dict[str, Any]:
    """Facts as JSON values, in the form in which marks keep them."""
    found: dict[str, Any] = json.loads(codec.to_json(facts), object_hook=_known)
    return found


def _known(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


class Reason(NamedTuple):
    """A reason for nothing to judge: its text for staff and, if that differs, for `students`. It `may_be_zero` if it is
    the student's own absence or silence. `until` names what ends it: the end of the session or of the match, work of
    the site or the instructor, the first publication; empty for nothing.
    """

    staff: Any
    students: Any = None
    may_be_zero: bool = False
    until: Literal["", "session", "match", "work", "publication"] = ""


REASONS: Final[Mapping[str, Reason]] = {
    "no_seat": Reason(
        gettext_lazy("No seat in this session."),
        gettext_lazy("You had no role in this session."),
        may_be_zero=True,
    ),
    "left_seat": Reason(
        gettext_lazy("Left the seat before the end, without a decision that counts in that time."),
        gettext_lazy("You left your role before it had a decision that counts."),
    ),
    "not_started": Reason(gettext_lazy("The match has not begun."), until="match"),
    "not_finished": Reason(gettext_lazy("The match is not over."), until="match"),
    "aborted": Reason(gettext_lazy("The match was ended without a result.")),
    "absent": Reason(
        gettext_lazy("No own move: others decided all that happened at the seat."),
        gettext_lazy("You took no decision in your match."),
        may_be_zero=True,
    ),
    "said_absent": Reason(gettext_lazy("Noted as absent by the instructor."), may_be_zero=True),
    "unanswered": Reason(gettext_lazy("Absent, and nothing was answered here."), may_be_zero=True),
    "not_yet": Reason(gettext_lazy("Nothing was asked yet."), until="session"),
    "bots": Reason(
        gettext_lazy("Bots are playing 1,000 matches to compare with."),
        gettext_lazy("This line is still being worked out."),
        until="work",
    ),
}
"""Reasons of several criteria."""


class Number(NamedTuple):
    """A whole number among the params of a line, from 0 to `most`."""

    label: Any
    usual: int
    most: int
    required: bool = True

    def field(self) -> forms.Field:
        """The field of the page of the rubric."""
        return forms.IntegerField(
            label=self.label, min_value=0, max_value=self.most, required=self.required, initial=self.usual
        )

    def allows(self, value: Any) -> bool:
        """Is the value valid?"""
        return bool(0 <= value <= self.most)


class Choice(NamedTuple):
    """One of several named values among the params of a line. A line without any has the `usual` one."""

    label: Any
    usual: str
    options: Mapping[str, Any]

    def field(self) -> forms.Field:
        """The field of the page of the rubric."""
        return forms.ChoiceField(label=self.label, choices=list(self.options.items()), required=False)

    def allows(self, value: Any) -> bool:
        """Is the value one of the options?"""
        return value in self.options


@dataclass(frozen=True)
class Evidence:
    """All that the marks of a session are computed from. `users` are its students. `absent` are those who count as
    absent, by their moves or by hand.
    """

    play_session: Session
    lines: Sequence[RubricLine]
    users: Sequence[int]
    tables: Sequence[PlayedTable]
    played: Played
    absent: frozenset[int] = frozenset()

    @property
    def moved(self) -> frozenset[int]:
        """People who made any move."""
        return frozenset(user for movers in self.played.movers.values() for user in movers)


class Remarks(NamedTuple):
    """Texts for graders beside a mark, with a `note` on their origin."""

    note: str
    texts: Sequence[str]


class Criterion(Generic[F]):
    """One kind of rubric line. A module of `criteria` has an instance of a subclass, `CRITERION`."""

    kind: str
    """The stored key, at most 16 characters."""
    order: int
    """The place in lists of kinds."""
    facts: type[F]
    name: Any
    """The name in lower case."""

    rule: Any
    """For staff: the rule of the points, in which `%(name)d` is a param; a line without the param has 0."""
    task: Any
    """For students: the task in one sentence."""
    counts: Any
    """For students: the rule in one or two sentences."""
    example: Any = ""
    """For students: an example, in which `%(best)s` is the best mark and each `%(name)s` the mark for a share."""
    example_shares: Mapping[str, Fraction] = {}

    usual_weights: tuple[int, int] = (0, 0)
    """The weight in a new rubric of a game with a project result, and of other games. Without weight it is no line."""
    params: Mapping[str, Number | Choice] = {}
    reasons: Mapping[str, Reason] = {}
    """Own reasons for nothing to judge; `REASONS` has those of several criteria."""
    of_match = False
    """Is the match judged? Absent students then have nothing to judge."""
    by_hand = False
    """Does the instructor type the points? A rubric may have several such lines, each with four levels."""
    has_curve = False
    """Is the line judged by the curve of the class? It then stays as it is once the session has opened."""
    needs_bots = False
    """Are marks compared with games of bots?"""
    needs_analysis = False
    """Do marks rest on the analysis of the match?"""
    is_foreseen = False
    """Can the marks be foreseen from games of bots? See `bot_shares`."""

    def applies(self, play_session: Session) -> bool:
        """Can the line have points in this session? Otherwise it is hidden and never counts."""
        return True

    def usual_params(self) -> dict[str, Any]:
        """The params of a new line."""
        return {name: param.usual for name, param in self.params.items()}

    def tidy(self, params: Params) -> dict[str, Any]:
        """The params to store: without those that have no effect."""
        return dict(params)

    def collect(self, evidence: Evidence) -> FactsBy:
        """The facts of each student."""
        raise NotImplementedError

    def share(self, params: Params, facts: F) -> Share:
        """The result from 0 to 1; None if nothing can be judged. Depends on nothing but its arguments."""
        raise NotImplementedError

    def points(self, params: Params, facts: Any) -> int | None:
        """The result in whole points from 0 to `FULL`, rounded half up; None if nothing can be judged."""
        share = None if facts is None or isinstance(facts, Nothing) else self.share(params, facts)
        return None if share is None else rounded(share * FULL)

    def bot_shares(self, row: RoleScores, project: Sequence[Fraction]) -> Iterable[Fraction]:
        """The results of games of bots, of which `project` are the project results."""
        return ()

    def reason(self, why: str) -> Reason:
        """A reason by its key. An unknown key, of an earlier version, is its own text."""
        return self.reasons.get(why) or REASONS.get(why) or Reason(why)

    def staff_rule(self, params: Params, facts: Facts | None = None) -> str:
        """For staff: the rule by which the points of a line, or those of a mark with these facts, are computed."""
        return str(self.rule) % {name: params.get(name, 0) for name in self.params}

    def staff_sentences(self, params: Params, facts: F) -> Iterator[str]:
        """For staff: the facts in sentences."""
        raise NotImplementedError

    def student_rule(self, *, has_project: bool = True) -> str:
        """For students: the rule, with its limit if the match `has_project` result."""
        return str(self.counts)

    def example_words(self, params: Params, scale: int) -> str:
        """For students: the example with marks on this scale; empty for none."""
        marks = {name: mark_words(share, scale) for name, share in self.example_shares.items()}
        return str(self.example) % {"best": scale, **marks}

    def student_sentences(self, params: Params, facts: F, scale: int) -> Iterator[str]:
        """For students: the facts in sentences; those for staff unless the criterion has others."""
        return self.staff_sentences(params, facts)

    def remarks(self, play_session: Session, user_id: int) -> Remarks | None:
        """Texts for graders beside a student's mark."""
        return None
