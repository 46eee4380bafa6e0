"""The texts of the beer game's first game, a guided lesson: eight weeks in the middle of a chain, with one panic
order.
"""

from functools import partial
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.catalogue.beer_game.bots import position
from games.catalogue.beer_game.lesson import LEARNER, LEVEL, LEVELLED, advised
from games.catalogue.beer_game.rules.types import Order
from games.catalogue.beer_game.rules.view import StageView
from games.ui.faces import Learned, LessonPart, Moment, Step


def advice(moment: Moment) -> tuple[str, Any] | None:
    """The lesson's order for this week."""
    return (moment.prompts[0].key, Order(advised(moment.view))) if moment.prompts else None


def do_order(moment: Moment) -> str:
    """The instruction with the amount to order, from the inventory position."""
    amount = advised(moment.view)
    if not amount:
        return _("Order 0, and send the order: to order nothing is an order too.")
    said = ngettext(
        "Order %(amount)d pallet, and send the order.", "Order %(amount)d pallets, and send the order.", amount
    )
    return said % {"amount": amount}


def do_level(moment: Moment) -> str:
    """The instruction with the amount to order, as a calculation."""
    stage = own(moment)
    sums = {"stock": stage.stock, "owed": stage.backlog, "line": stage.on_order, "position": position(stage)}
    text = _(
        "In stock %(stock)d, less %(owed)d owed, with %(line)d in the supply line: %(position)d. Your level is "
        "%(level)d."
    )
    return f"{text % (sums | {'level': LEVEL})} {do_order(moment)}"


def own(moment: Moment) -> StageView:
    """The learner's stage, which is always visible."""
    stage: StageView = moment.view.stages[LEARNER]
    return stage


def this_week(moment: Moment) -> str:
    """The deliveries, the customer's order, the shipments and the stock or backlog of this week."""
    stage = own(moment)
    words = {"received": stage.received, "incoming": stage.incoming, "shipped": stage.shipped}
    words |= {"stock": stage.stock, "owed": stage.backlog}
    if stage.backlog:
        text = _("%(received)d came in, the retailer asked for %(incoming)d, and %(shipped)d left: you owe %(owed)d.")
    else:
        text = _(
            "%(received)d came in, the retailer asked for %(incoming)d, and %(shipped)d left: %(stock)d are in stock."
        )
    return text % words


def step(name: str, title: Any, *, why: Any, week: int, do: Any = do_order, at: str = "decision") -> Step:
    """A step for one week of the lesson; it is over after the learner's order."""
    done = partial(Moment.answered, key=f"week-{week}/order")
    return Step(id=name, title=title, news=this_week, do=do, why=why, done=done, advice=advice, at=at)


def levelled(moment: Moment) -> bool:
    """True if the learner has once ordered up to the lesson's level. Only orders given and received change a
    position.
    """
    stage = own(moment)
    then = position(stage)
    for row in reversed(stage.rows):
        if row.week >= LEVELLED and then == LEVEL:
            return True
        then -= row.ordered - row.incoming
    return False


def marks(move: Order) -> tuple[str, ...]:
    """The form field of the amount."""
    return ("amount",)


STEPS: Final = (
    step(
        "week",
        gettext_lazy("A week, and one decision"),
        why=gettext_lazy(
            "You are the wholesaler: the retailer orders from you, and you order from the factory. You order again as "
            "many as the customer takes: as long as nothing changes, the shelf stays as it is."
        ),
        week=1,
    ),
    step(
        "delay",
        gettext_lazy("It takes three weeks"),
        why=gettext_lazy(
            "Your order is read by the factory next week, and the delivery is under way for two more. The list of your "
            "stage says what arrives when."
        ),
        at="stage",
        week=2,
    ),
    step(
        "change",
        gettext_lazy("The customer wants more"),
        why=gettext_lazy(
            "Nobody tells you why: you see your own stage, and not what the building sites ask for. Pass on what was "
            "asked. The stock is there for the weeks until it comes in."
        ),
        at="chain",
        week=3,
    ),
    step(
        "level",
        gettext_lazy("Set yourself a level"),
        do=do_level,
        why=gettext_lazy(
            "A pallet owed costs 2 a week, one in stock 1. Do not order by fright: an order takes three weeks and the "
            "retailer took about 8 a week, so 24 in stock and supply line together are enough. Order what is missing."
        ),
        week=4,
    ),
    step(
        "line",
        gettext_lazy("Count what is on its way"),
        do=do_level,
        why=gettext_lazy(
            "It may look worse than last week, and yet what you ordered is on its way. The supply line counts as if "
            "it were here already: who forgets it orders the same pallets twice."
        ),
        at="stage",
        week=5,
    ),
    step(
        "nothing",
        gettext_lazy("Dare to order little"),
        do=do_level,
        why=gettext_lazy(
            "The shelf may look empty, and enough is coming. The retailer has just noticed the same, after ordering "
            "too much: an order that swings at one stage swings more at the next."
        ),
        week=6,
    ),
    step(
        "sheet",
        gettext_lazy("Read your sheet"),
        do=do_level,
        why=gettext_lazy(
            "The record sheet has each week in a line. Compare what the retailer asked for with what you ordered: the "
            "closer they are, the calmer it is for the factory above you."
        ),
        at="sheet",
        week=7,
    ),
    step(
        "end",
        gettext_lazy("The last week"),
        why=gettext_lazy(
            "This order does not come in any more; as on the paper sheet, it is asked for all the same. Then all "
            "stages are laid open: look at what the building sites asked for, and at what the retailer ordered of you."
        ),
        week=8,
    ),
)

LESSON: Final = LessonPart(
    steps=STEPS,
    learned=(
        Learned(
            gettext_lazy("Read your stage: what came in, was asked and left, and what it cost."),
            lambda moment: bool(moment.made),
        ),
        Learned(
            gettext_lazy("Say when an order of today comes in."),
            lambda moment: len(moment.made) > 1,
        ),
        Learned(
            gettext_lazy("Count stock, debts and supply line together, and order up to a level."),
            levelled,
        ),
        Learned(
            gettext_lazy("Compare on your sheet the orders that you got with those that you gave."),
            lambda moment: moment.answered("week-7/order"),
        ),
    ),
    marks=marks,
)
