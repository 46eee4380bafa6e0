"""The sums at the end of the fold."""

from games.catalogue.dominyam.facts.folding import Folding
from games.catalogue.dominyam.facts.tables import Facts, Missed, PlayerFacts
from games.catalogue.dominyam.rules.accounts import HANDS, MEALS
from games.catalogue.dominyam.rules.combinations import KINDS, Assignment, Kind, best_assignment, candidates
from games.catalogue.dominyam.rules.dominoes import BITS, Domino, dominoes_of, sorted_halves
from games.engine.types import places

ON_THE_BOARD = -1


def close(folding: Folding) -> Facts:
    """The tables with each player's sums, combinations and rank."""
    end = folding.options.value_end
    seats = range(folding.scenario.players)
    hands = [folding.books[HANDS.key, seat] for seat in seats]
    points = [folding.books[MEALS.key, seat] for seat in seats]
    assigned = [best_assignment(hand, end) for hand in hands]
    alone = folding.scenario.players == 1
    uneaten = len(folding.left) if alone else 0
    totals = tuple(points[seat] + hand.total - uneaten for seat, hand in enumerate(assigned))
    order = places(totals)
    return Facts(
        players=folding.scenario.players,
        difference_points=folding.options.difference_points,
        value_end=end,
        why=folding.why,
        left=tuple(folding.dominoes[place] for place in folding.left if place in folding.dominoes),
        turns=tuple(folding.turns),
        seats=tuple(
            _player(folding, seat, assigned[seat], tuple(hands), uneaten, totals[seat], order[seat]) for seat in seats
        ),
        given=tuple(folding.given),
    )


def _player(
    folding: Folding, seat: int, hand: Assignment, hands: tuple[int, ...], uneaten: int, total: int, place: int
) -> PlayerFacts:
    turns = [turn for turn in folding.turns if turn.seat == seat]
    throws = [throw for turn in turns for throw in turn.throws]
    made = {each.kind for each in hand.combinations}
    nearest = [_nearest(folding, kind, seat, hands) for kind in KINDS if kind not in made]
    return PlayerFacts(
        seat=seat,
        turns=len(turns),
        meals=sum(turn.ate is not None for turn in turns),
        expected=sum(turn.chance for turn in turns),
        given_away=sum(throw.chance - throw.held for throw in throws if throw.held is not None),
        points=folding.books[MEALS.key, seat],
        bonus=folding.bonus[seat],
        hand=hand,
        missed=tuple(each for each in nearest if each is not None),
        uneaten=uneaten,
        total=total,
        place=place,
        brought=sum(given.amount for given in folding.given if given.seat == seat),
    )


def _nearest(folding: Folding, kind: Kind, seat: int, hands: tuple[int, ...]) -> Missed | None:
    """The combination of a kind that lacks fewest dominoes, then gains most. None if the player has no domino
    of any.
    """
    hand = hands[seat]
    of_kind = candidates(folding.options.value_end)[KINDS.index(kind)]
    begun = [each for each in of_kind if each.bits & hand]
    if not begun:
        return None
    best = min(begun, key=lambda each: ((each.bits & ~hand).bit_count(), -each.gain, each.bits))
    missing = dominoes_of(best.bits & ~hand)
    made = best.combination
    return Missed(
        kind, made.dominoes, missing, tuple(_holder(hands, domino) for domino in missing), made.points
    )  # fmt: skip


def _holder(hands: tuple[int, ...], domino: Domino) -> int:
    bit = BITS[sorted_halves(domino)]
    return next((seat for seat, hand in enumerate(hands) if hand & bit), ON_THE_BOARD)
