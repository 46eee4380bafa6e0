"""One role's part of the match, for the report of its player."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.domego.debrief.contracts import contract_rows
from games.catalogue.domego.debrief.roles import short_metric
from games.catalogue.domego.debrief.story import Story
from games.catalogue.domego.facts.tables import ActivityPlayed, RoleResult, RoleTurn
from games.catalogue.domego.game import GAME
from games.catalogue.domego.quantities import cards, cubes, days, k, signed
from games.ui.role_benchmarks import reach_of, usual_words
from games.ui.sentences import listed_with_and

Row = dict[str, Any]


def seat_context(story: Story, seat: int) -> Row:
    """Points, objectives, contracts and decisions of a role with their costs. A stopped match has no points and no
    objectives.
    """
    role = story.facts.roles[seat]
    contracts = zip(story.facts.contracts, contract_rows(story), strict=True)
    return {
        "name": story.names[seat],
        "figures": _figures(story, role),
        "objectives": _objectives(story, role) if story.facts.finished else [],
        "contracts": [row for made, row in contracts if seat in (made.payer, made.payee)],
        "decisions": [row for played in story.facts.activities if (row := _decision(story, played, seat))],
        "targets": list(story.facts.targets),
        "bankruptcies": [seen.activity for seen in story.facts.bankruptcies if seen.seat == seat],
        "low_price": k(story.scenario.prices.special_action),
        "high_price": k(story.scenario.prices.any_time),
    }


def _figures(story: Story, role: RoleResult) -> list[Row]:
    """The figures of the role; points only if the match has ended."""
    usual = usual_words(reach_of(GAME, story.scenario), role.seat)
    tiers = max(0, role.placed - role.required)
    points = {"label": _("Points"), "value": signed(role.points.total), "note": usual}
    return [
        *([points] if story.facts.finished else []),
        {"label": _("Money"), "value": k(role.money), "note": _("started with %(k)s") % {"k": k(role.start_money)}},
        {
            "label": _("Cubes bought"),
            "value": str(role.bought_low + story.dear(role)),
            "note": _("%(n)d of them at the full price") % {"n": story.dear(role)},
        },
        {
            "label": _("Cubes placed"),
            "value": str(role.placed),
            "note": _("%(n)d more than required") % {"n": tiers},
        },
    ]


def _objectives(story: Story, role: RoleResult) -> list[Row]:
    texts = story.scenario.roles[role.seat].objectives
    rows: list[Row] = [
        {
            "name": short_metric(text.metric),
            "aim": _aim(story, text.metric),
            "reached": _reached(story, role, text.metric, text.baseline),
            "points": points,
        }
        for text, points in zip(texts, role.points.objectives, strict=True)
    ]
    if role.bankruptcies:
        number = ngettext("%(n)d bankruptcy", "%(n)d bankruptcies", role.bankruptcies) % {"n": role.bankruptcies}
        rows.append({"name": _("bankruptcy"), "aim": "0", "reached": number, "points": role.points.bankruptcies})
    if role.failed:
        number = ngettext("%(n)d failed", "%(n)d failed", role.failed) % {"n": role.failed}
        rows.append({"name": _("negotiations"), "aim": "0", "reached": number, "points": role.points.failed})
    return [{**row, "points": signed(row["points"])} for row in rows]


def _aim(story: Story, metric: str) -> str:
    if metric == "profit":
        return _("above %(k)s") % {"k": k(0)}
    names = ("delay", "cost") if metric == "delay_and_cost" else (metric,)
    return ", ".join(_("at most %(n)d") % {"n": story.targets[name].target} for name in names)


def _reached(story: Story, role: RoleResult, metric: str, baseline: int | None) -> str:
    if metric == "profit":
        return k(role.money - (role.start_money if baseline is None else baseline))
    names = ("delay", "cost") if metric == "delay_and_cost" else (metric,)
    return ", ".join(str(story.targets[name].value) for name in names)


def _decision(story: Story, played: ActivityPlayed, seat: int) -> Row | None:
    """The actions of the role in an activity with their cost and effect; None if there were none."""
    row = played.roles[seat]
    low, high, forced = cubes(row.bought_low), cubes(row.bought_high), cubes(row.forced)
    done = [_("bought %(cubes)s at the special price") % {"cubes": low}] if row.bought_low else []
    done += [_("bought %(cubes)s at the full price") % {"cubes": high}] if row.bought_high else []
    done += [_("had to buy %(cubes)s for risk cards") % {"cubes": forced}] if row.forced else []
    if row.takes_part and row.bankruptcies:
        done.append(_("counted as having placed %(cubes)s") % {"cubes": cubes(row.placed)})
    elif row.takes_part:
        extra = row.placed - row.required
        words = _("placed %(cubes)s, %(extra)d more than required") if extra > 0 else _("placed %(cubes)s")
        done.append(words % {"cubes": cubes(row.placed), "extra": extra})
    if not (done or row.risk_cubes or row.risk_k or row.received_k or row.bankruptcies):
        return None
    return {
        "number": played.number,
        "name": story.activity(played.number),
        "done": listed_with_and(done),
        "cost": _cost(story, row),
        "brought": _brought(row),
        "money": k(row.money),
    }


def _cost(story: Story, row: RoleTurn) -> str:
    """The k paid for cubes, and the losses from risk cards."""
    prices = story.scenario.prices
    paid = row.bought_low * prices.special_action + (row.bought_high + row.forced) * prices.any_time
    parts = [k(paid)] if paid else []
    if row.risk_cubes:
        parts.append(_("%(cubes)s for risk cards") % {"cubes": cubes(row.risk_cubes)})
    if row.risk_k:
        parts.append(_("%(k)s for risk cards") % {"k": k(row.risk_k)})
    return listed_with_and(parts) or "\u2013"


def _brought(row: RoleTurn) -> str:
    parts = [_("%(cards)s fewer") % {"cards": cards(row.fewer_cards)}] if row.fewer_cards else []
    if row.fewer_days:
        parts.append(_("%(days)s fewer") % {"days": days(row.fewer_days)})
    if row.received_k:
        parts.append(_("%(k)s received") % {"k": k(row.received_k)})
    if row.bankruptcies:
        parts.append(_("bankruptcy"))
    return listed_with_and(parts) or "\u2013"
