"""Trade as the page shows it: the offers of the turn, what can be answered, and the forms for new ones."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.engine.types import Prompt
from games.kit.faces import DecisionForm, RoleName, Scene, Told
from games.kit.nouns import named
from games.kit.seats import lettered, player_name, players_named
from games.utboheme import names
from games.utboheme.asked import answerable
from games.utboheme.forms_trade import ALL, OfferForm, errors_of
from games.utboheme.plan_form import bank_options
from games.utboheme.rules.events import Harvested, Offered
from games.utboheme.rules.resources import RESOURCES, Cards, covers
from games.utboheme.rules.trade import given, wanted
from games.utboheme.rules.types import MOST_OFFERS, Need, OnOffer, in_act
from games.utboheme.rules.view import View
from games.utboheme.words import located, words_of

Handful = tuple[tuple[str, int], ...]
"""Resources with numbers above 0."""
TRADE_KINDS = ("offered", "offer_answered", "offer_closed", "traded", "bank_traded")
THREAD_KINDS = ("harvested", *TRADE_KINDS)
"""The dice are told beside them: what they brought stands on the island."""


@dataclass(frozen=True)
class Reply:
    """How a player stands to an offer. `deal` is the value of the button that carries it out with them, `who` their
    name.
    """

    role: RoleName
    who: str
    words: str
    deal: str
    done: bool
    off: bool = False

    @property
    def the_who(self) -> str:
        """Their name within a sentence: a person's has no article."""
        return named(who=self.role)["the_who"] if self.who == self.role.name else self.who


@dataclass(frozen=True)
class Standing:
    """An offer on the table. `key` is the reader's open question about it, `gives` and `gets` are the reader's side,
    in words and as `give` and `get`, one (resource, number) for each resource. `need` is what its maker says to need it
    for.
    """

    number: int
    role: RoleName
    who: str
    mine: bool
    words: str
    key: str
    accepted: bool
    gives: str
    gets: str
    give: Handful
    get: Handful
    need: str
    lacks: bool
    replies: tuple[Reply, ...]
    can_withdraw: bool
    is_counter: bool

    @property
    def fill(self) -> str:
        """The fields of the form for another offer, as this one would have them."""
        sides = (("give", self.give), ("get", self.get))
        return " ".join(f"{side}-{name}={number}" for side, some in sides for name, number in some)


@dataclass(frozen=True)
class Line:
    """What happened in the trade of this turn."""

    role: RoleName
    html: str
    at: datetime
    mine: bool


@dataclass(frozen=True)
class Amount:
    """A column of the form: a resource with what was typed on both sides."""

    css: str
    short: str
    name: str
    held: int
    give: str
    get: str


def standing(scene: Scene) -> tuple[Standing, ...]:
    """Offers of this turn that are still on the table, oldest first."""
    view: View = scene.view
    return tuple(_standing(scene, view, offer) for offer in view.offers)


def _standing(scene: Scene, view: View, offer: OnOffer) -> Standing:
    me = scene.seat
    key = next((prompt.key for prompt in answerable(scene) if prompt.params.get("offer") == offer.number), "")
    gives, gets = given(offer.cards), wanted(offer.cards)
    if me != offer.seat:
        gives, gets = gets, gives
    lacks = me is not None and not covers(view.hand, gives)
    active = me is not None and me == view.seat and any(prompt.kind == "act" for prompt in answerable(scene))
    replies = [] if offer.seat != view.seat else [
        _reply(scene, offer, seat, answer, active and not lacks) for seat, answer in enumerate(offer.answers)
        if answer != "unasked" and seat != me
    ]  # fmt: skip
    if offer.seat != view.seat and active:
        deal = "" if lacks else f"{offer.number}-{offer.seat}"
        role = lettered(offer.seat)
        replies.append(Reply(role, scene.names.get(offer.seat) or role.name, _("ready to trade"), deal, True))
    return Standing(
        number=offer.number,
        role=lettered(offer.seat),
        who=scene.names.get(offer.seat) or player_name(offer.seat),
        mine=me == offer.seat,
        words=offer_words(offer.cards),
        key=key,
        accepted=me is not None and offer.answers[me] == "accepted",
        gives=names.cards(gives),
        gets=names.cards(gets),
        give=handful(gives),
        get=handful(gets),
        need=need_words(_need(scene, offer)),
        lacks=lacks,
        replies=tuple(replies),
        can_withdraw=active,
        is_counter=offer.seat != view.seat,
    )


def handful(cards: Cards) -> Handful:
    """What there is of a handful, resource by resource."""
    return tuple((name, number) for name, number in zip(RESOURCES, cards, strict=True) if number > 0)


def _need(scene: Scene, offer: OnOffer) -> Need | None:
    """What the maker of an offer says to need it for."""
    made = (told.event for told in scene.thread if isinstance(told.event, Offered))
    return next((event.need or None for event in made if event.number == offer.number), None)


