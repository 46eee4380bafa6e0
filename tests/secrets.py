"""Positions with other hidden information of the others, which look the same from a seat, by game."""

from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from games.catalogue.master_builder.rules.moves import Want
from games.catalogue.utboheme.rules.scoring import points_of
from games.engine.choices import edges
from games.engine.draws import Draws
from games.engine.registry import hides_nothing, load
from games.engine.rounds import Rounds

VARIANTS = 3


def with_other_secrets(game: str, state: Any, seat: int, draws: Draws) -> Iterator[Any]:
    """Some such positions. None for a game without hidden information. A game with hidden information and no entry
    fails, unless it is one in rounds.
    """
    change = _change_of(game) if _keeps_secrets(game) else None
    for _each in range(VARIANTS if change else 0):
        assert change is not None
        yield change(state, seat, draws)


def _change_of(game: str) -> Callable[[Any, int, Draws], Any]:
    rules = load(game).rules
    return CHANGES[game] if game in CHANGES or not isinstance(rules, Rounds) else partial(answers, rules)


@cache
def _keeps_secrets(game: str) -> bool:
    return load(game).hides is not hides_nothing


def shuffled(items: list[Any], draws: Draws) -> list[Any]:
    left, found = list(items), []
    while left:
        found.append(left.pop(draws.below(len(left), "secrets")))
    return found


def dealt(pool: list[Any], counts: list[int]) -> list[list[Any]]:
    found = []
    for count in counts:
        found.append(pool[:count])
        pool = pool[count:]
    assert not pool
    return found


def answers(rules: Rounds, state: Any, seat: int, draws: Draws) -> Any:
    """Any game in rounds: the others' answers of this round."""
    given = list(rules.answers(state))
    for each, answer in enumerate(given):
        asked = rules.question(state, each)
        if answer is not None and asked is not None and each != seat:
            moves = list(edges(asked.choices))
            given[each] = moves[draws.below(len(moves), "secrets")]
    return rules.with_answers(state, tuple(given))


def placements(state: Any, seat: int, draws: Draws) -> Any:
    """Domego: hidden placements of the others."""
    if not state.options.hidden_allocations or not state.placed:
        return state
    rules, placed = load("domego").rules, list(state.placed)
    for line, part in enumerate(state.sheet.activities[state.turn - 1].parts):
        if placed[line] is not None and part.role != seat:
            again = replace(state, placed=(*state.placed[:line], None, *state.placed[line + 1 :]))
            key = next(each.key for each in rules.prompts(again) if (each.seat, each.kind) == (part.role, "allocate"))
            moves = list(edges(rules.choices(again, part.role, key)))
            placed[line] = moves[draws.below(len(moves), "secrets")]
    return replace(state, placed=tuple(placed))


def tiles(state: Any, seat: int, draws: Draws) -> Any:
    """Dominato: the others' hands, and the tiles laid aside."""
    others = [each for each in range(state.players) if each != seat]
    pool = [tile for each in others for tile in state.hands[each]] + list(state.aside)
    counts = [len(state.hands[each]) for each in others] + [len(state.aside)]
    *hands, aside = dealt(shuffled(pool, draws), counts)
    new = dict(zip(others, hands, strict=True))
    found = tuple(tuple(sorted(new[each])) if each in new else state.hands[each] for each in range(state.players))
    return replace(state, hands=found, aside=tuple(sorted(aside)))


def offices(state: Any, seat: int, draws: Draws) -> Any:
    """Master Builder: wishes, limits, events and plans of the others, and the order of stacks that one of them saw."""
    firms = list(state.firms)
    turn = state.order[state.hiring.at] if state.phase == "hire" else None
    for each, firm in enumerate(firms):
        # Whose turn it is has no wish left that could come true: it would have.
        if each not in (seat, turn):
            skill = ("F", "T", "M")[draws.below(3, "secrets")]
            wishes = (Want("hire", skill=skill),) if draws.below(2, "secrets") and state.phase == "hire" else ()
            firms[each] = replace(firm, wishes=wishes)
    hands = [each for each in range(len(firms)) if each != seat and firms[each].events]
    pool = [card for each in hands for card in firms[each].events] + list(state.events.unseen)
    new = dealt(shuffled(pool, draws), [len(firms[each].events) for each in hands] + [len(state.events.unseen)])
    for each, cards in zip(hands, new, strict=False):
        firms[each] = replace(firms[each], events=tuple(cards))
    events = replace(state.events, unseen=tuple(new[-1]))
    plans = tuple(() if plan is not None and each != seat else plan for each, plan in enumerate(state.plans))
    market = state.market
    if market.auction is not None:
        auction = market.auction
        limits = tuple(
            limit
            if each in (seat, auction.asked) or each not in auction.still
            else draws.below(2, "secrets") * min(auction.price + 2, firms[each].cash)
            for each, limit in enumerate(auction.limits)
        )
        market = replace(market, auction=replace(auction, limits=limits))
    stacks = state.stacks
    if turn != seat or state.hiring.looking is None:
        stacks = tuple(
            replace(pile, seen=(*pile.seen[:1], *shuffled(list(pile.seen[1:]), draws))) for pile in state.stacks
        )
    return replace(state, firms=tuple(firms), events=events, plans=plans, market=market, stacks=stacks)


def islands(state: Any, seat: int, draws: Draws) -> Any:
    """UTBoheme: the others' resource and development cards, the pile of development cards, and standing orders."""
    others = [each for each in range(state.players) if each != seat]
    hands = _redealt([state.hands[each] for each in others], draws)
    *cards, pile = _redealt([*(state.cards[each] for each in others), state.pile], draws)
    rates = tuple(() if each != seat else rate for each, rate in enumerate(state.rates))
    keep = tuple(None if each != seat else kept for each, kept in enumerate(state.keep))
    made = replace(
        state,
        hands=_at(state.hands, others, hands),
        cards=_at(state.cards, others, cards),
        pile=pile,
        rates=rates,
        keep=keep,
    )
    # With enough points somebody would have won before: there is no such position.
    return made if all(points_of(made, each) < state.figures.target for each in others) else state


def _redealt(sets: list[Any], draws: Draws) -> list[Any]:
    """Deal sets of cards again, each as large as before. Cards are numbers by kind."""
    pool = [kind for cards in sets for kind, number in enumerate(cards) for _each in range(number)]
    return [
        tuple(cards.count(kind) for kind in range(5))
        for cards in dealt(shuffled(pool, draws), [sum(cards) for cards in sets])
    ]


def _at(values: Any, places: list[int], new: list[Any]) -> tuple[Any, ...]:
    found = list(values)
    for place, value in zip(places, new, strict=True):
        found[place] = value
    return tuple(found)


CHANGES: dict[str, Callable[[Any, int, Draws], Any]] = {
    "domego": placements,
    "dominato": tiles,
    "master_builder": offices,
    "utboheme": islands,
} | {
    path.parent.name: import_module(f"tests.games.catalogue.{path.parent.name}.secrets").CHANGE
    for path in sorted((Path(__file__).parent / "games" / "catalogue").glob("*/secrets.py"))
}
"""Changes of hidden information by game. A game may define `CHANGE` in its `tests/games/catalogue/<key>/secrets.py`."""
