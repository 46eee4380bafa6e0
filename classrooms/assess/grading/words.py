"""The facts of a mark in words, in the current language."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from classrooms.assess.grading.levels import levels_of
from classrooms.assess.grading.points import FULL, LEAST, benchmark_share, decisions_required, judged_share, rounded
from classrooms.assess.grading.queries.tables import localized
from classrooms.models import RubricLine, When
from classrooms.play.sessions.queries.curves import curve_of
from games.ui.analysis import plus_minus
from games.ui.targets import Curve, target_share

Facts = Mapping[str, Any]
Params = Mapping[str, Any]
Kind = RubricLine.Kind

WHY_NOT: Final[Mapping[str, Any]] = {
    "no_seat": gettext_lazy("No seat in this session."),
    "left_seat": gettext_lazy("Left the seat before the end, without a decision that counts in that time."),
    "not_started": gettext_lazy("The match has not begun."),
    "not_finished": gettext_lazy("The match is not over."),
    "aborted": gettext_lazy("The match was ended without a result."),
    "absent": gettext_lazy("No own move: others decided all that happened at the seat."),
    "said_absent": gettext_lazy("Noted as absent by the instructor."),
    "unanswered": gettext_lazy("Absent, and nothing was answered here."),
    "no_targets": gettext_lazy("This game has no collective targets."),
    "bots": gettext_lazy("Bots are playing 1,000 matches to compare with."),
    "no_spread": gettext_lazy("All matches of bots scored alike in this role: there is nothing to compare."),
    "no_decisions": gettext_lazy("Nothing was asked of this seat yet."),
    "no_questions": gettext_lazy("This session has no quiz."),
    "no_survey": gettext_lazy("This session has no survey."),
    "not_yet": gettext_lazy("Nothing was asked yet."),
    "no_journal": gettext_lazy("This session has no forecast journal."),
    "no_forecasts": gettext_lazy("No forecast was written that can be compared with what came."),
    "few_reviews": gettext_lazy("Fewer than two team mates have said something: nothing is shown."),
    "no_analysis": gettext_lazy("The decisions of this game cannot be weighed."),
    "priced": gettext_lazy("The match showed what choices were worth, so its decisions are not judged."),
    "not_analysed": gettext_lazy("The match has not been analysed yet."),
    "few_decisions": gettext_lazy("Fewer than three own decisions had a choice that could be weighed."),
    "by_hand": gettext_lazy("This line is typed by hand."),
}


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


def account(kind: str, params: Params, facts: Facts) -> Account:
    """The facts of a mark in words. If there are none, the text is the reason."""
    if not facts:
        sentences: tuple[str, ...] = (_("Not computed yet."),)
    elif "why" in facts:
        sentences = (str(WHY_NOT.get(facts["why"], facts["why"])),)
    else:
        sentences = tuple(SENTENCES[Kind(kind)](params, facts))
        part = judged_words(kind, facts)
        sentences = (*sentences, part) if part else sentences
    ranked = kind == Kind.OBJECTIVES and any("below" in seat for seat in facts.get("seats", ()))
    return Account(str(RANKED) if ranked else rule(kind, params), sentences, tuple(_sources(facts)))


def title_of(kind: str, title: str) -> str:
    """A line's own title, or the name of its kind."""
    return title or str(Kind(kind).label).capitalize()


def rule(kind: str, params: Params) -> str:
    """The rule by which the points of a line are computed."""
    if kind == Kind.PROJECT:
        return f"{curve_words(params)} {PART}"
    if levels_of(params):
        return _("The instructor chooses one of four levels.")
    values = {"late": params.get("late", 0), "zero": params.get("zero", 0), "least": rounded(LEAST * 100)}
    return str(RULES[Kind(kind)]) % values


def curve_words(params: Params) -> str:
    """The value of a missed target, in one line."""
    return words_of_curve(curve_of(params))


def words_of_curve(curve: Curve) -> str:
    """The value of a missed target by a curve, in one line."""
    values = {"knee": curve.knee, "first": curve.first, "end": curve.end}
    if curve.knee and 100 * curve.knee != (100 - curve.first) * curve.end:
        return (
            _(
                "Each target has an equal share: all of it when met, %(first)d %% of it at %(knee)d %% above the"
                " target, nothing from %(end)d %% above it, with straight lines in between."
            )
            % values
        )
    return (
        _(
            "Each target has an equal share: all of it when met, falling in a straight line to nothing at "
            "%(end)d %% above the target."
        )
        % values
    )


def nothing_words(when_nothing: str) -> str:
    """The effect of a line on which there is nothing to judge."""
    if when_nothing == RubricLine.Nothing.ZERO:
        return _("Nothing to judge counts as zero, where the student left nothing.")
    return _("If there is nothing to judge, this line is left out and the others carry its weight.")


