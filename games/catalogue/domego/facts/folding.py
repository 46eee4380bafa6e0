"""Events into tables, one after the other."""

from typing import Any

from msgspec.structs import replace

from games.catalogue.domego.facts.tables import (
    ActivityPlayed,
    BankruptcySeen,
    CardEffect,
    CardSeen,
    ContractMade,
    Instalment,
    OfferMade,
    RoleTurn,
)
from games.catalogue.domego.rules import events
from games.catalogue.domego.rules.accounts import ACCOUNTS
from games.catalogue.domego.rules.facilitation import is_brought
from games.catalogue.domego.rules.scenario import Scenario
from games.catalogue.domego.rules.sheet import Goals, Sheet
from games.engine.ledger import Books
from games.engine.record import Record


class Folding:
    """The tables up to the last event added. `rows` are the roles' lines of the current activity."""

    def __init__(self, scenario: Scenario, sheet: Sheet) -> None:
        self.scenario, self.sheet = scenario, sheet
        self.books = Books(ACCOUNTS, sheet)
        self.activities: list[ActivityPlayed] = []
        self.contracts: dict[tuple[int, int], ContractMade] = {}
        self.bankruptcies: list[BankruptcySeen] = []
        self.rows: list[RoleTurn] = []
        self.begun: tuple[events.ActivityBegun, str] = (events.ActivityBegun(0, 0, 0), "")
        self.reduced = 0
        self.added = 0
        self.seen: list[CardSeen] = []
        self.plan = Goals(0, 0, 0)
        self.failing_card = ""
        self.finished = False

    def add(self, event: Any, record: Record) -> None:
        """Enter one event of a record."""
        self.books.add(event)
        match event:
            case events.ActivityBegun():
                self._begin(event, record)
            case events.Bought() | events.Placed() | events.Allocated():
                self._role_acts(event, record)
            case events.CardsDue():
                self.reduced, self.added = event.reduced, event.added
            case events.CardDrawn():
                self.seen.append(CardSeen(event.card, event.turn))
            case events.EffectApplied() | events.EffectDeferred():
                self._effect(event)
            case events.Bankrupt():
                self._bankruptcy(event, record)
            case events.ActivityEnded():
                self._end(event, record)
            case events.GameEnded():
                self.finished = True
            case _:
                self._contract(event, record)

    def _begin(self, event: events.ActivityBegun, record: Record) -> None:
        self.begun, self.seen, self.reduced = (event, record.at), [], 0
        activity = self.sheet.activities[event.turn - 1]
        self.rows = []
        for seat in range(len(self.sheet.roles)):
            line = activity.part_of[seat]
            required = activity.parts[line].required if line >= 0 else 0
            self.rows.append(RoleTurn(seat, 0, 0, takes_part=line >= 0, required=required))
        for index in activity.talks:
            contract = self.sheet.contracts[index]
            pair = contract.payer, contract.payee
            self.contracts[pair] = ContractMade(*pair, contract.low, contract.high, event.turn, "open")

    def _role_acts(self, event: events.Bought | events.Placed | events.Allocated, record: Record) -> None:
        row = self.rows[event.seat or 0]
        match event:
            case events.Bought():
                row = replace(row, bought_low=event.quantity)
            case events.Placed():
                row = replace(row, placements=row.placements + 1, placed_at=record.at, placed_by=record.by)
            case _:
                row = replace(
                    row,
                    placed=event.cubes,
                    risk_tier=event.risk_tier,
                    delay_tier=event.delay_tier,
                    fewer_cards=event.fewer_cards,
                    fewer_days=event.fewer_days,
                    bought_high=event.bought,
                )
        self.rows[row.seat] = row

    def _contract(self, event: Any, record: Record) -> None:
        payer = (event.seat or 0) if isinstance(event, events.Paid | events.InstalmentPaid) else event.payer
        pair = (payer, event.payee)
        made = self.contracts[pair]
        match event:
            case events.Offered():
                offer = OfferMade(event.seat or 0, event.price, event.note, record.at, record.by)
                made = replace(made, offers=(*made.offers, offer))
            case events.Agreed():
                made = replace(made, how="agreed", price=event.price, settled_by=event.seat, by=record.by, at=record.at)
            case events.BrokenOff():
                made = replace(made, settled_by=event.seat, by=record.by, at=record.at)
            case events.ContractDrawn():
                made = replace(made, how="drawn", price=event.price)
            case events.ContractFixed():
                made = replace(made, how="fixed", price=event.price, by=record.by, at=record.at)
            case events.Paid():
                made = replace(made, paid=event.amount, by_bank=event.by_bank)
            case _:
                part = Instalment(event.turn, event.amount, event.by_bank, record.at)
                made = replace(
                    made,
                    paid=made.paid + event.amount,
                    by_bank=made.by_bank + event.by_bank,
                    instalments=(*made.instalments, part),
                )
        self.contracts[pair] = made

    def _effect(self, event: events.EffectApplied | events.EffectDeferred) -> None:
        if isinstance(event, events.EffectDeferred):
            effect, since = CardEffect(event.op, event.amount, event.activity, event.seat, "deferred"), event.turn
        else:
            effect, since = _effect_of(event), event.since
            self.failing_card = event.card if event.how == "unpaid" else ""
            if event.seat is not None:
                row = self.rows[event.seat]
                self.rows[event.seat] = replace(
                    row,
                    forced=row.forced + event.bought,
                    risk_cubes=row.risk_cubes + event.cubes,
                    risk_k=row.risk_k + max(0, event.k),
                    received_k=row.received_k + max(0, -event.k),
                )
        if not self.seen or self.seen[-1].card != event.card:
            self.seen.append(CardSeen(event.card, since))
        self.seen[-1] = replace(self.seen[-1], effects=(*self.seen[-1].effects, effect))

    def _bankruptcy(self, event: events.Bankrupt, record: Record) -> None:
        seat = event.seat or 0
        card = self.failing_card if event.cause == "card" else ""
        self.bankruptcies.append(
            BankruptcySeen(
                event.turn,
                seat,
                event.cause,
                card,
                event.lost_money,
                event.lost_stock,
                event.payer,
                event.amount,
                event.by_bank,
                record.at,
            )
        )
        self.rows[seat] = replace(self.rows[seat], bankruptcies=self.rows[seat].bankruptcies + 1)

    def _end(self, event: events.ActivityEnded, record: Record) -> None:
        begun, begun_at = self.begun
        cards = [card for card in self.seen if not is_brought(card.card)]
        required = sum(row.required for row in self.rows)
        self.plan = Goals(self.plan.delay + event.base_days, self.plan.cost + required, 0)
        self.activities.append(
            ActivityPlayed(
                number=event.turn,
                base_days=event.base_days,
                slots=begun.slots,
                added=self.added,
                begun_at=begun_at,
                ended_at=record.at,
                fewer_cards=self.reduced,
                cards=event.cards,
                fewer_days=event.fewer_days,
                card_days=event.card_days,
                days=event.days,
                required=required,
                placed=event.placed,
                risk_cubes=event.card_cubes,
                risk_k=event.card_k,
                cost=event.cost,
                before=event.before,
                after=event.after,
                plan=self.plan,
                roles=tuple(self._closed_row(row) for row in self.rows),
                drawn=tuple(card for card in cards if card.since == event.turn),
                due=tuple(card for card in cards if card.since != event.turn),
                brought=tuple(card for card in self.seen if is_brought(card.card)),
            )
        )

    def _closed_row(self, row: RoleTurn) -> RoleTurn:
        """A role's line with its purse, and the cubes that it counts as having placed."""
        row = replace(row, money=self.books["money", row.seat], stock=self.books["stock", row.seat])
        if row.bankruptcies and row.takes_part:
            return replace(row, placed=row.required, delay_tier=0, fewer_days=0)
        return row


def _effect_of(event: events.EffectApplied) -> CardEffect:
    return CardEffect(
        event.op,
        event.amount,
        event.turn,
        event.seat,
        event.how,
        cubes=event.cubes,
        bought=event.bought,
        paid=event.paid,
        k=event.k,
    )
