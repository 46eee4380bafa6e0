"""The texts of Domego's first game, a guided lesson: one step for each thing that an architect has to know."""

from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.catalogue.domego.lesson import ARCHITECT
from games.catalogue.domego.names import card_text
from games.catalogue.domego.quantities import cubes
from games.catalogue.domego.rules.events import Bought, CardDrawn, CardsDue
from games.catalogue.domego.rules.moves import Accept, Allocate, Buy, Offer
from games.ui.faces import Learned, LessonPart, Moment, Step
from games.ui.languages import localized

TALK: Final = "activity-1/negotiate/owner>architect"
ASKED: Final = 20
BOUGHT: Final = 9
DRY_MONTH: Final = "4-1"
"""The card of the works, by its id."""


def price(moment: Moment) -> int | None:
    """The fee, once it is settled."""
    settled: int | None = moment.view.prices[0]
    return settled


def open_offer(moment: Moment) -> int | None:
    """The owner's offer on the table."""
    talk = next((each for each in moment.view.talks if each.how == "open"), None)
    return talk.payer_offer if talk is not None else None


def placed(moment: Moment, turn: int) -> bool:
    """True if the learner has placed in an activity. A bankrupt role places nothing, so a later activity counts too."""
    return moment.answered(f"activity-{turn}/allocate/architect") or moment.view.turn > turn


def accepting(moment: Moment) -> tuple[str, Any] | None:
    """An answer that accepts the owner's current price."""
    offered = open_offer(moment)
    return None if offered is None else (TALK, Accept(offered))


def placing(moment: Moment, turn: int, risk: int = 0, delay: int = 0) -> tuple[str, Any] | None:
    """A placement; the cubes missing in the stock are bought at the full price."""
    view = moment.view
    part = next((each for each in view.sheet.activities[turn - 1].parts if each.role == ARCHITECT), None)
    if view.turn != turn or part is None:
        return None
    needed = part.required + part.risk[risk][0] + part.delay[delay][0]
    missing = max(0, needed - view.firms[ARCHITECT].stock)
    return f"activity-{turn}/allocate/architect", Allocate(missing, risk, delay)


def about_the_answer(moment: Moment) -> str:
    """The owner's reply to the learner's price; empty if there is none."""
    offered = open_offer(moment)
    return "" if offered is None else _("The owner answers: %(price)dk.") % {"price": offered}


def do_accept(moment: Moment) -> str:
    return _("Accept the %(price)dk.") % {"price": open_offer(moment) or 0}


def about_the_fee(moment: Moment) -> str:
    """The settled fee, and the learner's money."""
    words = {"price": price(moment) or 0, "money": moment.view.firms[ARCHITECT].money}
    return _("The price is settled at %(price)dk, and paid at once: you hold %(money)dk.") % words


def about_the_purchase(moment: Moment) -> str:
    """The cubes that the learner bought at the special price."""
    bought = sum(event.quantity for event in moment.events_of(Bought) if event.seat == ARCHITECT)
    return _("You bought %(cubes)s at 1k each.") % {"cubes": cubes(bought)}


def about_the_cards(moment: Moment, turn: int = 2) -> str:
    """The titles of the cards drawn in an activity, by default the first design."""
    drawn = [event for event in moment.events_of(CardDrawn) if event.turn == turn]
    if not drawn:
        return _("No risk card was drawn in activity %(turn)d.") % {"turn": turn}
    texts = [card_text(moment.scenario, event.card) for event in drawn]
    titles = ", ".join(_("“%(title)s”") % {"title": localized(text.title)} for text in texts)
    return ngettext(
        "A risk card was drawn: %(titles)s.", "Risk cards were drawn: %(titles)s.", len(drawn)
    ) % {"titles": titles}  # fmt: skip


def about_what_was_spared(moment: Moment) -> str:
    """The number of cards drawn in activity 3 after the reductions."""
    due = next((event for event in moment.events_of(CardsDue) if event.turn == 3), None)
    if due is None:
        return ""
    if due.cards == 0:
        return _("No risk card was drawn this time: your cubes kept them all in the deck.")
    return ngettext(
        "%(number)d risk card was drawn in activity 3.", "%(number)d risk cards were drawn in activity 3.", due.cards
    ) % {"number": due.cards}  # fmt: skip


def about_the_counters(moment: Moment) -> str:
    """The counters of the project before the handover, and the effect of the last activity's card."""
    view = moment.view
    words = {"delay": view.delay, "cost": view.cost, "failures": view.failures}
    done = _("The works are done. Duration %(delay)d, cost %(cost)d, failures %(failures)d.") % words
    dry = any(event.card == DRY_MONTH for event in moment.events_of(CardDrawn))
    of_cards = (
        _("Of “dry month” came a day less and still one more failure, because every card drawn counts as one.")
        if dry
        else about_the_cards(moment, turn=4)
    )
    return f"{done} {of_cards}"


def days_to_come(moment: Moment) -> dict[str, int]:
    """The duration at the end without reductions and cards from here on, and its target."""
    view = moment.view
    to_come = sum(activity.days for activity in view.sheet.activities[view.turn - 1 :])
    return {"days": view.delay + to_come, "target": view.sheet.goals.delay}


