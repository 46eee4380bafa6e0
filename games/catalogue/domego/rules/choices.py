"""All legal answers to a prompt, and the answer that is played at a passed deadline."""

from games.catalogue.domego.rules.moves import Accept, Allocate, BreakOff, Buy, DomegoMove, Offer
from games.catalogue.domego.rules.negotiation import lowest_price, price_limit, standing_offer
from games.catalogue.domego.rules.prompts import find
from games.catalogue.domego.rules.purchase import most_affordable
from games.catalogue.domego.rules.types import State
from games.engine.types import Choice, Seat, Span


def legal_choices(state: State, seat: Seat, key: str) -> tuple[Choice, ...]:
    kind, index = find(state, seat, key)
    if kind == "buy":
        return (Choice(Buy(0), (Span("quantity", 0, most_affordable(state, seat)),)),)
    if kind == "negotiate":
        return _answers(state, seat, index)
    return _placements(state, seat, index)


def _answers(state: State, seat: Seat, index: int) -> tuple[Choice, ...]:
    talk = state.talks[index]
    limit, standing = price_limit(state, talk.contract), standing_offer(state, talk, seat)
    least = lowest_price(state.options, state.sheet.contracts[talk.contract], limit)
    choices = [Choice(Offer(least), (Span("price", least, limit),), free=("note",))]
    if standing is not None and standing <= limit:
        choices.append(Choice(Accept(standing)))
    return (*choices, Choice(BreakOff()))


def _placements(state: State, seat: Seat, line: int) -> tuple[Choice, ...]:
    part = state.sheet.activities[state.turn - 1].parts[line]
    firm = state.firms[seat]
    most = firm.money // state.sheet.high_price
    choices = []
    for risk_tier, (risk_cubes, _) in enumerate(part.risk):
        for delay_tier, (delay_cubes, _) in enumerate(part.delay):
            least = max(0, part.required + risk_cubes + delay_cubes - firm.stock)
            if least <= most:
                choices.append(Choice(Allocate(least, risk_tier, delay_tier), (Span("buy", least, most),)))
    return tuple(choices)


def default_move(state: State, seat: Seat, key: str) -> DomegoMove:
    """See `Rules.default`. A placement that has been made remains as it is."""
    kind, index = find(state, seat, key)
    if kind == "negotiate":
        return BreakOff()
    if kind == "buy":
        return Buy(min(most_affordable(state, seat), state.sheet.roles[seat].required))
    placed = state.placed[index]
    if placed is not None:
        return placed
    required = state.sheet.activities[state.turn - 1].parts[index].required
    return Allocate(max(0, required - state.firms[seat].stock))
