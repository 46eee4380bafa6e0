"""The negotiations of a seat: threads of offers, and the money left after accepting or failing."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.catalogue.domego.face import thens
from games.catalogue.domego.face.needs import needs_of
from games.catalogue.domego.face.purse import price_range, talk_key
from games.catalogue.domego.face.spans import Span, span_of
from games.catalogue.domego.names import role_names
from games.catalogue.domego.quantities import k
from games.catalogue.domego.rules.events import Agreed, BrokenOff, ContractDrawn, ContractFixed, Offered
from games.catalogue.domego.rules.types import Talk
from games.catalogue.domego.rules.view import View
from games.engine.types import Prompt
from games.ui.choice_preview import Then
from games.ui.faces import DecisionForm, RoleName, Scene, TimedEvent
from games.ui.nouns import named

SHOWN_LINES = 8
"""The number of offers shown; earlier ones are in the history."""
STATES = ("yours", "open", "theirs")
"""The states in the order of the page; settled negotiations come last."""
THREAD_KINDS = ("offered", "agreed", "broken_off", "contract_drawn", "contract_fixed")


@dataclass(frozen=True)
class Line:
    """An offer or its end; an `old` offer was replaced by a later one of the same side."""

    entry: TimedEvent
    mine: bool
    words: str
    price: str
    note: str
    old: bool


@dataclass(frozen=True)
class Thread:
    """A negotiation as one side sees it. `state` is yours, theirs, open (no offer yet), agreed, drawn or fixed."""

    key: str
    id: str
    other: RoleName
    said: Mapping[str, str]
    """The other role's name in the forms that sentences need."""
    person: str
    both_mine: bool
    """True if the reader also plays the other side."""
    is_payer: bool
    low: int
    high: int
    own: int | None
    standing: int | None
    price: int | None
    state: str
    span: Span
    lines: tuple[Line, ...]
    more: bool
    """True if there are earlier offers than these."""
    form: DecisionForm | None
    shown_price: Any
    least: int
    most: int
    break_words: str
    then: Then | None
    """The change of the expected end by a price: the typed price, else the current offer."""

    @property
    def is_open(self) -> bool:
        return self.state in ("yours", "theirs", "open")


def talks(scene: Scene, prompts: tuple[Prompt, ...], bound: DecisionForm | None) -> dict[str, Any]:
    """The context of talks.html."""
    view: View = scene.view
    contracts, seat = view.sheet.contracts, scene.seat
    own = [talk for talk in view.talks if seat in (contracts[talk.contract].payer, contracts[talk.contract].payee)]
    threads = sorted((_thread(scene, talk, prompts, bound) for talk in own), key=_rank)
    still_open = [thread for thread in threads if thread.is_open]
    agreed = len(threads) - len(still_open)
    yours = [thread for thread in still_open if thread.state == "yours"]
    first = next(iter(yours or [thread for thread in still_open if thread.state == "open"]), None)
    return {
        "threads": threads,
        "agreed": agreed,
        "first": first,
        "is_payer": any(thread.is_payer for thread in threads),
        "staged": view.options.payments == "staged",
        "ifs": _ifs(view, scene.seat or 0, still_open),
        **needs_of(view, scene.seat or 0),
        "still_open": len(still_open),
    }


def _rank(thread: Thread) -> int:
    return STATES.index(thread.state) if thread.state in STATES else len(STATES)


def _thread(scene: Scene, talk: Talk, prompts: tuple[Prompt, ...], bound: DecisionForm | None) -> Thread:
    view: View = scene.view
    contract, roles = view.sheet.contracts[talk.contract], role_names(scene.scenario)
    is_payer = scene.seat == contract.payer
    other = contract.payee if is_payer else contract.payer
    own, standing = (talk.payer_offer, talk.payee_offer) if is_payer else (talk.payee_offer, talk.payer_offer)
    key = talk_key(view, talk)
    least, most = price_range(view, key)
    form = bound if bound is not None and bound.prompt.key == key else None
    typed = form["price"].value() if form is not None and "price" in form.fields else None
    me = roles[scene.seat or 0]
    return Thread(
        key=key,
        id=f"talk-{roles[other].id}",
        other=roles[other],
        said=named(other=roles[other]),
        person=pgettext("person", "you") if other in scene.mine else scene.names.get(other, _("Bot")),
        both_mine=other in scene.mine,
        is_payer=is_payer,
        low=contract.low,
        high=contract.high,
        own=own,
        standing=standing,
        price=talk.price,
        state=_state(talk, scene.seat),
        span=span_of(contract.low, contract.high, (me, own), (roles[other], standing), talk.price),
        lines=_lines(scene, (contract.payer, contract.payee)),
        more=talk.payer_offers + talk.payee_offers > SHOWN_LINES,
        form=form,
        shown_price=typed if typed is not None else _suggested(own),
        least=least,
        most=most,
        break_words=_break_words(view, talk, is_payer),
        then=thens.of_price(scene, scene.seat or 0, talk.contract, _looked_at(typed, standing, own)),
    )