def judged_words(kind: str, facts: Facts) -> str:
    """The part of its weight with which a line counts, in numbers; empty for all or nothing."""
    share = judged_share(kind, facts)
    if not 0 < share < 1:
        return ""
    parts = [part for part in facts["tables" if kind == Kind.PROJECT else "seats"] if part.get("of")]
    values = {
        "own": sum(part["own"] for part in parts),
        "of": sum(part["of"] for part in parts),
        "share": percent(share),
    }
    return _("Own decisions: %(own)d of %(of)d of the seat. The line counts with %(share)s of its weight.") % values


PART: Final = gettext_lazy(
    "Anyone who held a seat for part of the match, before or after somebody else, has this line with a share of "
    "its weight: their share of the seat's decisions."
)


RANKED: Final = gettext_lazy("The rank of the points among matches of the same role.")
"""The rule of own objectives that were published before roles had marks of their own."""


RULES: Final[Mapping[str, Any]] = {
    Kind.OBJECTIVES: gettext_lazy(
        "Points of the role, against 1,000 matches of bots in the same role: all of the line for what one match in ten "
        "reaches, half for what half of them reach, %(least)d %% for the worst one, straight lines between. Never more "
        "than the project result of the same match gives. The line counts with the own part of the seat's decisions."
    ),
    Kind.PARTICIPATION: gettext_lazy(
        "Own moves in time, divided by the decisions asked of the role from the start of the match to its end. "
        "Decisions before a late arrival or after leaving early are among them. Excused decisions are not. An own "
        "move after its deadline counts %(late)d %%. People who share a role owe equal parts."
    ),
    Kind.QUIZ: gettext_lazy("Right answers out of the questions that were asked."),
    Kind.SURVEY: gettext_lazy("Surveys sent in. The answers do not matter."),
    Kind.FORECAST: gettext_lazy("The nearness of the journal's forecasts to the events."),
    Kind.DECISIONS: gettext_lazy(
        "The average cost of a student's own decisions, each against the best other choice and whatever the luck, in "
        "points of what the match is judged by: its analysis tells both. All of the line for nothing lost, none of it "
        "from %(zero)d points a decision on, and a straight line between."
    ),
    Kind.PEER: gettext_lazy("The mean of what team mates said, 0 to 4, from two reviews on."),
    Kind.MANUAL: gettext_lazy("Entered by the instructor."),
}


def percent(share: Fraction) -> str:
    """A share in percent, with one decimal."""
    return _("%(number)s %%") % {"number": formats.localize(rounded(share * 1000) / 10)}


def _project(params: Params, facts: Facts) -> Iterator[str]:
    for table in facts["tables"]:
        if "turn" in table:
            yield (
                _(
                    "%(team)s did not come to the end: judged after turn %(turn)d of %(turns)d, against the game's own "
                    "plan for that turn."
                )
                % {"team": table["team"], "turn": table["turn"], "turns": table["turns"]}
            )
        for target in table["targets"]:
            values = {
                "team": table["team"],
                "target": localized(target["label"]),
                "value": formats.localize(target["value"]),
                "aim": formats.localize(target["target"]),
                "missed": formats.localize(target["missed_by"]),
                "share": percent(target_share(target, curve_of(params))),
            }
            if target["met"]:
                yield _("%(team)s, %(target)s: %(value)s, target %(aim)s met: all of its share.") % values
            else:
                yield (
                    _("%(team)s, %(target)s: %(value)s, target %(aim)s missed by %(missed)s: %(share)s of its share.")
                    % values
                )


def _objectives(params: Params, facts: Facts) -> Iterator[str]:
    for seat in facts["seats"]:
        values = {name: formats.localize(value) for name, value in seat.items() if isinstance(value, int)}
        values |= {"role": localized(seat["role"]), "team": seat["team"]}
        yield _("%(role)s in %(team)s, score %(score)s.") % values
        if "best" not in seat:
            yield _("Judged by its rank: better than %(below)s of %(n)s matches, as good as %(equal)s.") % values
            continue
        yield (
            _(
                "Of %(n)s matches of bots, one in ten reached %(best)s, half reached %(middle)s; "
                "the worst one had %(worst)s."
            )
            % values
        )
        share, project = benchmark_share(seat), seat.get("project", FULL)
        yield _("That gives %(share)s of the line.") % {"share": percent(share)}
        if share * FULL > project:
            yield (
                _("The project result of the match gives %(share)s, so the line gives no more.")
                % {"share": percent(Fraction(project, FULL))}
            )


