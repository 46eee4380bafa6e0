"""Data of the six charts."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.catalogue.domego.debrief.story import Story
from games.catalogue.domego.facts.tables import RoleResult
from games.catalogue.domego.quantities import k
from games.catalogue.domego.rules.sheet import Goals
from games.ui.debriefs import Bar, Bars, Chart, Curve, Lines, Numbers, Part, Range, Ranges, Series
from games.ui.sentences import counts

LINE_TOKENS = {"engineer": "engineer-edge", "inspector": "inspector-edge"}
"""Roles whose fill is too light or too dark for a thin line."""
DASHES: tuple[tuple[float, ...], ...] = ((), (9, 3), (4, 2.5), (1.5, 2.5), (9, 3, 1.5, 3), (3, 1.5))


def charts(story: Story) -> tuple[Chart, ...]:
    """All charts, in the order of the sheets. A scenario without contracts has no chart of them."""
    contracts = [_contracts(story)] if story.facts.contracts else []
    return (*_curves(story), _money(story), *contracts, _purchases(story))


def _curves(story: Story) -> list[Curve]:
    titles = {
        "delay": (_("Duration"), _("in days"), _("base days")),
        "cost": (_("Cost"), _("in cubes and k"), _("required cubes")),
        "failures": (_("Failures"), _("in risk cards"), _("slots")),
    }
    return [_curve(story, name, *words) for name, words in titles.items()]


def _curve(story: Story, name: str, title: str, unit: str, plan_name: str) -> Curve:
    def values_of(goals: tuple[Goals, ...]) -> tuple[int, ...]:
        return tuple(getattr(each, name) for each in goals)

    values, plan, target = values_of(story.reached), values_of(story.plan), story.targets[name]
    alt = _("After each activity: %(values)s. Plan (%(plan_name)s): %(plan)s. Target %(target)s.") % {
        "values": ", ".join(map(str, values[1:])),
        "plan_name": plan_name,
        "plan": plan[-1],
        "target": target.target,
    }
    return Curve(
        name=name,
        title=title,
        unit=unit,
        alt=alt,
        table=Numbers(
            (_("Activity"), title, pgettext("planned value", "Plan")),
            tuple((str(turn), values[turn], plan[turn]) for turn in range(1, len(values))),
        ),
        line=Series(title, values),
        plan=Series(plan_name, plan, "rule-strong", dash=(2, 2.5)),
        target=target.target,
    )


def _money(story: Story) -> Lines:
    purses = [story.money(seat) for seat in range(len(story.names))]
    ends = counts((name.short, k(purse[-1])) for name, purse in zip(story.names, purses, strict=True))
    lines = tuple(
        Series(
            name.name,
            purse,
            LINE_TOKENS.get(name.colour, name.colour),
            letter=name.letter,
            dash=DASHES[seat % len(DASHES)],
            fill=name.colour,
        )
        for seat, (name, purse) in enumerate(zip(story.names, purses, strict=True))
    )
    turns = range(len(purses[0]))
    return Lines(
        name="money",
        title=_("Money of the roles after each activity"),
        unit="k",
        alt=_money_alt(story.facts.finished) % {"ends": ends},
        table=Numbers(
            (_("Activity"), *(name.short for name in story.names)),
            tuple((str(turn) if turn else _("start"), *(purse[turn] for purse in purses)) for turn in turns),
        ),
        lines=lines,
        start=_("start"),
    )


def _money_alt(finished: bool) -> str:
    if finished:
        return _("One line for each role. At the end: %(ends)s.")
    return _("One line for each role. When it stopped: %(ends)s.")


def _contracts(story: Story) -> Ranges:
    rows, cells, said = [], [], []
    for made in story.facts.contracts:
        label = f"{story.names[made.payer].short} \u2013 {story.names[made.payee].short}"
        offers = tuple(offer.price for offer in made.offers if offer.seat == made.payer)
        asked = tuple(offer.price for offer in made.offers if offer.seat == made.payee)
        rows.append(Range(label, made.low, made.high, made.price, offers, asked))
        price = k(made.price) if made.price is not None else _("none")
        span = _("%(price)s (%(low)s to %(high)s)")
        said.append((label, span % {"price": price, "low": k(made.low), "high": k(made.high)}))
        cells.append((label, made.low, made.high, price, _listed(offers), _listed(asked)))
    return Ranges(
        name="contracts",
        title=_("Contracts against their standard range"),
        unit="k",
        legend=(
            ("sw sw-range", _("standard contracts, low to high")),
            ("sign sign-price", _("price")),
            ("sign sign-down", _("asked by the payee")),
            ("sign sign-up", _("offered by the payer")),
        ),
        alt=_("Each price, with its standard range: %(list)s.") % {"list": counts(said)},
        table=Numbers(
            (_("Contract"), _("Low"), _("High"), _("Price"), _("Payer offered"), _("Payee asked")), tuple(cells)
        ),
        rows=tuple(rows),
    )


def _listed(prices: tuple[int, ...]) -> str:
    return ", ".join(map(str, prices)) or "\u2013"


def _purchases(story: Story) -> Bars:
    bars: list[Bar] = []
    cells: list[tuple[str | int, ...]] = []
    sums = []
    for role in story.facts.roles:
        name = story.names[role.seat].name
        came, went = _came(role), _went(role)
        bars += [Bar(name, _("bought"), came), Bar(name, _("used"), went)]
        cells.append((name, *(part.value for part in (*came, *went))))
        sums.append((name, sum(part.value for part in came)))
    prices = story.scenario.prices
    low, high = (_("at %(price)s") % {"price": k(price)} for price in (prices.special_action, prices.any_time))
    head = (_("Role"), low, high, _("forced"), _("required"), _("tiers"), _("risks"), _("left"), _("lost"))
    return Bars(
        name="purchases",
        title=_("Cubes bought and what became of them"),
        unit="",
        alt=_("For each role, what it bought at either price over what it used. Bought: %(sums)s.")
        % {"sums": counts(sums)},
        table=Numbers(head, tuple(cells)),
        bars=tuple(bars),
    )


def _came(role: RoleResult) -> tuple[Part, ...]:
    return (
        Part(_("bought at the special price"), role.bought_low, "ink"),
        Part(_("bought at the full price"), role.bought_high, "accent"),
        Part(_("forced by risks, at the full price"), role.forced, "accent-strong"),
    )


def _went(role: RoleResult) -> tuple[Part, ...]:
    """The use of the cubes; after a bankruptcy some cubes are lost."""
    tiers = max(0, role.placed - role.required)
    bought = role.bought_low + role.bought_high + role.forced
    lost = max(0, bought - role.required - tiers - role.risk_cubes - role.stock)
    return (
        Part(_("required"), role.required, "ink-2"),
        Part(_("tiers"), tiers, "rule"),
        Part(_("paid for risk cards"), role.risk_cubes, "accent"),
        Part(_("left over"), role.stock, "sheet"),
        Part(_("lost in a bankruptcy"), lost, "well"),
    )