def _looked_at(typed: Any, standing: int | None, own: int | None) -> int | None:
    """The price whose worth is shown first."""
    if typed is not None and str(typed).isdecimal() and len(str(typed)) < 7:
        return int(typed)
    return standing if standing is not None else own


def _suggested(own: int | None) -> int | str:
    return "" if own is None else own


def _state(talk: Talk, seat: int | None) -> str:
    if talk.how != "open":
        return talk.how
    if talk.last is None:
        return "open"
    return "theirs" if talk.last == seat else "yours"


def _lines(scene: Scene, pair: tuple[int, int]) -> tuple[Line, ...]:
    told = [each for each in scene.thread if (each.event.payer, each.event.payee) == pair]
    last = {each.event.seat: each for each in told if isinstance(each.event, Offered)}
    return tuple(_line(scene, each, last.get(each.event.seat) is not each) for each in told[-SHOWN_LINES:])


def _line(scene: Scene, told: TimedEvent, replaced: bool) -> Line:
    event = told.event
    mine = event.seat == scene.seat
    if isinstance(event, Offered):
        asks = event.seat == event.payee
        if mine:
            words = _("You asked") if asks else _("You offered")
        else:
            words = _("Asked") if asks else _("Offered")
        return Line(told, mine, words, k(event.price), event.note, replaced)
    if isinstance(event, Agreed):
        return Line(told, mine, _("You accepted") if mine else _("Accepted"), k(event.price), "", old=False)
    if isinstance(event, BrokenOff):
        return Line(told, mine, _("You broke off") if mine else _("Broken off"), "", "", old=False)
    if isinstance(event, ContractDrawn):
        words = _("Low contract drawn") if event.which == "low" else _("High contract drawn")
        return Line(told, False, words, k(event.price), "", old=False)
    fixed: ContractFixed = event
    return Line(told, False, _("Fixed at"), k(fixed.price), "", old=False)


def _break_words(view: View, talk: Talk, is_payer: bool) -> str:
    contract = view.sheet.contracts[talk.contract]
    token = _("Each of you takes one failed negotiation, %(points)d points less.")
    price = _("You pay %(low)s or %(high)s, drawn at random.")
    if not is_payer:
        price = _("You are paid %(low)s or %(high)s, drawn at random.")
    words = {"points": view.sheet.failed_points, "low": k(contract.low), "high": k(contract.high)}
    return f"{token} {price}" % words


@dataclass(frozen=True)
class If:
    """The purse in one case."""

    title: str
    money: str
    sum: str
    more: str = ""


def _ifs(view: View, seat: int, still_open: list[Thread]) -> tuple[If, ...]:
    """The cases: now, all offers accepted, and all negotiations failed at worst. Later instalments are not counted."""
    money = view.firms[seat].money
    now = If(_("You hold"), k(money), "")
    if view.options.payments == "staged" or not still_open:
        return (now,)
    standing = [thread for thread in still_open if thread.standing is not None]
    cases = [now]
    if standing:
        prices = [-t.standing if t.is_payer else t.standing for t in standing if t.standing is not None]
        title = _("If you accept the standing offer") if len(standing) == 1 else _("If you accept all standing offers")
        cases.append(If(title, k(money + sum(prices)), _sum(money, prices)))
    prices = [-t.high if t.is_payer else t.low for t in still_open]
    points = view.sheet.failed_points * len(still_open)
    title = _("If the talk fails, at worst") if len(still_open) == 1 else _("If all talks fail, at worst")
    less = _("%(points)d points less") % {"points": points}
    cases.append(If(title, k(money + sum(prices)), _sum(money, prices), less))
    return tuple(cases)


def _sum(start: int, prices: list[int]) -> str:
    return " ".join([str(start), *(f"+ {price}" if price >= 0 else f"\u2212 {-price}" for price in prices)])
