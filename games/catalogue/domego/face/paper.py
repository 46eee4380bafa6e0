"""Decision sheets of a table with cubes and cards, the reading of their lines, and the order of the cards."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.catalogue.domego.names import activity_name, role_names
from games.catalogue.domego.quantities import cards, cubes, days, k, signed
from games.catalogue.domego.rules.allocation import cubes_of
from games.catalogue.domego.rules.compile import compiled
from games.catalogue.domego.rules.moves import Accept, Allocate, BreakOff, Buy, Offer
from games.catalogue.domego.rules.scenario import Scenario
from games.catalogue.domego.rules.sheet import Contract, Part, Sheet
from games.catalogue.domego.rules.types import Options, State
from games.catalogue.domego.rules.view import View
from games.engine.draws import Draws
from games.engine.types import Draw, Prompt, Seat
from games.ui.languages import localized
from games.ui.paper import Answer, BadLine, Box, PaperDraw, PaperLine, PaperRow, PaperTurn, TurnRows, made, numbers_in
from games.ui.printing import PrintTable

BROKEN_OFF: Final = ("x1", "x2")
"""A line for a negotiation without a price: the payer broke it off, or the payee."""


def turns(scenario: Scenario, options: Options) -> tuple[PaperTurn, ...]:
    """The decisions of each activity. Contracts that the options fix are left out."""
    sheet = compiled(scenario)[0]
    return tuple(
        PaperTurn(
            number,
            activity_name(scenario, number),
            (
                *(_buying(seat) for seat in activity.buys),
                *(
                    _talk(scenario, sheet.contracts[index])
                    for index in activity.talks
                    if _pair(sheet, sheet.contracts[index]) not in options.fixed_contracts
                ),
                *(_placing(part) for part in activity.parts),
            ),
        )
        for number, activity in enumerate(sheet.activities, 1)
    )


def rows(scenario: Scenario, state: State) -> TurnRows | None:
    """The rows of the present activity. A role that went bankrupt places nothing in it, so it has no row there. None
    when the match is over.
    """
    if state.phase == "over":
        return None
    sheet, activity = state.sheet, state.sheet.activities[state.turn - 1]
    found = [(_buying(seat), seat not in state.buyers) for seat in activity.buys]
    for talk in state.talks:
        if talk.how != "fixed":
            found.append((_talk(scenario, sheet.contracts[talk.contract]), talk.how != "open"))
    for line, part in enumerate(activity.parts):
        is_placed = state.phase == "allocation" and state.placed[line] is not None
        if is_placed or not state.bankrupt[part.role]:
            found.append((_placing(part), is_placed))
    return TurnRows(tuple(row for row, done in found if done), tuple(row for row, done in found if not done))


def lines(scenario: Scenario, state: State, prompts: Sequence[Prompt]) -> list[PaperLine]:
    """The lines of the open prompts. A negotiation has one line for both sides; decided placements come last, since
    they may still be changed.
    """
    found = []
    for prompt in sorted(prompts, key=lambda each: each.optional):
        seat = prompt.seat
        if prompt.kind == "buy":
            found.append(PaperLine(prompt, _buying(seat), partial(_read_buying, prompt)))
        elif prompt.kind == "allocate":
            activity = state.sheet.activities[state.turn - 1]
            part = activity.parts[activity.part_of[seat]]
            found.append(
                PaperLine(prompt, _placing(part), partial(_read_placing, prompt, part, state.firms[seat].stock))
            )
        elif prompt.params["side"] == "payer":
            contract = next(each for each in state.sheet.contracts if _pair(state.sheet, each) == _pair_of(prompt))
            found.append(PaperLine(prompt, _talk(scenario, contract), partial(_read_talk, prompt.key, contract)))
    return found


def _pair(sheet: Sheet, contract: Contract) -> str:
    return f"{sheet.role_ids[contract.payer]}>{sheet.role_ids[contract.payee]}"


def _pair_of(prompt: Prompt) -> str:
    return f"{prompt.params['payer']}>{prompt.params['payee']}"


def _buying(seat: Seat) -> PaperRow:
    return PaperRow(seat, _("Buys at the special price"), (Box(_("cubes")),))


def _read_buying(prompt: Prompt, text: str) -> tuple[Answer, ...]:
    numbers = numbers_in(text)
    if numbers is None or len(numbers) != 1:
        raise BadLine(_("Type one number: the cubes that the role buys, 0 for none."))
    return (Answer(prompt.seat, prompt.key, made(Buy(0), {"quantity": numbers[0]})),)


def _talk(scenario: Scenario, contract: Contract) -> PaperRow:
    names = role_names(scenario)
    sides = (names[contract.payer].name, names[contract.payee].name)
    ended = tuple(f"{sign}: {name}" for sign, name in zip(BROKEN_OFF, sides, strict=True))
    title = _("Agrees on a price with: %(name)s") % {"name": sides[1]}
    return PaperRow(contract.payer, title, (Box(_("price in k")), Box(_("or broken off by"), ended)))


def _read_talk(key: str, contract: Contract, text: str) -> tuple[Answer, ...]:
    """A price is entered as the payer's offer, which the payee accepts."""
    typed, payer, payee = text.strip().casefold(), contract.payer, contract.payee
    if typed in BROKEN_OFF:
        return (Answer((payer, payee)[BROKEN_OFF.index(typed)], key, BreakOff()),)
    numbers = numbers_in(typed)
    if numbers is None or len(numbers) != 1:
        raise BadLine(_("Type the price in k, or x1 or x2 for the side that broke off."))
    price = {"price": numbers[0]}
    return (Answer(payer, key, made(Offer(0), price)), Answer(payee, key, made(Accept(0), price)))


