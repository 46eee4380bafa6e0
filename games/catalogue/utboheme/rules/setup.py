"""The first state of a match. Source, "Placement du plateau", "Phase de fondation"."""

from collections.abc import Sequence
from typing import TypeVar

from games.catalogue.utboheme.rules.board import Board, Harbour
from games.catalogue.utboheme.rules.events import IslandLaid, StarterFound, StartThrown
from games.catalogue.utboheme.rules.founding import found_cc, found_uv
from games.catalogue.utboheme.rules.ledger import Ledger
from games.catalogue.utboheme.rules.moves import BuildCc, BuildUv
from games.catalogue.utboheme.rules.resources import NONE, Cards, Resource
from games.catalogue.utboheme.rules.scenario import HarbourKind, HarbourPlace, Scenario
from games.catalogue.utboheme.rules.topology import topology
from games.catalogue.utboheme.rules.types import Figures, Options, State
from games.engine.draws import Draws, LabelledDraws
from games.engine.errors import BadOptions
from games.engine.types import Event, Outcome, Seat

T = TypeVar("T")
DIE = 6
FIXED_BOARD = "utboheme/board/"
"""The prefix of the seed words of a fixed board."""


def set_up(scenario: Scenario, options: Options, seats: int, draws: Draws) -> Outcome:
    """The first state: lay the island and throw for the start. Raises BadOptions."""
    _check_options(scenario, options, seats)
    chance = LabelledDraws((FIXED_BOARD + options.board_seed).encode()) if options.board == "fixed" else draws
    board = lay_board(scenario, chance)
    robber = board.resources.index(None)
    bank: Cards = (scenario.bank,) * 5
    first, thrown = _throw_for_start(seats, draws)
    begins = first if options.first_turn == "last_founder" else options.oldest_seat
    state = State(
        board=board, figures=figures_of(scenario), options=options, turn=0, step=0, stage="found", back="found",
        seat=first, first=first, founded=0, spot=-1, building=False, played=False, free_cc=0, dice=(), robber=robber,
        cc=(0,) * seats, uv=(0,) * seats, upgraded=(0,) * seats, hands=(NONE,) * seats, bank=bank,
        cards=(NONE,) * seats, bought=NONE, pile=scenario.cards.cards, anciens=(0,) * seats, lengths=(0,) * seats,
        longest=None, oldest=None, owing=(), offers=(), made=(0,) * seats, keep=(None,) * seats, rates=((),) * seats,
    )  # fmt: skip
    ledger = Ledger(state)
    ledger.events += [IslandLaid(board=board, robber=robber, bank=bank), *thrown]
    ledger.emit(StarterFound(seat=first, begins=begins))
    if scenario.foundation:
        _found_all(ledger, scenario, draws)
    return ledger.outcome()


def _found_all(ledger: Ledger, scenario: Scenario, draws: Draws) -> None:
    """The foundation from the scenario, in the order of play."""
    while ledger.turn == 0:
        line = scenario.foundation[ledger.seat]
        second = 2 * (ledger.founded >= ledger.players)
        found_uv(ledger, BuildUv(line[second]))
        found_cc(ledger, BuildCc(line[second + 1]), draws)


def _check_options(scenario: Scenario, options: Options, seats: int) -> None:
    low, high = scenario.players
    if not low <= seats <= high and not (seats == 2 and options.two_players):
        raise BadOptions("seats", f"{low} to {high} players, or two with the option two_players: not {seats}")
    if options.first_turn == "oldest" and options.oldest_seat >= seats:
        raise BadOptions("oldest_seat", f"there is no seat {options.oldest_seat}")
    if options.board == "fixed" and not options.board_seed:
        raise BadOptions("board_seed", "a fixed board needs words to be laid from")


def figures_of(scenario: Scenario) -> Figures:
    """The numbers of a scenario that a state carries."""
    costs, pieces, points = scenario.costs, scenario.pieces, scenario.points
    return Figures(
        bank=scenario.bank,
        cc_cost=costs.cc.cards,
        uv_cost=costs.uv.cards,
        upgrade_cost=costs.upgrade.cards,
        card_cost=costs.card.cards,
        cc=pieces.cc,
        uv=pieces.uv,
        upgraded=pieces.upgraded,
        uv_points=points.uv,
        upgraded_points=points.upgraded,
        longest_points=points.longest,
        oldest_points=points.oldest,
        victory_points=points.victory,
        target=scenario.target,
        longest_from=scenario.longest_from,
        oldest_from=scenario.oldest_from,
        hand_limit=scenario.hand_limit,
        deck=scenario.cards.cards,
        asides=scenario.asides,
        first_spiral=scenario.spirals[0],
    )


def lay_board(scenario: Scenario, draws: Draws) -> Board:
    """Lay hexagons, tokens along a spiral, and trade zones; in the order of the scenario if it is not shuffled."""
    hexagons, kinds, spiral = scenario.hexagons, scenario.harbour_kinds, scenario.spirals[0]
    if scenario.shuffled:
        hexagons = _shuffled(hexagons, "board/hexagon", draws)
        kinds = _shuffled(kinds, "board/harbour", draws)
        spiral = scenario.spirals[draws.below(len(scenario.spirals), "board/corner")]
    tokens = iter(scenario.tokens)
    token_of = {hexagon: next(tokens) for hexagon in spiral if hexagons[hexagon] is not None}
    return Board(
        land=scenario.land,
        resources=hexagons,
        tokens=tuple(token_of.get(hexagon, 0) for hexagon in range(len(hexagons))),
        harbours=tuple(
            _harbour(scenario, place, kind) for place, kind in zip(scenario.harbours, kinds, strict=True)
        ),  # fmt: skip
    )


def _harbour(scenario: Scenario, place: HarbourPlace, kind: HarbourKind) -> Harbour:
    """A trade zone at both ends of the coast path between the two hexagons."""
    coast = {place.sea, scenario.land[place.land]}
    one, other = (c for c, corner in enumerate(topology(scenario.land).corners) if coast <= corner)
    resource: Resource | None = kind.resource
    return Harbour(place.sea, (one, other), kind.rate, resource)


def _shuffled(items: Sequence[T], label: str, draws: Draws) -> tuple[T, ...]:
    pool = list(items)
    return tuple(pool.pop(draws.below(len(pool), f"{label}-{place}")) for place in range(len(items)))


def _throw_for_start(seats: int, draws: Draws) -> tuple[Seat, list[Event]]:
    """Throw one die for each seat; the highest throw again until one is left. README decision 1."""
    left, told, number = list(range(seats)), list[Event](), 0
    while len(left) > 1:
        number += 1
        dice = [0] * seats
        for seat in left:
            dice[seat] = 1 + draws.below(DIE, f"start/throw-{number}/seat-{seat}")
        told.append(StartThrown(round=number, dice=tuple(dice)))
        left = [seat for seat in left if dice[seat] == max(dice)]
    return left[0], told
