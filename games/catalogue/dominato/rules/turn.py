"""Laying a tile or passing, and the consequences once the tile is accepted."""

from msgspec import UNSET, UnsetType, structs

from games.catalogue.dominato.rules.dealing import deal
from games.catalogue.dominato.rules.events import DominatoEvent, GameEnded, MatchEnded, Passed, Placed, Tried
from games.catalogue.dominato.rules.links import can_place, greatest_declaration, may_pass, turns_of
from games.catalogue.dominato.rules.moves import Place
from games.catalogue.dominato.rules.places import FreePlace, Need, places
from games.catalogue.dominato.rules.types import (
    MOST_TRIES,
    REPLAY_ORDER,
    WIN_ORDER,
    Ending,
    GameScore,
    Laid,
    State,
    Window,
)
from games.engine.draws import Draws
from games.engine.errors import IllegalMove
from games.engine.types import Outcome, Seat

PARTS = ("first", "second", "balance")


def lay(state: State, seat: Seat, move: Place, draws: Draws) -> Outcome:
    """Lay a tile. With challenges its values are not checked. The others check a double or greater link, or the last
    tile of a hand, before play continues.
    """
    place, laid = _laid(state, seat, move)
    if state.options.validation == "auto" and (wrong := wrong_value(place.needs, laid)) is not None:
        if not can_try(state):
            raise wrong
        return _tried(state, seat, laid)
    hand = tuple(each for each in state.hands[seat] if each != move.tile)
    step, order = state.step + 1, len(place.needs)
    event = Placed(
        turn=state.game, seat=seat, step=step, tile=move.tile, x=place.x, y=place.y, way=place.way, a=laid.a, b=laid.b,
        order=order, kinds=place.kinds(), left=len(hand), said=UNSET if laid.said is None else laid.said,
    )  # fmt: skip
    challenge = state.options.validation == "challenge"
    after = structs.replace(
        state,
        step=step,
        table=(*state.table, laid),
        hands=with_hand(state.hands, seat, hand),
        passes=0,
        window=Window(seat, step, order) if challenge else None,
        tries=UNSET,
    )
    if challenge and (order >= REPLAY_ORDER or not hand):
        return Outcome(structs.replace(after, phase="check"), (event,))
    return stand(after, seat, order, (event,), draws)


def _laid(state: State, seat: Seat, move: Place) -> tuple[FreePlace, Laid]:
    """The tile as it would lie. Raises IllegalMove if its shape may not."""
    if move.tile not in state.hands[seat]:
        raise IllegalMove("tile_not_in_hand", tile=move.tile)
    free = places(state.table, state.options.incidental_contacts)
    if move.place >= len(free):
        raise IllegalMove("no_such_place", place=move.place, places=len(free))
    place, tile = free[move.place], state.deck.tiles[move.tile]
    if move.turned > turns_of(tile, state.table):
        raise IllegalMove("turning_changes_nothing", tile=move.tile)
    most = greatest_declaration(state.deck)
    if bool(state.options.say_first) != (move.said is not None) or abs(move.said or 0) > most:
        raise IllegalMove("say_balance" if state.options.say_first else "nothing_to_say", most=most)
    a, b = (tile.b, tile.a) if move.turned else (tile.a, tile.b)
    return place, Laid(move.tile, place.x, place.y, place.way, a, b, move.said)


def wrong_value(needs: tuple[Need, ...], laid: Laid) -> IllegalMove | None:
    """The refusal of a tile with these required values; None if it fits."""
    for need in needs:
        value = laid.parts[need.part]
        if value != need.value:
            return IllegalMove("wrong_value", part=PARTS[need.part], value=value, needed=need.value)
    return None


def tries_of(state: State) -> tuple[Laid, ...]:
    """The wrong tiles of the present turn."""
    return state.tries or ()


def can_try(state: State) -> bool:
    """True if a wrong tile is recorded as a try instead of being refused."""
    return bool(state.options.tries) and len(tries_of(state)) < MOST_TRIES


def _tried(state: State, seat: Seat, laid: Laid) -> Outcome:
    """Record a wrong try. The player sees the reason, keeps the tile and goes on."""
    event = Tried(
        turn=state.game, seat=seat, audience=(seat,), step=state.step + 1, tile=laid.tile, x=laid.x, y=laid.y,
        way=laid.way, a=laid.a, b=laid.b, said=UNSET if laid.said is None else laid.said,
    )  # fmt: skip
    return Outcome(structs.replace(state, tries=(*tries_of(state), laid)), (event,))


def with_hand(hands: tuple[tuple[int, ...], ...], seat: Seat, hand: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The hands with one of them replaced."""
    return (*hands[:seat], hand, *hands[seat + 1 :])


def stand(state: State, seat: Seat, order: int, events: tuple[DominatoEvent, ...], draws: Draws) -> Outcome:
    """Apply an accepted placement: a win, another turn, or the next player's turn."""
    if order >= WIN_ORDER:
        return end_game(state, "link", seat, events, draws)
    if not state.hands[seat]:
        return end_game(state, "out", seat, events, draws)
    if order == REPLAY_ORDER:
        return Outcome(structs.replace(state, phase="play", seat=seat, window=None), events)
    return Outcome(structs.replace(state, phase="play", seat=(seat + 1) % state.players), events)


def pass_turn(state: State, seat: Seat, draws: Draws) -> Outcome:
    """Pass. After a pass of every player in a row the game is blocked."""
    if not may_pass(state.options) and can_place(state.deck, state.table, state.hands[seat], state.options):
        raise IllegalMove("must_place")
    step = state.step + 1
    events = (Passed(turn=state.game, seat=seat, step=step),)
    after = structs.replace(
        state, step=step, passes=state.passes + 1, window=None, seat=(seat + 1) % state.players, tries=UNSET
    )
    if after.passes == state.players:
        return end_game(after, "blocked", None, events, draws)
    return Outcome(after, events)


def end_game(
    state: State, how: Ending, winner: Seat | None, events: tuple[DominatoEvent, ...], draws: Draws
) -> Outcome:
    """Count the points, then deal the next game or end the match."""
    left = tuple(len(hand) for hand in state.hands)
    bonus = state.deck.bonus if how == "link" else 0
    points = tuple(0 if seat == winner else tiles + bonus for seat, tiles in enumerate(left))
    done = (*state.done, GameScore(how, winner, points))
    ended = structs.replace(state, done=done, window=None)
    events = (*events, GameEnded(turn=state.game, seat=winner, how=how, points=points, left=left))
    if state.game < state.games:
        starter = (state.starter + 1) % state.players
        dealt, begun = deal(structs.replace(ended, game=state.game + 1, starter=starter), draws)
        return Outcome(dealt, (*events, *begun))
    return Outcome(
        structs.replace(ended, phase="over"), (*events, MatchEnded(turn=state.game, totals=points_of(ended)))
    )


def totals(done: tuple[GameScore, ...], players: int, brought: tuple[int, ...] | UnsetType = UNSET) -> tuple[int, ...]:
    """The points of the games so far, by seat, with those that the facilitator brought."""
    given = brought or (0,) * players
    return tuple(given[seat] + sum(score.points[seat] for score in done) for seat in range(players))


def points_of(state: State) -> tuple[int, ...]:
    """The points so far, by seat."""
    return totals(state.done, state.players, state.brought)
