"""The dearest thing at once: a UV**, else a UV, else a card, else a CC, with the trades that lead there: players are
asked first, then the bank.
"""

from collections.abc import Mapping
from typing import Any, Final

from games.engine.draws import Draws
from games.engine.types import Prompt
from games.utboheme.bots.base import TableBot, one_of
from games.utboheme.bots.goals import Goal, goals, next_trade
from games.utboheme.bots.sight import imagined
from games.utboheme.rules import moves as m
from games.utboheme.rules.board import layout
from games.utboheme.rules.resources import RESOURCES, Cards
from games.utboheme.rules.trade import given, wanted
from games.utboheme.rules.turn import most_numerous
from games.utboheme.rules.types import Need, OnOffer, State
from games.utboheme.rules.view import View

CARDS = (m.PlayAncien, m.PlayRoads, m.PlayDiscovery, m.PlayMonopoly)
OFFERS = 3
"""How many offers it makes in a turn."""
FAR = 2
"""It asks for what it lacks to a purchase if it is so many cards or fewer."""
NEEDS: Final[Mapping[Any, Need]] = {m.UpgradeUv: "up", m.BuildUv: "uv", m.BuyCard: "card", m.BuildCc: "cc"}


class GreedyBot(TableBot):
    """Thinks no further than the next purchase. Founds where most dots are; ties at random."""

    def choose(self, view: View, prompt: Prompt, moves: list[Any], draws: Draws) -> Any | None:
        match prompt.kind:
            case "found_uv":
                return _most_dots(view, moves, draws)
            case "discard":
                number = sum(view.hand) // 2
                return m.Discard(*most_numerous(view.hand, number))
            case "robber":
                return _robber(view, moves, draws)
            case "act":
                return _act(imagined(view, draws), moves, draws)
            case "answer":
                return _answer(imagined(view, draws), view, prompt, moves)
            case "roads":
                paths = [move for move in moves if isinstance(move, m.BuildCc)]
                return one_of(paths, draws, "greedy/path")
        return one_of(moves, draws, "greedy/any")


def _most_dots(view: View, moves: list[Any], draws: Draws) -> Any:
    dots = layout(view.board).dots_at
    most = max(dots[move.crossing] for move in moves)
    return one_of([move for move in moves if dots[move.crossing] == most], draws, "greedy/found")


def _robber(view: View, moves: list[Any], draws: Draws) -> Any:
    """Where somebody can be robbed, and no own piece stands."""
    touching = layout(view.board).touching
    own = {*view.uv[view.seat], *view.upgraded[view.seat]}
    best = [move for move in moves if move.victim is not None and not own & set(touching[move.hexagon])]
    return one_of(best or moves, draws, "greedy/robber")


def _act(state: State, moves: list[Any], draws: Draws) -> Any:
    """A card that can be played, an offer that helps, the dearest purchase; an offer; else the end of the turn."""
    played = [move for move in moves if isinstance(move, CARDS)]
    if played:
        return one_of(played, draws, "greedy/card")
    for move in moves:
        if isinstance(move, m.Confirm) and _helps(state, state.seat, _exchanged(state, move)):
            return move
    for goal in goals(state):
        built = [move for move in moves if isinstance(move, goal.move)]
        if built:
            return one_of(built, draws, "greedy/place")
        trade = None if state.building else next_trade(state, goal)
        if trade is not None:
            return _asked(state, goal) or trade
    for goal in goals(state):
        asked = _asked(state, goal)
        if asked is not None:
            return asked
    return m.EndTurn()


def _asked(state: State, goal: Goal) -> m.Offer | None:
    """What a goal lacks for what it leaves over: one for one; if nobody took that, two, then three."""
    seat, made = state.seat, state.made[state.seat]
    if not state.trading or made >= OFFERS or any(offer.seat == seat for offer in state.offers):
        return None
    spare = [held - cost for held, cost in zip(state.hands[seat], goal.cost, strict=True)]
    missing = [index for index, number in enumerate(spare) if number < 0 and state.bank[index] < state.figures.bank]
    give = spare.index(max(spare))
    if not missing or sum(-spare[index] for index in missing) > FAR or spare[give] <= made:
        return None
    amounts = {RESOURCES[give]: 1 + made, RESOURCES[missing[0]]: -1}
    return m.Offer(to=seat, need=NEEDS[goal.move], **amounts)


def _exchanged(state: State, move: m.Confirm) -> Cards:
    """What the active player gets (above 0) and gives (below 0)."""
    offer = next(each for each in state.offers if each.number == move.offer)
    sign = -1 if offer.seat == state.seat else 1
    return tuple(sign * number for number in offer.cards)  # type: ignore[return-value]


def _answer(state: State, view: View, prompt: Prompt, moves: list[Any]) -> Any:
    """Yes if something can be paid for then that could not before, or is nearer."""
    offer: OnOffer = next(each for each in view.offers if each.number == prompt.params["offer"])
    gets = tuple(get - give for get, give in zip(given(offer.cards), wanted(offer.cards), strict=True))
    accept = m.AcceptOffer() in moves and _helps(state, prompt.seat, gets)  # type: ignore[arg-type]
    return m.AcceptOffer() if accept else m.RefuseOffer()


def _helps(state: State, seat: int, gets: Cards) -> bool:
    """Does it pay for something that could not be paid, or come nearer to what is nearest, the dearest of several?"""
    before = state.hands[seat]
    after = tuple(held + got for held, got in zip(before, gets, strict=True))
    found = [(_lacks(before, goal), _lacks(after, goal)) for goal in goals(state, seat)]
    if any(lacks and not lacks_then for lacks, lacks_then in found):
        return True
    open_goals = [pair for pair in found if pair[0]]
    if not open_goals or any(not lacks and lacks_then for lacks, lacks_then in found):
        return False
    lacks, lacks_then = min(open_goals, key=lambda pair: pair[0])
    return lacks_then < lacks


def _lacks(hand: tuple[int, ...], goal: Goal) -> int:
    return sum(max(0, cost - held) for held, cost in zip(hand, goal.cost, strict=True))
