"""A rubric and its marks in words for students: the task, the rule and the result of each line. `words` has the
texts for staff and the computation of marks.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Final, NamedTuple

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from classrooms.assess.grading.points import FULL, benchmark_share, curve_of, judged_share, scaled
from classrooms.assess.grading.queries.tables import localized
from classrooms.assess.grading.words import SENTENCES, WHY_NOT, Facts, Kind, Params
from games.ui.analysis import decimal
from games.ui.targets import curve_share, target_share

SHORT: Final[Mapping[str, Any]] = {
    "no_seat": gettext_lazy("You had no role in this session."),
    "left_seat": gettext_lazy("You left your role before it had a decision that counts."),
    "no_decisions": gettext_lazy("Nothing was asked of your role yet."),
    "absent": gettext_lazy("You took no decision in your match."),
    "no_spread": gettext_lazy("The points of your role cannot be compared in this scenario."),
    "bots": gettext_lazy("This line is still being worked out."),
}
"""Reasons for nothing to judge in other words than for staff."""
ASKED: Final[Mapping[str, tuple[Any, Any]]] = {
    Kind.PROJECT: (
        gettext_lazy("Reach the targets of the project together with your team."),
        gettext_lazy("A target that is met counts in full. A target that is missed by little counts in part."),
    ),
    Kind.OBJECTIVES: (
        gettext_lazy("Score points with your own role."),
        gettext_lazy("Your points are compared with what your role can reach."),
    ),
    Kind.PARTICIPATION: (
        gettext_lazy("Take your decisions yourself and in time."),
        gettext_lazy("The decisions that you took yourself and in time, out of all that your role had in the match."),
    ),
    Kind.QUIZ: (gettext_lazy("Answer the questions of the quiz."), gettext_lazy("Each right answer counts the same.")),
    Kind.SURVEY: (
        gettext_lazy("Send in the surveys."),
        gettext_lazy("A survey that you send in counts, whatever you answer."),
    ),
    Kind.FORECAST: (
        gettext_lazy("Write in your journal what you expect."),
        gettext_lazy("The forecasts that came near to what happened, out of all that you wrote."),
    ),
    Kind.DECISIONS: (
        gettext_lazy("Take good decisions, whatever luck brings."),
        gettext_lazy("Points that your decisions lost against the best choice that you had."),
    ),
    Kind.PEER: (
        gettext_lazy("Work well with your team mates."),
        gettext_lazy("Your team mates rate your contribution from 0 to 4."),
    ),
    Kind.MANUAL: (gettext_lazy("Do the work that your instructor set."), gettext_lazy("Your instructor judges it.")),
}
"""By kind of line: the task, and the rule."""


class Explained(NamedTuple):
    """A line of a rubric in three sentences; a line by hand has no example."""

    asked: str
    counts: str
    example: str


def explained(kind: str, params: Params, scale: int, *, has_project: bool = True) -> Explained:
    """A line in three texts: its task, its rule, and an example on the scale of the marks. For own objectives the text
    names the project result as their limit, if the match `has_project` result.
    """
    asked, counts = (str(text) for text in ASKED[Kind(kind)])
    if kind == Kind.OBJECTIVES and has_project:
        counts = " ".join((counts, _("They never bring more than the project result of your team.")))
    values = {"best": scale, **{name: of(share, scale) for name, share in _examples(params).items()}}
    texts = {
        Kind.PROJECT: _("Example: missing a target by 10 %% leaves %(near)s of %(best)s for this target."),
        Kind.OBJECTIVES: _(
            "Example: usual points for your role give %(half)s of %(best)s, very good points give %(best)s."
        ),
        Kind.PARTICIPATION: _("Example: 9 of 10 decisions give %(nine)s of %(best)s."),
        Kind.QUIZ: _("Example: 8 right answers of 10 give %(eight)s of %(best)s."),
        Kind.SURVEY: _("Example: one survey of two gives %(half)s of %(best)s."),
        Kind.FORECAST: _("Example: 7 near forecasts of 10 give %(seven)s of %(best)s."),
        Kind.DECISIONS: _("Example: with %(lost)s lost per decision, in points, you get %(half)s of %(best)s."),
        Kind.PEER: _("Example: 3 on average gives %(three)s of %(best)s."),
    }
    if kind == Kind.DECISIONS:
        zero = int(params.get("zero", 0))
        values["lost"] = formats.localize(zero / 2 if zero % 2 else zero // 2)
    return Explained(asked, counts, texts[Kind(kind)] % values if kind in texts else "")


def _examples(params: Params) -> Mapping[str, Fraction]:
    """The shares used in the examples."""
    return {
        "near": curve_share(Fraction(10), curve_of(params)),
        "half": Fraction(1, 2),
        "seven": Fraction(7, 10),
        "eight": Fraction(8, 10),
        "nine": Fraction(9, 10),
        "three": Fraction(3, 4),
    }


def of(share: Fraction, scale: int) -> str:
    """A mark in a sentence, without a decimal where it is whole."""
    text = scaled(share, scale, 1)
    return text.removesuffix(".0") if text.endswith(".0") else formats.localize(float(text))


def got(kind: str, params: Params, facts: Facts, scale: int) -> tuple[str, ...]:
    """Sentences on a student's result on a line and its points; else the reason for none."""
    if "why" in facts:
        return (str(SHORT.get(facts["why"]) or WHY_NOT.get(facts["why"], facts["why"])),)
    if kind not in SENTENCES:
        return ()
    own: Mapping[str, Callable[..., Iterator[str]]] = {
        Kind.PROJECT: _project,
        Kind.OBJECTIVES: _objectives,
        Kind.PARTICIPATION: _participation,
        Kind.DECISIONS: _decisions,
    }
    sentences = own[kind](params, facts, scale) if kind in own else SENTENCES[Kind(kind)](params, facts)
    return (*sentences, *_part(kind, facts))