def _participation(params: Params, facts: Facts) -> Iterator[str]:
    for seat in facts["seats"]:
        values = {"role": localized(seat["role"]), "team": seat["team"], "owed": seat["owed"], "own": seat["own"]}
        if seat["people"] > 1:
            values["people"] = seat["people"]
            yield (
                _("%(role)s in %(team)s, shared by %(people)d. Decisions: %(owed)d; own moves in time: %(own)d.")
                % values
            )
        else:
            yield _("%(role)s in %(team)s. Decisions: %(owed)d; own moves in time: %(own)d.") % values
        rest = [words % {"n": seat[name]} for name, words in _rest(seat) if seat.get(name)]
        if rest:
            yield _("Of the others: %(list)s.") % {"list": pgettext("between the items of a list", ", ").join(rest)}
        if seat["excused"]:
            yield ngettext(
                "%(n)d more decision is excused and does not count.",
                "%(n)d more decisions are excused and do not count.",
                seat["excused"],
            ) % {"n": seat["excused"]}
    required, own = decisions_required(params, facts)
    if required:
        yield _("Taking part: %(own)s of %(owed)s decisions, which is %(share)s.") % {
            "own": _hundredths(own),
            "owed": _hundredths(required),
            "share": percent(min(Fraction(1), own / required)),
        }


def _hundredths(number: Fraction) -> str:
    return formats.localize(rounded(number * 100) / 100 if number.denominator > 1 else int(number))


def _rest(seat: Facts) -> Iterator[tuple[str, str]]:
    yield (
        "before",
        ngettext("%(n)d before arrival", "%(n)d before arrival", seat.get("before", 0)),
    )
    yield (
        "after",
        ngettext("%(n)d after leaving", "%(n)d after leaving", seat.get("after", 0)),
    )
    yield "late", ngettext("%(n)d own move too late", "%(n)d own moves too late", seat["late"])
    yield "partner", ngettext("%(n)d answered by a partner", "%(n)d answered by partners", seat["partner"])
    yield "bot", ngettext("%(n)d played by a bot", "%(n)d played by bots", seat["bot"])
    yield (
        "default",
        ngettext("%(n)d default when the time was up", "%(n)d defaults when the time was up", seat["default"]),
    )
    yield (
        "plan",
        ngettext("%(n)d by an away plan", "%(n)d by an away plan", seat.get("plan", 0)),
    )
    yield "instructor", ngettext("%(n)d moved by the instructor", "%(n)d moved by the instructor", seat["instructor"])


def _quiz(params: Params, facts: Facts) -> Iterator[str]:
    yield _("Right answers: %(right)d of %(asked)d.") % facts


def _survey(params: Params, facts: Facts) -> Iterator[str]:
    for survey in facts["surveys"]:
        when = str(When(survey["when"]).label)
        if survey["done"]:
            yield _("Survey %(when)s: sent in.") % {"when": when}
        else:
            yield _("Survey %(when)s: not sent in.") % {"when": when}


def _forecast(params: Params, facts: Facts) -> Iterator[str]:
    yield _("Calibration of the forecasts: %(share)s.") % {"share": percent(Fraction(facts["calibration"], FULL))}


def _decisions(params: Params, facts: Facts) -> Iterator[str]:
    for seat in facts["seats"]:
        values = {"role": localized(seat["role"]), "team": seat["team"], "n": seat["n"]}
        lost = plus_minus(seat["lost"] / 100 / seat["n"], seat["error"] / 100 / seat["n"], places=2, sign=False)
        yield ngettext(
            "%(role)s in %(team)s: %(n)d own decision was weighed. It cost %(lost)s points.",
            "%(role)s in %(team)s: %(n)d own decisions were weighed. They cost %(lost)s points each, on average.",
            seat["n"],
        ) % {**values, "lost": lost}
    if sum(seat["lost"] for seat in facts["seats"]) < 0:
        yield _("Below 0: no other choice was better on average. It counts as nothing lost.")


def _peer(params: Params, facts: Facts) -> Iterator[str]:
    values = {
        "n": facts["reviews"],
        "mean": formats.localize(rounded(Fraction(100 * facts["sum"], facts["reviews"])) / 100),
    }
    yield _("%(n)d reviews by team mates, mean %(mean)s of 4.") % values


SENTENCES: Final[Mapping[str, Callable[[Params, Facts], Iterator[str]]]] = {
    Kind.PROJECT: _project,
    Kind.OBJECTIVES: _objectives,
    Kind.PARTICIPATION: _participation,
    Kind.QUIZ: _quiz,
    Kind.SURVEY: _survey,
    Kind.FORECAST: _forecast,
    Kind.DECISIONS: _decisions,
    Kind.PEER: _peer,
}


def _sources(facts: Facts) -> Iterator[Source]:
    """Links to each match in the facts: its table, its moves one by one, and its debrief."""
    cited = [*facts.get("tables", ()), *facts.get("seats", ())]
    for match_id, team in dict.fromkeys((each["match"], each["team"]) for each in cited):
        yield Source(_("%(team)s: the table") % {"team": team}, reverse("games:match", args=[match_id]))
        yield Source(_("%(team)s: the moves") % {"team": team}, reverse("games:replay", args=[match_id]))
        if any("lost" in each for each in cited):
            yield Source(_("%(team)s: the analysis") % {"team": team}, reverse("classrooms:analysis", args=[match_id]))
        yield Source(_("%(team)s: the debrief") % {"team": team}, reverse("classrooms:debrief", args=[match_id]))
