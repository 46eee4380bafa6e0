"""Facts of a match for tests of patterns: `play_of(**changes)` has no pattern except those caused by the changes.

Its record is made from the tables, so that citations can be looked up.
"""

from typing import Any

from msgspec.structs import replace

from games.catalogue.domego.debrief.patterns import Play
from games.catalogue.domego.debrief.story import Story
from games.catalogue.domego.facts.tables import (
    ActivityPlayed,
    BankruptcySeen,
    CardEffect,
    CardSeen,
    ContractMade,
    Facts,
    OfferMade,
    RoleResult,
    RoleTurn,
)
from games.catalogue.domego.rules.scoring import Points
from games.catalogue.domego.rules.sheet import Goals
from games.engine.types import Target
from games.ui.patterns import Logged, Trace
from tests.games.catalogue.domego.table import CLASSIC, ROLES

SEATS = range(len(ROLES))
OWNER, ARCHITECT, ENGINEER, INSPECTOR, STRUCTURE, FITOUT = SEATS


def targets(delay: int = 378, cost: int = 131, failures: int = 18) -> tuple[Target, ...]:
    """Targets; the usual ones are 380, 135 and 20."""
    values = {"delay": (delay, 380), "cost": (cost, 135), "failures": (failures, 20)}
    return tuple(Target(name, value, target, value <= target) for name, (value, target) in values.items())


def turn(seat: int, **more: Any) -> RoleTurn:
    """A role that places the required two cubes."""
    return RoleTurn(**{"seat": seat, "money": 30, "stock": 0, "takes_part": True, "required": 2, "placed": 2, **more})


def activity(number: int, *turns: RoleTurn, **more: Any) -> ActivityPlayed:
    """An activity that goes as planned: ten days, two slots, one of their cards avoided."""
    rows = tuple(next((row for row in turns if row.seat == seat), turn(seat)) for seat in SEATS)
    values: dict[str, Any] = {
        "number": number,
        "base_days": 10,
        "slots": 2,
        "added": 0,
        "begun_at": "",
        "ended_at": "",
        "fewer_cards": 1,
        "cards": 1,
        "fewer_days": 1,
        "card_days": 0,
        "days": 10,
        "required": 12,
        "placed": sum(row.placed for row in rows),
        "risk_cubes": 0,
        "risk_k": 0,
        "cost": 12,
        "before": Goals(10 * (number - 1), 12 * (number - 1), number - 1),
        "after": Goals(10 * number, 12 * number, number),
        "plan": Goals(10 * number, 12 * number, 0),
        "roles": rows,
        "drawn": (),
        "due": (),
    }
    return ActivityPlayed(**{**values, **more})


def activities(*changed: ActivityPlayed) -> tuple[ActivityPlayed, ...]:
    """Six activities; in the first one a role bought a day, as in most matches."""
    usual = {each.number: each for each in changed}
    first = activity(1, turn(OWNER, fewer_days=1))
    return tuple(usual.get(number) or (first if number == 1 else activity(number)) for number in range(1, 7))


def role(seat: int, **more: Any) -> RoleResult:
    """A role that made five points and spent its money on cubes at the special price."""
    values: dict[str, Any] = {
        "seat": seat,
        "id": ROLES[seat],
        "start_money": 30,
        "money": 8,
        "stock": 0,
        "bought_low": 12,
        "bought_high": 0,
        "forced": 0,
        "required": 12,
        "placed": 12,
        "risk_cubes": 0,
        "risk_k": 0,
        "contract_paid": 0,
        "contract_received": 0,
        "bankruptcies": 0,
        "failed": 0,
        "points": points(5),
        "place": seat + 1,
    }
    return RoleResult(**{**values, **more})


def points(total: int, *objectives: int) -> Points:
    """The points of a role; by default the first objective gave them."""
    return Points(objectives or (max(0, total), 0), 0, 0, total)


