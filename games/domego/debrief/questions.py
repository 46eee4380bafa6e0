"""Three to five questions to talk about, chosen from the facts by simple rules: what hurt most comes first."""

from collections.abc import Callable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.domego.debrief.story import Story
from games.domego.quantities import cards, days, k, listed, signed

MOST = 5
SPARE_DAYS = 5
DEAR_CUBES = 4
SCORE_GAP = 8
EXTRA_CUBES = 4

Asker = Callable[[Story], Iterator[str]]


def questions(story: Story) -> list[str]:
    """The first five that the facts call for."""
    askers: tuple[Asker, ...] = (_bankrupt, _failed, _late, _over_cost, _price, _dear, _spare, _gap, _extra, _always)
    asked = [question for asker in askers for question in asker(story)]
    return asked[:MOST]


def _bankrupt(story: Story) -> Iterator[str]:
    for seen in story.facts.bankruptcies[:1]:
        words = _("%(role)s went bankrupt in activity %(n)d. Who could have seen it coming, and from when on?")
        yield words % {"role": story.names[seen.seat].name, "n": seen.activity}


def _failed(story: Story) -> Iterator[str]:
    drawn = [made for made in story.facts.contracts if made.how == "drawn"]
    for made in drawn[:1]:
        words = _(
            "%(payer)s and %(payee)s found no price, and each lost %(points)d points. "
            "What would one more offer have been worth?"
        )
        yield words % {
            "payer": story.names[made.payer].name,
            "payee": story.names[made.payee].name,
            "points": story.scenario.penalties.failed_negotiation,
        }


def _late(story: Story) -> Iterator[str]:
    late = -story.spare("delay")
    if late > 0 and story.facts.activities:
        worst = max(story.facts.activities, key=lambda played: played.days - played.base_days)
        words = ngettext(
            "The project ended one day late. Where was it lost, and what would it have cost to buy it back?",
            "The project ended %(n)d days late. Activity %(activity)d took %(days)d days for %(base)d planned: "
            "who could have bought time, and at what price?",
            late,
        )
        yield words % {"n": late, "activity": worst.number, "days": worst.days, "base": worst.base_days}


def _over_cost(story: Story) -> Iterator[str]:
    over = -story.spare("cost")
    if over > 0 and story.facts.activities:
        dearest = max(story.facts.activities, key=lambda played: played.cost - played.required)
        words = _(
            "Cost ended %(over)d over its target. Activity %(n)d alone cost %(cost)d for %(required)d required: "
            "which of these cubes were worth their price?"
        )
        yield words % {"over": over, "n": dearest.number, "cost": dearest.cost, "required": dearest.required}


def _price(story: Story) -> Iterator[str]:
    outside = [
        made for made in story.facts.contracts if made.price is not None and not made.low <= made.price <= made.high
    ]
    for made in outside[:1]:
        words = _(
            "%(payee)s got %(price)s, while contracts of this kind go from %(low)d to %(high)d. "
            "What made the other side agree?"
        )
        yield words % {
            "payee": story.names[made.payee].name,
            "price": k(made.price or 0),
            "low": made.low,
            "high": made.high,
        }


def _dear(story: Story) -> Iterator[str]:
    role = max(story.facts.roles, key=story.dear)
    if story.dear(role) >= DEAR_CUBES:
        words = _(
            "%(role)s bought %(n)d cubes at the high price, for %(more)s more than at the low one. "
            "What could it have known on the day it bought?"
        )
        yield words % {"role": story.names[role.seat].name, "n": story.dear(role), "more": k(story.saving(role))}


def _spare(story: Story) -> Iterator[str]:
    spare = story.spare("delay")
    if spare >= SPARE_DAYS:
        words = _("%(n)d days were left over. Which cubes would you take back, and which role would have to agree?")
        yield words % {"n": spare}


def _gap(story: Story) -> Iterator[str]:
    ordered = sorted(story.facts.roles, key=lambda role: -role.points.total)
    best, worst = ordered[0], ordered[-1]
    if best.points.total - worst.points.total < SCORE_GAP:
        return
    numbers = {
        "best": story.names[best.seat].name,
        "most": signed(best.points.total),
        "worst": story.names[worst.seat].name,
        "least": signed(worst.points.total),
    }
    pair = {best.seat, worst.seat}
    between = [made for made in story.facts.contracts if {made.payer, made.payee} == pair and made.price is not None]
    if between:
        words = _("%(best)s: %(most)s points; %(worst)s: %(least)s. Was %(price)s the right price between them?")
        yield words % {**numbers, "price": k(between[0].price or 0)}
        return
    words = _("%(best)s: %(most)s points; %(worst)s: %(least)s. Did the project need that difference?")
    yield words % numbers


def _extra(story: Story) -> Iterator[str]:
    played = max(story.facts.activities, key=story.above_required, default=None)
    if played is not None and story.above_required(played) >= EXTRA_CUBES:
        words = _(
            "In activity %(n)d the team placed %(extra)d cubes more than required, which spared %(what)s. "
            "Where would these cubes have done more?"
        )
        avoided = max(0, played.slots + played.added - played.cards)
        spared = [cards(avoided)] if avoided else []
        spared += [days(played.fewer_days)] if played.fewer_days else []
        what = listed(spared) or _("nothing")
        yield words % {"n": played.number, "extra": story.above_required(played), "what": what}


def _always(story: Story) -> Iterator[str]:
    yield _("Which decision of another role helped you most, and did you ask for it?")
    yield _("If you began again with the same cards, what would you do differently in the first four activities?")
    yield _("What on a real site plays the part of the low price, and what of the risk cards?")
