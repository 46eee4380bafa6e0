"""Piles of cards whose order is drawn only when somebody sees it, so that no state contains hidden order. README
decision 16.
"""

from msgspec.structs import replace

from games.catalogue.master_builder.rules.types import Pile
from games.engine.draws import Draws


def turned(pile: Pile, name: str, draws: Draws) -> Pile:
    """The pile with its top card known, if it has any. `name` and the card's place from the top name the draw."""
    if pile.seen:
        return pile
    if pile.unseen:
        return _drawn(pile, name, draws)
    return Pile(seen=pile.back[:1], back=pile.back[1:])


def looked_through(pile: Pile, name: str, draws: Draws) -> Pile:
    """The pile with the order of all its cards known."""
    while pile.unseen:
        pile = _drawn(pile, name, draws)
    return pile


def _drawn(pile: Pile, name: str, draws: Draws) -> Pile:
    """The pile with one more card known. Undrawn cards never leave a pile, so their number names the place."""
    index = draws.below(len(pile.unseen), f"{name}/{len(pile.unseen)}-left")
    return replace(
        pile, seen=(*pile.seen, pile.unseen[index]), unseen=(*pile.unseen[:index], *pile.unseen[index + 1 :])
    )


def without(pile: Pile, card: str) -> Pile:
    """The pile without one of its known cards."""
    seen, back = (tuple(each for each in part if each != card) for part in (pile.seen, pile.back))
    return replace(pile, seen=seen, back=back)


def with_under(pile: Pile, card: str) -> Pile:
    """The pile with a card put underneath."""
    return replace(pile, back=(*pile.back, card))
