"""The expected end of a match of Les colons de l'UTBoheme. Hidden cards are dealt at random by their numbers."""

from typing import Final

from msgspec.structs import replace

from games.catalogue.utboheme.rules.resources import NONE, Cards, minus
from games.catalogue.utboheme.rules.rules import RULES
from games.catalogue.utboheme.rules.scenario import Scenario
from games.catalogue.utboheme.rules.scoring import open_points, points_of
from games.catalogue.utboheme.rules.types import ANCIEN, VICTORY, State
from games.catalogue.utboheme.rules.view import View
from games.engine.draws import Draws
from games.engine.expected import PositionOnly, shuffled
from games.engine.types import Seat

TRIES: Final = 20
"""The number of deals in which somebody would already have won that are rejected; the next one is used."""


class UtbohemeExpecting(PositionOnly):
    """See `games.engine.expected.Expecting`. A view does not say which cards were stolen or traded by whom. Every
    unseen card is therefore equally likely in every hand.
    """

    policy = "greedy"
    playouts = 60

    def deal(self, scenario: Scenario, view: View, draws: Draws) -> State:
        """See `Expecting.deal`. Standing orders of others are left out."""
        state = _visible_state(view)
        if view.stage == "over":
            return _revealed(state, view)
        dealt = replace(state, **_development(view, draws, 0))
        for number in range(1, TRIES):
            if not any(points_of(dealt, seat) >= view.figures.target for seat in _others(view)):
                break
            dealt = replace(state, **_development(view, draws, number))
        return replace(dealt, hands=_hands(view, draws))


def _others(view: View) -> list[Seat]:
    return [seat for seat in range(len(view.hand_counts)) if seat != view.viewer]


def _mask(numbers: tuple[int, ...]) -> int:
    return sum(1 << number for number in numbers)


def _visible_state(view: View) -> State:
    """The visible part of the state, with empty hands for the others."""
    seats = range(len(view.hand_counts))
    mine = view.viewer
    return State(
        view.board, view.figures, view.options, view.turn, view.step, view.stage, view.back, view.seat, view.first,
        view.founded, view.spot, view.building, view.played, view.free_cc, view.dice, view.robber,
        tuple(_mask(each) for each in view.cc), tuple(_mask(each) for each in view.uv),
        tuple(_mask(each) for each in view.upgraded),
        tuple(view.hand if seat == mine else NONE for seat in seats), view.bank,
        tuple(view.cards if seat == mine else NONE for seat in seats), view.bought, _pile(view, ()), view.anciens,
        view.lengths, view.longest, view.oldest, view.owing, view.offers, view.made,
        tuple(view.keep if seat == mine else None for seat in seats),
        tuple(view.rates if seat == mine else () for seat in seats), view.winner,
    )  # fmt: skip


def _unseen(view: View) -> list[int]:
    """The development cards in the pile, in other hands or played, by kind, without visible anciens."""
    left = list(minus(view.figures.deck, view.cards))
    left[ANCIEN] -= sum(view.anciens)
    return [kind for kind, number in enumerate(left) for _card in range(max(0, number))]


def _counted(kinds: list[int]) -> Cards:
    return kinds.count(0), kinds.count(1), kinds.count(2), kinds.count(3), kinds.count(4)


def _pile(view: View, kinds: tuple[int, ...]) -> Cards:
    """A pile with as many cards as the view says."""
    return _counted(list(kinds or _unseen(view))[: view.pile])


def _development(view: View, draws: Draws, number: int) -> dict[str, object]:
    """Random hands and pile of development cards; the rest counts as played. Victory cards are never played."""
    kinds = shuffled(_unseen(view), draws, f"cards-{number}")
    wanted = view.pile + sum(view.card_counts[seat] for seat in _others(view))
    played = len(kinds) - wanted
    for kind in [each for each in kinds if each != VICTORY][: max(0, played)]:
        kinds.remove(kind)
    cards = []
    for seat, count in enumerate(view.card_counts):
        if seat == view.viewer:
            cards.append(view.cards)
        else:
            cards.append(_counted(kinds[:count]))
            kinds = kinds[count:]
    return {"cards": tuple(cards), "pile": _counted(kinds[: view.pile])}


def _hands(view: View, draws: Draws) -> tuple[Cards, ...]:
    """Random hands: every card that is neither in the bank nor in the seat's hand is in another hand."""
    total = (view.figures.bank,) * 5
    left = minus(minus(total, view.bank), view.hand)
    kinds = shuffled([kind for kind, number in enumerate(left) for _card in range(number)], draws, "hands")
    hands = []
    for seat, count in enumerate(view.hand_counts):
        if seat == view.viewer:
            hands.append(view.hand)
        else:
            hands.append(_counted(kinds[:count]))
            kinds = kinds[count:]
    return tuple(hands)


def _revealed(state: State, view: View) -> State:
    """The state of a finished match: the points show who held victory cards, and nothing else matters."""
    cards = list(state.cards)
    for seat in _others(view):
        won = (view.points[seat] - open_points(state, seat)) // max(1, view.figures.victory_points)
        rest = view.card_counts[seat] - won
        cards[seat] = (rest, 0, 0, 0, won)
    counts = [(view.hand_counts[seat], 0, 0, 0, 0) if seat != view.viewer else view.hand for seat in range(len(cards))]
    return replace(state, cards=tuple(cards), hands=tuple(counts))


EXPECTING: Final = UtbohemeExpecting(RULES)
