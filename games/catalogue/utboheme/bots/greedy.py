"""A bot that makes the most expensive purchase at once: a UV**, else a UV, a card, or a CC. For the trades that it
needs, it asks a player first, then the bank.
"""

from collections.abc import Mapping
from typing import Any, Final

from games.catalogue.utboheme.bots.base import TableBot, one_of
from games.catalogue.utboheme.bots.goals import Goal, goals, next_trade
from games.catalogue.utboheme.bots.sight import imagined
from games.catalogue.utboheme.rules import moves as m
from games.catalogue.utboheme.rules.board import layout
from games.catalogue.utboheme.rules.resources import RESOURCES, Cards
from games.catalogue.utboheme.rules.trade import given, wanted
from games.catalogue.utboheme.rules.turn import most_numerous
from games.catalogue.utboheme.rules.types import Need, OnOffer, State
from games.catalogue.utboheme.rules.view import View
from games.engine.draws import Draws
from games.engine.types import Prompt, Seat

CARDS = (m.PlayAncien, m.PlayRoads, m.PlayDiscovery, m.PlayMonopoly)
FAR = 2
"""The most missing cards with which a purchase is still worth a trade towards it."""
LACKED = 1
"""The most missing cards with which the bot still asks for a card that completes a purchase."""
NEEDS: Final[Mapping[Any, Need]] = {m.UpgradeUv: "up", m.BuildUv: "uv", m.BuyCard: "card", m.BuildCc: "cc"}


class GreedyBot(TableBot):
    """Looks no further than the next purchase. It founds where most dots are; ties are random."""

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
    """A hexagon with somebody to rob and no own piece, if there is one."""
    touching = layout(view.board).touching
    own = {*view.uv[view.seat], *view.upgraded[view.seat]}
    best = [move for move in moves if move.victim is not None and not own & set(touching[move.hexagon])]
    return one_of(best or moves, draws, "greedy/robber")


def _act(state: State, moves: list[Any], draws: Draws) -> Any:
    """A playable card, a helpful offer, the most expensive purchase, an offer, or else the end of the turn."""
    played = [move for move in moves if isinstance(move, CARDS)]
    if played:
        return one_of(played, draws, "greedy/card")
    for move in moves:
        if isinstance(move, m.Confirm) and _wants(state, move):
            return move
    for goal in goals(state):
        built = [move for move in moves if isinstance(move, goal.move)]
        if built:
            return one_of(built, draws, "greedy/place")
        trade = None if state.building else next_trade(state, goal)
        if trade is not None:
            return _offer_for(state, goal) or trade
    for goal in goals(state):
        asked = _offer_for(state, goal)
        if asked is not None:
            return asked
    return m.EndTurn()


def _offer_for(state: State, goal: Goal) -> m.Offer | None:
    """An offer of one card that the goal does not need for one that it lacks. It is made once a turn, to one player."""
    seat = state.seat
    if not state.trading or state.made[seat]:
        return None
    spare = [held - cost for held, cost in zip(state.hands[seat], goal.cost, strict=True)]
    missing = [index for index, number in enumerate(spare) if number < 0 and state.bank[index] < state.figures.bank]
    give = spare.index(max(spare))
    if not missing or sum(-spare[index] for index in missing) > LACKED or spare[give] <= 0:
        return None
    asked = _helped(state, give, missing[0])
    if asked is None:
        return None
    amounts = {RESOURCES[give]: 1, RESOURCES[missing[0]]: -1}
    return m.Offer(to=asked, need=NEEDS[goal.move], **amounts)


def _helped(state: State, give: int, get: int) -> Seat | None:
    """The first player clockwise who would accept one card for another, with hands dealt at random."""
    cards: Cards = tuple((index == give) - (index == get) for index in range(5))  # type: ignore[assignment]
    clockwise = ((state.seat + step) % state.players for step in range(1, state.players))
    return next((other for other in clockwise if state.hands[other][get] and _helps(state, other, cards)), None)


def _wants(state: State, move: m.Confirm) -> bool:
    """The bot's own offer is carried out with any partner; another player's offer if it helps."""
    own = any(offer.number == move.offer and offer.seat == state.seat for offer in state.offers)
    return own or _helps(state, state.seat, _exchanged(state, move))


def _exchanged(state: State, move: m.Confirm) -> Cards:
    """The cards that the active player gets (above 0) and gives (below 0)."""
    offer = next(each for each in state.offers if each.number == move.offer)
    sign = -1 if offer.seat == state.seat else 1
    return tuple(sign * number for number in offer.cards)  # type: ignore[return-value]


def _answer(state: State, view: View, prompt: Prompt, moves: list[Any]) -> Any:
    """Accept if a purchase becomes possible or nearer."""
    offer: OnOffer = next(each for each in view.offers if each.number == prompt.params["offer"])
    gets = tuple(get - give for get, give in zip(given(offer.cards), wanted(offer.cards), strict=True))
    accept = m.AcceptOffer() in moves and _helps(state, prompt.seat, gets)  # type: ignore[arg-type]
    return m.AcceptOffer() if accept else m.RefuseOffer()


def _helps(state: State, seat: int, gets: Cards) -> bool:
    """True if the trade makes a purchase possible, or brings a near one nearer without delaying a nearer one."""
    before = state.hands[seat]
    after = tuple(held + got for held, got in zip(before, gets, strict=True))
    found = [(_lacks(before, goal), _lacks(after, goal)) for goal in goals(state, seat)]
    if any(lacks and not lacks_then for lacks, lacks_then in found):
        return True
    nearer = min((lacks for lacks, lacks_then in found if lacks_then < lacks), default=FAR + 1)
    return nearer <= FAR and all(lacks_then <= lacks for lacks, lacks_then in found if lacks <= nearer)


def _lacks(hand: tuple[int, ...], goal: Goal) -> int:
    return sum(max(0, cost - held) for held, cost in zip(hand, goal.cost, strict=True))