def need_words(need: Need | None) -> str:
    """After the maker's name."""
    return _("says: needed for %(what)s") % {"what": names.needed(need)} if need else ""


def _again(scene: Scene) -> dict[str, Any] | None:
    """The active player's last offer of this turn that stands no longer, to be made once more as it was."""
    view: View = scene.view
    if scene.seat != view.seat or view.made[view.seat] >= MOST_OFFERS:
        return None
    made = [told.event for told in scene.thread if isinstance(told.event, Offered) and told.event.seat == view.seat]
    if not made or any(offer.seat == view.seat for offer in view.offers):
        return None
    last = max(made, key=lambda event: event.number)
    if not covers(view.hand, given(last.cards)):
        return None
    return {
        "give": handful(given(last.cards)),
        "get": handful(wanted(last.cards)),
        "to": str(last.asked[0]) if len(last.asked) == 1 else ALL,
        "words": offer_words(last.cards),
    }


def _reply(scene: Scene, offer: OnOffer, seat: int, answer: str, can_confirm: bool) -> Reply:
    words = {
        "open": _("has not answered yet"),
        "accepted": _("accepts"),
        "refused": _("refuses"),
        "countered": _("made another offer"),
    }[answer]
    deal = f"{offer.number}-{seat}" if can_confirm and answer == "accepted" else ""
    role = lettered(seat)
    who = scene.names.get(seat) or role.name
    return Reply(role, who, words, deal, answer == "accepted", answer in ("refused", "countered"))


def offer_words(cards: Cards) -> str:
    """`2 beers for 1 food`, from the side of who offers."""
    return _("%(given)s for %(taken)s") % {"given": names.cards(given(cards)), "taken": names.cards(wanted(cards))}


def lines(scene: Scene) -> tuple[Line, ...]:
    """The thread of this turn."""
    return tuple(_line(scene, told) for told in scene.thread if not isinstance(told.event, Harvested))


def _line(scene: Scene, told: Told) -> Line:
    words = words_of(scene.scenario, told.event)
    seat = told.event.seat
    return Line(lettered(seat), located(scene.view.board, words.html) if words else "", told.at, seat == scene.seat)


def is_open(view: View) -> bool:
    """Can players trade with the active one now?"""
    allowed = view.figures.asides and view.options.player_trade and not view.building
    return allowed and in_act(view.stage, view.back)


def form_prompt(scene: Scene) -> Prompt | None:
    """The question that a new offer of the reader answers, None where there can be none. Who is asked, counters."""
    view: View = scene.view
    seat = scene.seat
    if seat is None or not is_open(view) or view.made[seat] >= MOST_OFFERS:
        return None
    kinds = ("act",) if seat == view.seat else ("answer", "orders")
    own = [prompt for prompt in answerable(scene) if prompt.kind != "answer" or not prompt.optional]
    return next((prompt for kind in kinds for prompt in own if prompt.kind == kind), None)


def amounts(view: View, data: Any) -> tuple[Amount, ...]:
    """The columns of the form, with what was typed."""
    return tuple(
        Amount(
            name,
            names.short_resource(name),
            names.resource(name),
            number,
            str(data.get(f"give-{name}", "")),
            str(data.get(f"get-{name}", "")),
        )
        for name, number in zip(RESOURCES, view.hand, strict=True)
    )


def region(scene: Scene, bound: DecisionForm | None = None) -> dict[str, Any]:
    """What the region of trade shows. `bound` is a refused form of it."""
    view: View = scene.view
    mine = bound if isinstance(bound, OfferForm) else None
    data: Any = mine.data if mine is not None else {}
    prompt = form_prompt(scene)
    act = next((each for each in answerable(scene) if each.kind == "act"), None)
    active = scene.seat is not None and scene.seat == view.seat
    if mine is not None and any(each.key == mine.prompt.key for each in answerable(scene)):
        prompt = mine.prompt
    return {
        "standing": standing(scene),
        "lines": lines(scene),
        "open": is_open(view),
        "allowed": view.figures.asides and view.options.player_trade,
        "prompt": prompt,
        "counters": prompt.params.get("offer") if prompt is not None else None,
        "amounts": amounts(view, data),
        "to": str(data.get("to", ALL)),
        "again": _again(scene) if prompt is not None else None,
        "partners": [(str(seat), lettered(seat)) for seat in range(len(view.hand_counts)) if seat != view.seat],
        "active": active,
        "turn_of": players_named(player=view.seat),
        "left": MOST_OFFERS - view.made[scene.seat] if scene.seat is not None else 0,
        "errors": errors_of(mine),
        "act": act,
        "bank": bank_options(view, act.seat, held_only=True) if act and not view.building else [],
    }
