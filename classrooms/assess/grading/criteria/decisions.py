"""Decision quality: the loss by each student's own decisions, taken from the analysis of their match."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import fsum, hypot
from typing import Final

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from classrooms import hooks
from classrooms.assess.grading.criterion import (
    CitedSeat,
    Criterion,
    Evidence,
    Facts,
    FactsBy,
    Nothing,
    Number,
    Params,
    Reason,
)
from classrooms.assess.grading.points import HALF, Share, mark_words
from classrooms.assess.grading.queries.collect import by_person, match_of, unfinished
from classrooms.assess.grading.queries.tables import PlayedSeat, PlayedTable, localized
from classrooms.hooks import Cost
from classrooms.models import Session
from games.engine import codec, registry
from games.engine.errors import RulesError
from games.public.models import Match
from games.ui.analysis import decimal, plus_minus

FEWEST: Final = 3
"""The least number of own decisions with alternatives; two decisions say little."""
HUNDREDTHS: Final = 100


class WeighedSeat(CitedSeat, frozen=True):
    """The number `n` of own decisions with alternatives at a seat, and their total loss `lost` with its standard
    `error`, both in hundredths of a point of the judged result.
    """

    n: int = 0
    lost: int = 0
    error: int = 0


class DecisionsFacts(Facts, frozen=True):
    """The seats at which a student decided."""

    seats: tuple[WeighedSeat, ...] = ()

    @property
    def lost(self) -> int:
        """The total loss in hundredths of a point."""
        return sum(seat.lost for seat in self.seats)


class Decisions(Criterion[DecisionsFacts]):
    """A straight line from 1 for no loss to 0 at `zero` points lost by each own decision, on average over all seats. A
    negative loss, due to chance, counts as none.
    """

    kind, order, facts = "decisions", 70, DecisionsFacts
    name = gettext_lazy("decision quality")
    rule = gettext_lazy(
        "The average cost of a student's own decisions, each against the best other choice and whatever the luck, in "
        "points of what the match is judged by: its analysis tells both. All of the line for nothing lost, none of it "
        "from %(zero)d points a decision on, and a straight line between."
    )
    task = gettext_lazy("Take good decisions, whatever luck brings.")
    counts = gettext_lazy("Points that your decisions lost against the best choice that you had.")
    example = gettext_lazy("Example: with %(lost)s lost per decision, in points, you get %(half)s of %(best)s.")
    params = {"zero": Number(gettext_lazy("No points from so many points lost by each decision, on average"), 2, 100)}
    of_match = needs_analysis = True
    reasons = {
        "no_analysis": Reason(gettext_lazy("The decisions of this game cannot be weighed.")),
        "priced": Reason(gettext_lazy("The match showed what choices were worth, so its decisions are not judged.")),
        "not_analysed": Reason(gettext_lazy("The match has not been analysed yet."), until="work"),
        "few_decisions": Reason(gettext_lazy("Fewer than three own decisions had a choice that could be weighed.")),
    }

    def applies(self, play_session: Session) -> bool:
        return not _why_unweighed(play_session.game, codec.to_json(play_session.options or {}).decode())

    def collect(self, evidence: Evidence) -> FactsBy:
        tables, numbers = evidence.tables, evidence.played.numbers
        weighed = hooks.weighed(
            [table.match for table in tables if table.match is not None and table.result is not None]
        )

        def judged(table: PlayedTable) -> str:
            if table.match is None or table.result is None:
                return unfinished(table)
            why = _why_unweighed(table.match.game, table.match.options)
            return why or ("" if table.match.pk in weighed else "not_analysed")

        def facts_of(table: PlayedTable, user: int) -> Facts:
            match = match_of(table)
            places = [place for place in table.places if user in place.ever]
            own = {place.index: numbers.get((match.pk, place.index, user), ()) for place in places}
            found = [_seat(match, table, place, own[place.index], weighed[match.pk]) for place in places]
            seats = tuple(seat for seat in found if seat.n)
            few = sum(seat.n for seat in seats) < FEWEST
            return Nothing("few_decisions") if few else DecisionsFacts(seats)

        return by_person(tables, evidence.played, judged, facts_of)

    def share(self, params: Params, facts: DecisionsFacts) -> Share:
        lost = Fraction(max(0, facts.lost), HUNDREDTHS)
        most = Fraction(params.get("zero", 0)) * sum(seat.n for seat in facts.seats)
        return max(Fraction(0), 1 - lost / most) if most else Fraction(int(not lost))

    def staff_sentences(self, params: Params, facts: DecisionsFacts) -> Iterator[str]:
        for seat in facts.seats:
            lost, error = (number / HUNDREDTHS / seat.n for number in (seat.lost, seat.error))
            yield ngettext(
                "%(role)s in %(team)s: %(n)d own decision was weighed. It cost %(lost)s points.",
                "%(role)s in %(team)s: %(n)d own decisions were weighed. They cost %(lost)s points each, on average.",
                seat.n,
            ) % {
                "role": localized(seat.role),
                "team": seat.team,
                "n": seat.n,
                "lost": plus_minus(lost, error, places=2, sign=False),
            }
        yield from _gain(facts)

    def example_words(self, params: Params, scale: int) -> str:
        zero = int(params.get("zero", 0))
        lost = formats.localize(zero / 2 if zero % 2 else zero // 2)
        return str(self.example) % {"lost": lost, "half": mark_words(HALF, scale), "best": scale}

    def student_sentences(self, params: Params, facts: DecisionsFacts, scale: int) -> Iterator[str]:
        for seat in facts.seats:
            yield ngettext(
                "%(role)s: %(n)d decision was compared with the best choice. It cost %(lost)s points.",
                "%(role)s: %(n)d decisions were compared with the best choice. Each cost %(lost)s points on average.",
                seat.n,
            ) % {"role": localized(seat.role), "n": seat.n, "lost": decimal(seat.lost / HUNDREDTHS / seat.n, 2)}
        yield from _gain(facts)


def _gain(facts: DecisionsFacts) -> Iterator[str]:
    if facts.lost < 0:
        yield _("Below 0: no other choice was better on average. It counts as nothing lost.")


def _seat(
    match: Match, table: PlayedTable, place: PlayedSeat, own: Sequence[int], weighed: Sequence[Cost]
) -> WeighedSeat:
    costs = [cost for cost in weighed if cost.seat == place.index and cost.number in own]
    return WeighedSeat(
        match=match.pk,
        team=table.team.name,
        seat=place.index,
        role=place.words,
        n=len(costs),
        lost=round(HUNDREDTHS * fsum(cost.lost for cost in costs)),
        error=round(HUNDREDTHS * hypot(*(cost.error for cost in costs))),
    )


def _why_unweighed(game: str, options: str) -> str:
    """The reason for which decisions are never judged with these options (JSON text); empty if they are."""
    found = registry.get(game)
    if found.analysis is None:
        return "no_analysis"
    try:
        read = codec.read_options(options, found.rules.options_type)
    except RulesError:
        return ""
    return "priced" if found.analysis.priced(read) else ""


CRITERION = Decisions()
