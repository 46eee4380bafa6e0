"""The other parts of the table: the round, the market, stacks, crews, and the players around the table."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.catalogue.master_builder import cards, names
from games.catalogue.master_builder.face.comparing import latest
from games.catalogue.master_builder.face.finances import Forecast, finances_of, forecast, in_bank, repay_price
from games.catalogue.master_builder.face.panels_market import LotRow, lot_row
from games.catalogue.master_builder.face.people import Person, crew_of, in_stack, person
from games.catalogue.master_builder.rules import events
from games.catalogue.master_builder.rules.scenario import SKILLS
from games.catalogue.master_builder.rules.types import LOAN_TYPES
from games.catalogue.master_builder.rules.view import View
from games.ui.faces import RoleName, Scene, TimedEvent

RECORD_KINDS = (
    "economy_turned", "event_turned", "wages_raised", "left", "made_unavailable", "nominated", "raised", "limit_left",
    "won", "work", "idle", "finished",
)  # fmt: skip
"""The kinds of events that the board needs: cards turned, their effects on crews, bids, the viewer's limits,
sections.
"""
THREAD_KINDS = ("nominated", "raised", "bid_passed", "won")
PHASE_OF = {"hire": 0, "contracts": 1, "events": 2, "rent": 3, "plan": 3, "wages": 4, "over": 5}
TRACK = 324
"""The length of a wage track in the drawing."""


@dataclass(frozen=True)
class Step:
    """A phase of the round: `state` is past, now or next."""

    name: str
    state: str


@dataclass(frozen=True)
class DrawnCard:
    """A card that was turned in this round."""

    kind: str
    name: str
    text: str
    is_open: bool


def phases() -> dict[str, str]:
    """The five phases of a round."""
    return {
        "hire": _("Hire and fire"),
        "contracts": _("Contracts"),
        "events": _("Events"),
        "build": _("Build"),
        "wages": _("Wages"),
    }


def steps(view: View) -> list[Step]:
    """The five phases with their state: past, now or next."""
    now = PHASE_OF[view.phase]
    return [
        Step(name, "past" if at < now else "now" if at == now else "next") for at, name in enumerate(phases().values())
    ]


def drawn(scene: Scene) -> list[DrawnCard]:
    """The economy card and the events of the round."""
    view: View = scene.view
    found = []
    for event in scene.record:
        if event.turn != view.round:
            continue
        if isinstance(event, events.EconomyTurned):
            text = _("Contracts that it brings: %(number)d") % {"number": event.reveal}
            found.append(DrawnCard(_("Economy"), cards.economy(scene.scenario, event.card), text, False))
        elif isinstance(event, events.EventTurned):
            card = view.sheet.event(event.event)
            name = cards.event(view.sheet, event.event)
            found.append(DrawnCard(_("Event"), name, cards.event_text(card), view.fate.event == event.event))
    return found


@dataclass(frozen=True)
class BidLine:
    """A bid or another action of the auction in the thread."""

    role: RoleName
    words: str
    price: str
    entry: TimedEvent
    mine: bool


def bids(scene: Scene) -> list[BidLine]:
    """The actions of the current auction, oldest first; without one, those of the last auction."""
    roles = names.role_names(scene.scenario)
    lines: list[BidLine] = []
    for each in scene.thread:
        event = each.event
        if isinstance(event, events.Nominated):
            lines = []
        made = _bid_words(scene, event)
        lines.append(BidLine(roles[event.seat], made[0], made[1], each, event.seat == scene.seat))
    return lines


def _bid_words(scene: Scene, event: Any) -> tuple[str, str]:
    if isinstance(event, events.BidPassed):
        return _("passes"), ""
    if isinstance(event, events.Won):
        text = _("gets %(contract)s for") % {"contract": cards.contract(scene.scenario, event.contract)}
        return text, names.k(event.price)
    if isinstance(event, events.Nominated):
        text = _("puts up %(contract)s and bids") % {"contract": cards.contract(scene.scenario, event.contract)}
        return text, names.k(event.bid)
    return _("bids"), names.k(event.bid)


def market(scene: Scene) -> dict[str, Any]:
    """Contracts on offer and the current auction; `is_listed` if the reader's decision has the same list."""
    view: View = scene.view
    cash = view.firms[scene.seat].cash if scene.seat is not None else 0
    auction = view.auction
    rows: list[LotRow] = [lot_row(view, lot, cash, "") for lot in view.lots]
    listed = bool({"nominate", "buy"} & {prompt.kind for prompt in scene.own_prompts()})
    made: dict[str, Any] = {"lots": rows, "is_listed": listed, "left": view.deck_left, "under": None}
    made["bids"] = bids(scene)
    if auction is not None:
        made["under"] = {
            "contract": auction.contract,
            "name": cards.contract(view.sheet, auction.contract),
            "price": names.k(auction.price),
            "leader": names.players_named(player=auction.leader),
            "still": names.listed([names.player_name(seat) for seat in auction.still]),
            "limit": names.k(auction.limit) if auction.limit else "",
        }
    return made


@dataclass(frozen=True)
class StackRow:
    """A stack of workers; `back` were fired and are at its bottom."""

    skill: str
    css: str
    letter: str
    top: Person | None
    workers: int
    cheapest: int
    dearest: int


def stacks(view: View) -> list[StackRow]:
    """The stacks, highest skill first."""
    rows = []
    for rank, (skill, stack) in enumerate(zip(SKILLS, view.stacks, strict=True), start=1):
        wages = [view.sheet.worker(each).wage for each in in_stack(view, rank)]
        top = person(view.sheet, stack.top) if stack.top else None
        rows.append(
            StackRow(
                names.skills(skill),
                skill.lower(),
                names.letter(skill),
                top,
                stack.workers,
                min(wages, default=0),
                max(wages, default=0),
            )
        )
    return rows[::-1]