def why_days(moment: Moment) -> str:
    return _(
        "Duration, cost and failures belong to the whole table, and each has its target. Each cube placed adds 1 to "
        "the cost; days come from the activities and the cards. With the days still planned the duration comes to "
        "%(days)d; its target is %(target)d."
    ) % days_to_come(moment)  # fmt: skip


def why_no_more(moment: Moment) -> str:
    return _(
        "Your points are your own: a profit on your fee, and what you get if the targets of the project are met. A "
        "cube placed to save days would spare one and add 1 to the cost; without it the duration comes to %(days)d, "
        "and its target is %(target)d."
    ) % days_to_come(moment)


def marks(move: Any) -> tuple[str, ...]:
    """The form fields of a move, and the tiers that it takes."""
    match move:
        case Offer():
            return ("price",)
        case Accept():
            return ("accept",)
        case Buy():
            return ("quantity",)
        case _:
            return f"risk_tier={move.risk_tier}", f"delay_tier={move.delay_tier}"


STEPS: Final = (
    Step(
        id="ask",
        title=gettext_lazy("Name your price"),
        do=lambda moment: _("Ask for %(price)dk.") % {"price": ASKED},
        why=gettext_lazy(
            "You are the architect. The owner engages you, and the price is the only money that you will get from it. "
            "The line shows the standard contracts: one of them is drawn if you find no agreement, and both sides lose "
            "points."
        ),
        done=lambda moment: bool(moment.moves(Offer)) or price(moment) is not None,
        advice=(TALK, Offer(ASKED)),
    ),
    Step(
        id="accept",
        title=gettext_lazy("Agree"),
        news=about_the_answer,
        do=do_accept,
        why=gettext_lazy(
            "An offer stands until its side names another one. Accepting the offer of the other side closes the "
            "contract."
        ),
        done=lambda moment: price(moment) is not None,
        advice=accepting,
    ),
    Step(
        id="buy",
        title=gettext_lazy("Buy before you need it"),
        news=about_the_fee,
        do=lambda moment: _("Buy %(number)d cubes.") % {"number": BOUGHT},
        why=gettext_lazy(
            "Cubes are the work of your people. Here, once in the game, one costs 1k; later it costs 2k, and cubes are "
            "never sold. 4 are required of you to the end, 4 more you will place to spare the project harm, and 1 is "
            "for what you do not foresee."
        ),
        done=lambda moment: moment.answered("activity-2/buy/architect") or moment.view.turn > 2,
        advice=("activity-2/buy/architect", Buy(BOUGHT)),
    ),
    Step(
        id="place",
        title=gettext_lazy("Place what is required"),
        news=about_the_purchase,
        do=gettext_lazy("Place only the required cube: leave “Against risk” at none."),
        why=gettext_lazy(
            "Every role on the sheet must place what is required of it. This time you see what happens to a team that "
            "does no more: the risk cards of the activity are drawn."
        ),
        done=lambda moment: placed(moment, 2),
        advice=lambda moment: placing(moment, 2),
    ),
    Step(
        id="risk",
        title=gettext_lazy("Read the cards, then avoid them"),
        news=about_the_cards,
        do=gettext_lazy("Look them up in the history; then choose the last tier against risk: 2 cubes, 2 cards fewer."),
        why=gettext_lazy(
            "A card costs cubes, money or days, and each one drawn is a failure, even one that does no harm. A tier is "
            "a total: with 2 cubes you get 2 cards fewer, not 3."
        ),
        at="history",
        done=lambda moment: placed(moment, 3),
        advice=lambda moment: placing(moment, 3, risk=2),
    ),
    Step(
        id="delay",
        title=gettext_lazy("Three counters for all"),
        news=about_what_was_spared,
        do=gettext_lazy("Choose the last tier that saves days: 2 cubes, 6 days fewer."),
        why=why_days,
        at="counters",
        done=lambda moment: placed(moment, 4),
        advice=lambda moment: placing(moment, 4, delay=2),
    ),
    Step(
        id="aims",
        title=gettext_lazy("Your own objectives"),
        news=about_the_counters,
        do=gettext_lazy("Read your sheet, then place only the required cube."),
        why=why_no_more,
        at="sheet",
        done=lambda moment: placed(moment, 5) or moment.view.phase == "over",
        advice=lambda moment: placing(moment, 5),
    ),
)  # fmt: skip

LESSON: Final = LessonPart(
    steps=STEPS,
    learned=(
        Learned(
            gettext_lazy("Offer a price, and accept one."),
            lambda moment: bool(moment.moves(Offer) and moment.moves(Accept)),
        ),
        Learned(
            gettext_lazy("Buy cubes while they cost 1k."),
            lambda moment: any(move.quantity for move in moment.moves(Buy)),
        ),
        Learned(
            gettext_lazy("Place what is required, and a tier against risk or for days."),
            lambda moment: any(move.risk_tier or move.delay_tier for move in moment.moves(Allocate)),
        ),
        Learned(
            gettext_lazy("Read a risk card: each one drawn is a failure."),
            lambda moment: bool(moment.events_of(CardDrawn)),
        ),
        Learned(
            gettext_lazy("Place cubes with an eye on the three counters and on your own objectives."),
            lambda moment: moment.answered("activity-5/allocate/architect"),
        ),
    ),
    marks=marks,
    seats=(0, 1),
)