def roles(*changed: RoleResult) -> tuple[RoleResult, ...]:
    """All six."""
    return tuple(next((each for each in changed if each.seat == seat), role(seat)) for seat in SEATS)


def offers(*said: tuple[int, int]) -> tuple[OfferMade, ...]:
    """Offers as (seat, price)."""
    return tuple(OfferMade(seat, price, "", "", "player") for seat, price in said)


def contract(price: int = 100, *said: tuple[int, int], how: str = "agreed", **more: Any) -> ContractMade:
    """The contract of owner and architect, by default with the range 80 to 115 and three offers."""
    said = said or ((OWNER, 90), (ARCHITECT, 108), (OWNER, 100))
    values = {"price": price, "paid": price, "offers": offers(*said), "settled_by": ARCHITECT, **more}
    return ContractMade(OWNER, ARCHITECT, 80, 115, 3, how, **values)


def bankruptcy(seat: int = STRUCTURE, number: int = 4, cause: str = "instalment", **more: Any) -> BankruptcySeen:
    """A firm that lost 3k and a cube, replaced by one that its payer paid."""
    values = {"card": "", "lost_money": 3, "lost_stock": 1, "payer": ARCHITECT, "amount": 9, "by_bank": 0, "at": ""}
    return BankruptcySeen(number, seat, cause, **{**values, **more})


def card(name: str = "04-01", since: int = 4, *effects: CardEffect) -> CardSeen:
    """A card with its effect."""
    return CardSeen(name, since, effects)


def play_of(**changes: Any) -> Play:
    """The facts of the match. `changes` are fields of the facts."""
    facts = Facts(
        finished=True,
        reached=Goals(378, 131, 18),
        targets=targets(),
        activities=activities(),
        contracts=(contract(),),
        bankruptcies=(),
        roles=roles(),
    )
    facts = replace(facts, **changes)
    return Play(Story(CLASSIC, facts), record(facts))


def record(facts: Facts) -> Trace:
    """The record: events of the kinds that the rules write, in the order of the activities."""
    events: list[Logged] = []

    def say(kind: str, number: int, seat: int | None = None, **data: Any) -> None:
        events.append(Logged(len(events), len(events), kind, number, seat, data))

    for each in facts.activities:
        say("activity_begun", each.number)
        for row in (row for row in each.roles if row.bought_low):
            say("bought", each.number, row.seat, quantity=row.bought_low)
        for made in (made for made in facts.contracts if made.activity == each.number):
            _talk(made, say)
        for again in (row for row in each.roles for _time in range(row.placements)):
            say("placed", each.number, again.seat)
        for row in each.roles:
            say("allocated", each.number, row.seat, bought=row.bought_high)
        say("cards_due", each.number)
        for seen in each.drawn:
            say("card_drawn", each.number, card=seen.card)
        for seen in (*each.drawn, *each.due):
            for effect in seen.effects:
                kind = "effect_deferred" if effect.how == "deferred" else "effect_applied"
                more = {"cubes": effect.cubes, "bought": effect.bought, "how": effect.how}
                say(kind, each.number, effect.seat, card=seen.card, op=effect.op, amount=effect.amount, **more)
        for seen in (seen for seen in facts.bankruptcies if seen.activity == each.number):
            say("bankrupt", each.number, seen.seat, cause=seen.cause)
        say("activity_ended", each.number)
    say("game_ended", len(facts.activities))
    return Trace(roles=ROLES, events=tuple(events))


def _talk(made: ContractMade, say: Any) -> None:
    pair = {"payer": made.payer, "payee": made.payee}
    for offer in made.offers:
        say("offered", made.activity, offer.seat, price=offer.price, **pair)
    if made.how == "drawn":
        say("broken_off", made.activity, made.settled_by, **pair)
    say("agreed" if made.how == "agreed" else "contract_drawn", made.activity, made.settled_by, **pair)
    say("paid", made.activity, made.payer, payee=made.payee, amount=made.paid)