def _placing(part: Part) -> PaperRow:
    boxes = [
        Box(label, tuple(_tier(number, extra, gain) for number, (extra, gain) in enumerate(tiers)))
        for label, tiers in ((_("against risk (cards)"), part.risk), (_("against duration (days)"), part.delay))
        if len(tiers) > 1
    ]
    title = _("Places %(cubes)s, and more") % {"cubes": cubes(part.required)}
    return PaperRow(part.role, title, (*boxes, Box(_("bought at the full price"))))


def _tier(number: int, extra: int, gain: int) -> str:
    if not number:
        return f"0: {_('none')}"
    return f"{number}: {cubes(extra)}, {signed(-gain)}"


def _read_placing(prompt: Prompt, part: Part, stock: int, text: str) -> tuple[Answer, ...]:
    """The tiers in the order of the sheet, then the cubes bought. Without that number the fewest are bought."""
    fields = [name for name, tiers in (("risk_tier", part.risk), ("delay_tier", part.delay)) if len(tiers) > 1]
    numbers = numbers_in(text)
    if numbers is None or not len(fields) <= len(numbers) <= len(fields) + 1:
        words = [_("the number ringed against risk"), _("the number ringed against duration")]
        asked = [word for word, name in zip(words, ("risk_tier", "delay_tier"), strict=True) if name in fields]
        wanted = ", ".join([*asked, _("then the cubes bought, if any")])
        raise BadLine(_("Type, with spaces: %(wanted)s.") % {"wanted": wanted})
    move = made(Allocate(), dict(zip([*fields, "buy"], numbers, strict=False)))
    if len(numbers) == len(fields) and move.risk_tier < len(part.risk) and move.delay_tier < len(part.delay):
        move = made(move, {"buy": max(0, cubes_of(part, move) - stock)})
    return (Answer(prompt.seat, prompt.key, move),)


def counters(scenario: Scenario, view: View) -> list[tuple[str, str]]:
    """The three counters, and the money and the cubes of each role."""
    found = [
        (_("Duration"), days(view.delay)),
        (_("Cost"), str(view.cost)),
        (_("Failures"), cards(view.failures)),
    ]
    for role, firm in zip(role_names(scenario), view.firms, strict=True):
        found.append((role.name, f"{k(firm.money)}, {cubes(firm.stock)}"))
    return found


def chance(scenario: Scenario, options: Options, draws: Draws) -> list[PrintTable]:
    """The standard contract that each failed negotiation draws, and the order of the cards of each activity."""
    sheet, decks = compiled(scenario)
    titles, names = _titles(scenario), role_names(scenario)
    contracts, stacks = [], []
    for turn, activity in enumerate(sheet.activities, 1):
        name = f"{turn}. {activity_name(scenario, turn)}"
        for index in activity.talks:
            contract = sheet.contracts[index]
            high = draws.below(2, f"activity-{turn}/contract/{_pair(sheet, contract)}")
            sides = f"{names[contract.payer].name}, {names[contract.payee].name}"
            contracts.append((name, sides, k(contract.high if high else contract.low)))
        left = list(decks[turn - 1])
        order: list[str] = []
        while left:
            card = left.pop(draws.below(len(left), f"activity-{turn}/card-{len(order) + 1}"))
            order.append(f"{len(order) + 1}. {titles[card.id]}")
        stacks.append((name, "; ".join(order)))
    return [
        PrintTable(_("Cards, the first to turn over first"), (_("Activity"), _("Cards")), tuple(stacks)),
        PrintTable(
            _("Contracts if a negotiation is broken off"),
            (_("Activity"), _("Payer and payee"), _("standard contract")),
            tuple(contracts),
        ),
    ]


def draw(scenario: Scenario, state: State, label: str, earlier: Sequence[Draw]) -> PaperDraw:
    """A draw of a table with its own cards: a standard contract, or a risk card of an activity. Cards are numbered in
    the order of the activity's deck; drawn ones are left out.
    """
    activity, what = label.split("/")[:2]
    turn, titles = int(activity.removeprefix("activity-")), _titles(scenario)
    name = f"{turn}. {activity_name(scenario, turn)}"
    if what == "contract":
        pair = label.removeprefix(f"{activity}/contract/")
        contract = next(each for each in state.sheet.contracts if _pair(state.sheet, each) == pair)
        sides = [role_names(scenario)[seat].name for seat in (contract.payer, contract.payee)]
        title = _("%(activity)s: the standard contract drawn, %(payer)s and %(payee)s") % {
            "activity": name,
            "payer": sides[0],
            "payee": sides[1],
        }
        return PaperDraw(title, ((1, k(contract.low)), (2, k(contract.high))))
    left = list(enumerate(state.decks[turn - 1], 1))
    for each in earlier:
        if each.label.startswith(f"{activity}/card-"):
            left.pop(each.value)
    title = _("%(activity)s: card %(number)s turned over") % {"activity": name, "number": what.removeprefix("card-")}
    return PaperDraw(title, tuple((number, titles[card.id]) for number, card in left))


def _titles(scenario: Scenario) -> dict[str, str]:
    """The titles of the risk cards, by their ids."""
    return {card.id: capfirst(localized(card.title)) for card in scenario.risk_cards}
