"""Own objectives: the points of a role, compared with games of bots."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import structs

from classrooms.assess.grading import bot_scores
from classrooms.assess.grading.criteria.project import (
    events_words,
    project_params,
    targets_of,
    targets_share,
    without_events,
)
from classrooms.assess.grading.criterion import (
    CitedSeat,
    Criterion,
    Evidence,
    Facts,
    FactsBy,
    Nothing,
    Params,
    Part,
    Reason,
)
from classrooms.assess.grading.points import FULL, HALF, Share, mark_words, mean, percent, rounded
from classrooms.assess.grading.queries.collect import by_person, match_of, unfinished
from classrooms.assess.grading.queries.shares import SeatShare
from classrooms.assess.grading.queries.tables import PlayedTable, localized
from classrooms.models import RoleScores
from games.engine import registry
from games.public.matches import game_of

LEAST: Final = Fraction(3, 20)
"""The least share, since roles are drawn."""


class ScoredSeat(CitedSeat, frozen=True):
    """The score of a seat with the benchmarks of its role in `n` games of bots, and `project`: the points for the
    project result of the match. The person has `own` of `of` decisions, shared by so many `people`. Earlier versions
    compared ranks: so many percent of the games were `below` the score or `equal`.
    """

    score: int = 0
    best: int = 0
    middle: int = 0
    worst: int = 0
    low_is_good: bool | None = None
    n: int = 0
    own: int | None = None
    of: int | None = None
    people: int | None = None
    project: int | None = None
    without_events: bool | None = None
    below: int | None = None
    equal: int | None = None

    @property
    def is_ranked(self) -> bool:
        """Was the seat judged by its rank?"""
        return self.below is not None

    @property
    def role_share(self) -> Fraction:
        """The share by the role alone."""
        return benchmark_share(self.score, self.best, self.middle, self.worst, low_is_good=bool(self.low_is_good))

    @property
    def bound(self) -> Fraction:
        """The most that the project result leaves."""
        return Fraction(FULL if self.project is None else self.project, FULL)


class ObjectivesFacts(Facts, frozen=True):
    """The seats that a student held, and the games of bots that they are compared with."""

    bot: str | None = None
    rules: int | None = None
    digest: str | None = None
    seats: tuple[ScoredSeat, ...] = ()

    @property
    def parts(self) -> Sequence[Part]:
        return [Part(seat.own or 0, seat.of or 0, seat.people or 1) for seat in self.seats]

    @property
    def has_project(self) -> bool:
        return not self.seats or any(seat.project is not None for seat in self.seats)


class Objectives(Criterion[ObjectivesFacts]):
    """The mean over the seats that a person held. No seat counts more than the project result of the same match."""

    kind, order, facts = "objectives", 20, ObjectivesFacts
    name = gettext_lazy("own objectives")
    rule = gettext_lazy(
        "Points of the role, against 1,000 matches of bots in the same role: all of the line for what one match in ten "
        "reaches, half for what half of them reach, %(least)d %% for the worst one, straight lines between. Never more "
        "than the project result of the same match gives. The line counts with the own part of the seat's decisions."
    )
    task = gettext_lazy("Score points with your own role.")
    counts = gettext_lazy("Your points are compared with what your role can reach.")
    example = gettext_lazy(
        "Example: usual points for your role give %(half)s of %(best)s, very good points give %(best)s."
    )
    example_shares = {"half": HALF}
    usual_weights = (0, 50)
    of_match = needs_bots = is_foreseen = True
    reasons = {
        "no_spread": Reason(
            gettext_lazy("All matches of bots scored alike in this role: there is nothing to compare."),
            gettext_lazy("The points of your role cannot be compared in this scenario."),
        )
    }

    def collect(self, evidence: Evidence) -> FactsBy:
        """The score of each seat that a person held, with the benchmarks of its role in games of bots, and the points
        of the match for the project result. Each seat has the part of its decisions that the person answered: decisions
        of bots and defaults count for nobody.
        """
        made = bot_scores.digests(evidence.tables)
        bots = bot_scores.known(sorted(set(made.values())))
        params = project_params(evidence.lines)

        def facts_of(table: PlayedTable, user: int) -> Facts:
            row = bots.get(made[match_of(table).pk])
            if row is None:
                return Nothing("bots")
            project = targets_share(targets_of(table), params)
            found = [_seat(table, share, row, project) for share in evidence.played.shares(table, user)]
            seats = tuple(each for each in found if each.best != each.worst)
            if found and not seats:
                return Nothing("no_spread")
            return ObjectivesFacts(row.bot, row.rules_version, row.digest, seats)

        return by_person(evidence.tables, evidence.played, unfinished, facts_of)

    def share(self, params: Params, facts: ObjectivesFacts) -> Share:
        return mean(min(seat.role_share, seat.bound) for seat in facts.seats if not seat.is_ranked)

    def bot_shares(self, row: RoleScores, project: Sequence[Fraction]) -> Iterable[Fraction]:
        """Own objectives of every role in every game; nothing of a role with the same score in all games."""
        low_is_good = registry.get(row.game).low_is_good
        for scores in row.scores:
            role = role_benchmarks(scores, low_is_good=low_is_good)
            if role["best"] != role["worst"]:
                shares = {score: benchmark_share(score, **role, low_is_good=low_is_good) for score in set(scores)}
                bounds = project or [Fraction(1)] * len(scores)
                yield from (min(shares[score], bound) for score, bound in zip(scores, bounds, strict=True))

    def staff_rule(self, params: Params, facts: Facts | None = None) -> str:
        if isinstance(facts, ObjectivesFacts) and any(seat.is_ranked for seat in facts.seats):
            return _("The rank of the points among matches of the same role.")
        return str(self.rule) % {"least": rounded(LEAST * 100)}

    def staff_sentences(self, params: Params, facts: ObjectivesFacts) -> Iterator[str]:
        for seat in facts.seats:
            values = _figures(seat)
            yield _("%(role)s in %(team)s, score %(score)s.") % values
            if seat.without_events:
                yield events_words()
            if seat.is_ranked:
                yield _("Judged by its rank: better than %(below)s of %(n)s matches, as good as %(equal)s.") % values
                continue
            text = _(
                "Of %(n)s matches of bots, one in ten reached %(best)s, half reached %(middle)s; "
                "the worst one had %(worst)s."
            )
            yield text % values
            yield _("That gives %(share)s of the line.") % {"share": percent(seat.role_share)}
            if seat.role_share > seat.bound:
                text = _("The project result of the match gives %(share)s, so the line gives no more.")
                yield text % {"share": percent(seat.bound)}

    def student_rule(self, *, has_project: bool = True) -> str:
        bound = [_("They never bring more than the project result of your team.")] if has_project else []
        return " ".join((str(self.counts), *bound))

    def student_sentences(self, params: Params, facts: ObjectivesFacts, scale: int) -> Iterator[str]:
        for seat in facts.seats:
            if seat.is_ranked:
                yield _("%(role)s: you reached %(score)s.") % _figures(seat)
                continue
            yield (_("%(role)s: you reached %(score)s. Usual is %(middle)s, very good is %(best)s.") % _figures(seat))
            if seat.without_events:
                yield events_words()
            if seat.role_share > seat.bound:
                values = {"mark": mark_words(seat.bound, scale), "best": scale}
                yield _("The project result is %(mark)s of %(best)s, so your own points give no more.") % values


def _figures(seat: ScoredSeat) -> dict[str, str]:
    figures = {name: value for name, value in structs.asdict(seat).items() if isinstance(value, int)}
    return {**{name: formats.localize(value) for name, value in figures.items()},
            "role": localized(seat.role), "team": seat.team}  # fmt: skip


def _seat(table: PlayedTable, share: SeatShare, row: RoleScores, project: Share) -> ScoredSeat:
    match, place = match_of(table), share.place
    low_is_good = game_of(match).low_is_good
    part: dict[str, Any] = {"own": share.own, "of": share.of, "people": share.people} if share.of else {}
    return ScoredSeat(
        match=match.pk,
        team=table.team.name,
        seat=place.index,
        role=place.words,
        score=(table.result or {})["scores"][place.index],
        without_events=without_events(table),
        **role_benchmarks(row.scores[place.index], low_is_good=low_is_good),
        low_is_good=low_is_good or None,
        n=len(row.scores[place.index]),
        project=None if project is None else rounded(project * FULL),
        **part,
    )


def role_benchmarks(scores: Sequence[int], *, low_is_good: bool) -> dict[str, int]:
    """Benchmarks of a role, from the scores of games. One game in ten reaches `best`, half of them `middle`, all of
    them `worst`. Games that all have the same score have no spread, and nothing can be compared with them.
    """
    ordered = sorted(scores, reverse=not low_is_good)
    return {
        "best": ordered[max(len(ordered) // 10, 1) - 1],
        "middle": ordered[(len(ordered) - 1) // 2],
        "worst": ordered[-1],
    }


def benchmark_share(score: int, best: int, middle: int, worst: int, *, low_is_good: bool = False) -> Fraction:
    """The share of a score by the benchmarks of its role: 1 at `best`, half at `middle`, `LEAST` at `worst`, straight
    lines between. It is never less than `LEAST`: a role may be hard.
    """
    sign = -1 if low_is_good else 1
    score, best, middle, worst = (sign * each for each in (score, best, middle, worst))
    if score >= best:
        return Fraction(1)
    if score >= middle:
        return HALF + HALF * Fraction(score - middle, best - middle)
    return LEAST + (HALF - LEAST) * Fraction(score - worst, middle - worst) if score > worst else LEAST


CRITERION = Objectives()