@dataclass(frozen=True)
class Segment:
    """A worker's wage on the track: the start and length of its bar in the drawing."""

    x: float
    width: float
    css: str
    letter: str

    @property
    def middle(self) -> float:
        """The x coordinate of the letter."""
        return self.x + self.width / 2


@dataclass(frozen=True)
class Track:
    """A wage track with a segment for each worker. The part beyond its end is cut off."""

    segments: tuple[Segment, ...]
    end: float
    words: str


def track(view: View, seat: int) -> Track:
    """The wage track of a crew, highest skill first."""
    unit, at, segments = TRACK / view.sheet.wage_limit, 0.0, []
    crew = crew_of(view, seat)
    for who in crew:
        width = min(who.wage * unit, TRACK - at)
        if width > 0:
            segments.append(Segment(round(1 + at, 1), round(width, 1), who.css, who.letter))
        at = min(TRACK, at + who.wage * unit)
    text = _("Wages of %(wages)s of at most %(limit)s: %(crew)s")
    said = {
        "wages": names.k(view.firms[seat].wages),
        "limit": names.k(view.sheet.wage_limit),
        "crew": ", ".join(f"{who.full} {names.k(who.wage)}" for who in crew) or _("no workers"),
    }
    return Track(tuple(segments), round(1 + at, 1), text % said)


def ticks(view: View) -> list[tuple[float, int]]:
    """The positions of the numbers on the track, at every fifth k."""
    limit = view.sheet.wage_limit
    return [(round(1 + TRACK * wage / limit, 1), wage) for wage in range(0, limit + 1, 5)]


@dataclass(frozen=True)
class PlayerRow:
    """A player in the list of players."""

    seat: int
    role: RoleName
    holder: str
    me: bool
    first: bool
    awaited: bool
    cash: str
    wages: int
    crew: list[Person]
    sites: str
    loans: str
    score: str

    @property
    def named(self) -> dict[str, str]:
        return names.players_named(player=self.seat)


def player_rows(scene: Scene) -> list[PlayerRow]:
    """The rows of all players, by seat."""
    view: View = scene.view
    asked = {prompt.seat for prompt in scene.prompts if not prompt.optional}
    roles = names.role_names(scene.scenario)
    rows = []
    for seat, firm in enumerate(view.firms):
        now = finances_of(view, seat)
        rows.append(
            PlayerRow(
                seat=seat,
                role=roles[seat],
                holder=scene.names.get(seat, ""),
                me=seat == scene.seat,
                first=seat == view.first,
                awaited=seat in asked,
                cash=names.k(firm.cash),
                wages=firm.wages,
                crew=crew_of(view, seat),
                sites=_sites(view, seat),
                loans=names.k(now.debts) if now.loans else "",
                score=names.k(now.score),
            )
        )
    return rows


def _sites(view: View, seat: int) -> str:
    """A text such as `Baker's House 4/6, Town Hall 6/6`."""
    return ", ".join(
        _("%(contract)s %(built)d/%(sections)d")
        % {
            "contract": cards.contract(view.sheet, site.contract),
            "built": site.standing.bit_count(),
            "sections": len(view.sheet.contract(site.contract).sections),
        }
        for site in view.firms[seat].sites
    )


@dataclass(frozen=True)
class LoanLine:
    """Open loans of one type: the money lent, the price of repayment now, and the cost so far."""

    words: str
    number: int
    lent: str
    cost: str
    interest: str


def own_firm(scene: Scene, seat: int) -> dict[str, Any]:
    """The sheet of one player: crew, money, loans with their cost to date, and the forecast."""
    view: View = scene.view
    now, ahead = finances_of(view, seat), forecast(view, seat)
    firm = view.firms[seat]
    loans = []
    for loan, number, cost in now.loans:
        lent = number * view.sheet.loan(loan).cash
        loans.append(LoanLine(names.loan(loan), number, names.k(lent), names.k(cost), names.k(cost - lent)))
    return {
        "seat": seat,
        "role": names.role_names(scene.scenario)[seat],
        "cash": names.k(firm.cash),
        "crew": crew_of(view, seat),
        "wages": firm.wages,
        "wage_limit": view.sheet.wage_limit,
        "track": track(view, seat),
        "loans": loans,
        "debts": names.k(now.debts),
        "rates": [(names.loan(loan), names.k(repay_price(view, loan)), in_bank(view, loan)) for loan in LOAN_TYPES],
        "hand": [(cards.event(view.sheet, id_), cards.event_text(view.sheet.event(id_))) for id_ in view.events],
        "plan": [cards.piece(view.sheet, each) for each in view.plan or ()],
        "planned": view.plan is not None,
        "compared": latest(scene, seat),
        "score": names.k(now.score),
        **_ahead(ahead, now.partial),
    }


def _ahead(ahead: Forecast, partial: int) -> dict[str, Any]:
    return {
        "ahead": [
            (_("Cash now"), names.k(ahead.cash)),
            (_("Wages of this round"), names.k(-ahead.wages)),
        ],
        "after_round": names.k(ahead.cash - ahead.wages),
        "short": ahead.cash < ahead.wages,
        "rounds": ahead.rounds,
        "all_wages": names.k(ahead.all_wages),
        "payments": names.k(ahead.payments),
        "partial": names.k(partial),
        "at_the_end": names.k(ahead.at_the_end),
    }
