"""All legal answers to a prompt, and the default move of a passed deadline."""

from games.catalogue.dominato.rules.links import Link, can_place, greatest_declaration, links, may_pass, turns_of
from games.catalogue.dominato.rules.moves import Claim, Close, DominatoMove, Give, Pass, Place
from games.catalogue.dominato.rules.places import places
from games.catalogue.dominato.rules.prompts import find, may_claim
from games.catalogue.dominato.rules.turn import can_try
from games.catalogue.dominato.rules.types import State
from games.engine.types import Choice, Seat, Span


def legal_choices(state: State, seat: Seat, key: str) -> tuple[Choice, ...]:
    kind = find(state, seat, key)
    if kind == "give":
        return tuple(Choice(Give(tile)) for tile in state.hands[seat])
    if kind in ("claim", "check"):
        return Choice(Claim()), Choice(Close())
    claims = (Choice(Claim()),) if may_claim(state, seat) else ()
    if state.options.validation == "challenge":
        return (*_shapes(state, seat), Choice(Pass()), *claims)
    if can_try(state):
        fits = can_place(state.deck, state.table, state.hands[seat], state.options)
        passing = () if fits and not may_pass(state.options) else (Choice(Pass()),)
        return (*_shapes(state, seat), *passing)
    said, spans = _saying(state)
    found = tuple(
        Choice(Place(link.tile, link.place, link.turned, said), spans)
        for link in links(state.deck, state.table, state.hands[seat], state.options)
    )
    return (*found, Choice(Pass())) if may_pass(state.options) or not found else found


def _saying(state: State) -> tuple[int | None, tuple[Span, ...]]:
    """The balances to declare: any, if the options ask for one."""
    if not state.options.say_first:
        return None, ()
    most = greatest_declaration(state.deck)
    return 0, (Span("said", -most, most),)


def _shapes(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Any tile at any free place, in either direction; the opponents check the values."""
    free = len(places(state.table, state.options.incidental_contacts))
    if not free:
        return ()
    choices = []
    said, saying = _saying(state)
    for number in state.hands[seat]:
        tile = state.deck.tiles[number]
        spans = Span("place", 0, free - 1), Span("turned", 0, turns_of(tile, state.table))
        choices.append(Choice(Place(number, 0, 0, said), (*spans, *saying)))
    return tuple(choices)


def default_move(state: State, seat: Seat, key: str) -> DominatoMove:
    """See `Rules.default`. It is the link of the highest order; a pass if nothing fits. Ties go to the lowest tile, x
    and y, lying before standing, lowest upper or left square. Checks accept the tile, and the lowest tile is given.
    """
    kind = find(state, seat, key)
    if kind == "give":
        return Give(state.hands[seat][0])
    if kind in ("claim", "check"):
        return Close()
    found = list(links(state.deck, state.table, state.hands[seat], state.options))
    if not found:
        return Pass()

    def rank(link: Link) -> tuple[int, int, int, int]:
        tile = state.deck.tiles[link.tile]
        return -link.order, link.tile, link.place, tile.b if link.turned else tile.a

    best = min(found, key=rank)
    said = state.deck.tiles[best.tile].balance if state.options.say_first else None
    return Place(best.tile, best.place, best.turned, said)