def _project(params: Params, facts: Facts, scale: int) -> Iterator[str]:
    for table in facts["tables"]:
        if "turn" in table:
            yield (
                _("The match ended at turn %(turn)d of %(turns)d and is compared with the plan for that turn.") % table
            )
        for target in table["targets"]:
            values = {
                "target": localized(target["label"]),
                "value": formats.localize(target["value"]),
                "aim": formats.localize(target["target"]),
                "missed": formats.localize(target["missed_by"]),
                "mark": of(target_share(target, curve_of(params)), scale),
                "best": scale,
            }
            if target["met"]:
                yield _("%(target)s: %(value)s. The target of %(aim)s is met: %(mark)s of %(best)s.") % values
            else:
                yield (
                    _("%(target)s: %(value)s. The target of %(aim)s is missed by %(missed)s: %(mark)s of %(best)s.")
                    % values
                )


def _objectives(params: Params, facts: Facts, scale: int) -> Iterator[str]:
    for seat in facts["seats"]:
        numbers = {name: formats.localize(value) for name, value in seat.items() if isinstance(value, int)}
        values: dict[str, Any] = {**numbers, "role": localized(seat["role"])}
        if "best" not in seat:
            yield _("%(role)s: you reached %(score)s.") % values
            continue
        yield _("%(role)s: you reached %(score)s. Usual is %(middle)s, very good is %(best)s.") % values
        if "project" in seat and benchmark_share(seat) * FULL > seat["project"]:
            values = {"mark": of(Fraction(seat["project"], FULL), scale), "best": scale}
            yield _("The project result is %(mark)s of %(best)s, so your own points give no more.") % values


def _participation(params: Params, facts: Facts, scale: int) -> Iterator[str]:
    for seat in facts["seats"]:
        values = {"role": localized(seat["role"]), "own": seat["own"], "owed": seat["owed"], "people": seat["people"]}
        if seat["people"] > 1:
            text = _("%(role)s, shared by %(people)d: you took %(own)d of %(owed)d decisions yourself and in time.")
        else:
            text = _("%(role)s: you took %(own)d of %(owed)d decisions yourself and in time.")
        yield text % values
        if rest := [words % {"n": number} for number, words in _rest(seat) if number]:
            yield _("Of the others: %(list)s.") % {"list": pgettext("between the items of a list", ", ").join(rest)}
        if seat["excused"]:
            yield ngettext(
                "%(n)d more decision is excused and does not count.",
                "%(n)d more decisions are excused and do not count.",
                seat["excused"],
            ) % {"n": seat["excused"]}


def _rest(seat: Facts) -> Iterator[tuple[int, str]]:
    """The decisions of a role that its student did not take in time, with the reasons."""
    yield seat.get("before", 0), _("%(n)d before you came")
    yield seat.get("after", 0), _("%(n)d after you left")
    yield seat["late"], _("%(n)d too late")
    yield seat["default"], _("%(n)d at the deadline")
    yield seat.get("plan", 0), _("%(n)d by your away plan")
    yield seat["partner"] + seat["bot"] + seat["instructor"], _("%(n)d by others")


def _decisions(params: Params, facts: Facts, scale: int) -> Iterator[str]:
    for seat in facts["seats"]:
        values = {"role": localized(seat["role"]), "n": seat["n"], "lost": decimal(seat["lost"] / 100 / seat["n"], 2)}
        yield (
            ngettext(
                "%(role)s: %(n)d decision was compared with the best choice. It cost %(lost)s points.",
                "%(role)s: %(n)d decisions were compared with the best choice. Each cost %(lost)s points on average.",
                seat["n"],
            )
            % values
        )
    if sum(seat["lost"] for seat in facts["seats"]) < 0:
        yield _("Below 0: no other choice was better on average. It counts as nothing lost.")


def _part(kind: str, facts: Facts) -> Iterator[str]:
    """The part with which the line counts, if others decided too."""
    if 0 < judged_share(kind, facts) < 1:
        parts = [part for part in facts["tables" if kind == Kind.PROJECT else "seats"] if part.get("of")]
        values = {name: sum(part[name] for part in parts) for name in ("own", "of")}
        yield _("You took %(own)d of the %(of)d decisions of your role. The line counts by that part.") % values
