"""Tables of the roles: money, prices and points."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.domego.debrief.story import Story
from games.catalogue.domego.facts.tables import RoleResult
from games.catalogue.domego.quantities import k, signed
from games.catalogue.domego.rules.scenario import ObjectiveText
from games.ui.sentences import listed_with_and

Row = dict[str, Any]


def role_rows(story: Story, people: Sequence[str]) -> list[Row]:
    """A line for each role, by seat."""
    return [_role_row(story, role, played_by) for role, played_by in zip(story.facts.roles, people, strict=True)]


def _role_row(story: Story, role: RoleResult, played_by: str) -> Row:
    contract = story.contract_of(role.seat)
    pays = sum(made.price or 0 for made in story.facts.contracts if made.payer == role.seat)
    price = k(contract.price) if contract and contract.price is not None else ""
    return {
        "played_by": played_by,
        "name": story.names[role.seat],
        "price": price or (_("paid %(amount)s") % {"amount": k(pays)} if pays else ""),
        "standard": _("%(low)d to %(high)d") % {"low": contract.low, "high": contract.high} if contract else "",
        "low": role.bought_low,
        "high": story.dear(role),
        "start": k(role.start_money),
        "end": k(role.money),
        "points": signed(role.points.total),
        "why": ", ".join(_reasons(story, role)),
    }


def _reasons(story: Story, role: RoleResult) -> list[str]:
    """The points by objective, and the objectives that gave none."""
    objectives = story.scenario.roles[role.seat].objectives
    said = [
        _reason(story, objective, points) for objective, points in zip(objectives, role.points.objectives, strict=True)
    ]
    if role.bankruptcies:
        said.append(_("bankruptcy %(points)s") % {"points": signed(role.points.bankruptcies)})
    if role.failed:
        said.append(_("failed negotiation %(points)s") % {"points": signed(role.points.failed)})
    return said


def _reason(story: Story, objective: ObjectiveText, points: int) -> str:
    name = short_metric(objective.metric)
    if points:
        return f"{name} {points}"
    if objective.metric == "profit":
        return _("no profit")
    needed = ("delay", "cost") if objective.metric == "delay_and_cost" else (objective.metric,)
    missed = [short_metric(metric) for metric in needed if not story.targets[metric].met]
    return _("%(what)s missed") % {"what": listed_with_and(missed)} if missed else f"{name} 0"


def short_metric(metric: str) -> str:
    """The metric of an objective, in a word or two."""
    return {
        "delay": _("duration"),
        "cost": _("cost"),
        "failures": _("failures"),
        "delay_and_cost": _("duration and cost"),
        "profit": _("profit"),
    }[metric]


def points_table(story: Story) -> Row:
    """Points by objective: the columns of all roles, and a cell for each, empty where a role lacks the objective."""
    metrics = [
        metric
        for metric in ("delay", "cost", "failures", "delay_and_cost", "profit")
        if any(each.metric == metric for role in story.scenario.roles for each in role.objectives)
    ]
    rows, reach = [], story.reach
    for role in story.facts.roles:
        won: dict[str, int] = {}
        objectives = story.scenario.roles[role.seat].objectives
        for objective, points in zip(objectives, role.points.objectives, strict=True):
            won[objective.metric] = won.get(objective.metric, 0) + points
        rows.append(
            {
                "name": story.names[role.seat],
                "cells": [signed(won[metric]) if metric in won else "" for metric in metrics],
                "bankruptcies": _token(role.bankruptcies, role.points.bankruptcies),
                "failed": _token(role.failed, role.points.failed),
                "total": signed(role.points.total),
                "usual": reach.range_words(role.seat) if reach else "",
            }
        )
    games = reach and reach.games_words
    return {"metrics": [short_metric(metric) for metric in metrics], "rows": rows, "games": games}


def _token(count: int, points: int) -> str:
    return f"{signed(points)} ({count})" if count else ""


def money_note(story: Story) -> str:
    """The two largest movements of money, in words."""
    paid: dict[int, int] = {}
    for made in story.facts.contracts:
        paid[made.payer] = paid.get(made.payer, 0) + made.paid - made.by_bank
    said = [
        ngettext("%(role)s: %(amount)s for one contract.", "%(role)s: %(amount)s for %(count)s contracts.", count)
        % {"role": story.names[payer].name, "amount": k(amount), "count": count}
        for payer, amount in sorted(paid.items(), key=lambda item: -item[1])
        if (count := sum(made.payer == payer for made in story.facts.contracts))
    ]
    return " ".join([_("Paid to other roles."), *said]) if said else ""
