"""What the card shows for hiring, wishes, plans and loans."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.engine.types import Prompt
from games.kit.faces import DecisionForm, Scene
from games.master_builder import names, wishing
from games.master_builder.people import Person, crew_of, employees, in_stack, person
from games.master_builder.planning import PlanForm, plan_sites, proposed
from games.master_builder.rules.building import available
from games.master_builder.rules.scenario import SKILLS
from games.master_builder.rules.types import LOAN_TYPES
from games.master_builder.rules.view import View
from games.master_builder.standing import forecast, repay_price


@dataclass(frozen=True)
class HireRow:
    """Something that can be done in one go: `wages` are those after it; `why_not` says what stands against it."""

    value: str
    words: str
    who: Person | None
    wages: int
    why_not: str
    checked: bool
    group: str


def hire(scene: Scene, prompt: Prompt, bound: DecisionForm | None) -> dict[str, Any]:
    """The four stacks, then the own crew, each with the wages that would follow."""
    view: View = scene.view
    firm = view.firms[prompt.seat]
    sent = str(bound.data.get("do", "")) if bound is not None else ""
    rows = _stack_rows(view, prompt.seat, sent)
    if prompt.kind == "hire":
        for each in crew_of(view, prompt.seat):
            words = _("Fire %(worker)s") % {"worker": each.full}
            rows.append(
                HireRow(f"fire-{each.id}", words, each, firm.wages - each.wage, "", sent == f"fire-{each.id}", "fire")
            )
        rows.append(HireRow("pass", _("Neither hire nor fire"), None, firm.wages, "", sent == "pass", "pass"))
    last = view.sheet.draft if prompt.kind == "draft" else view.sheet.goes
    return {
        "rows": rows,
        "wages": firm.wages,
        "limit": view.sheet.wage_limit,
        "is_draft": prompt.kind == "draft",
        "go": view.go,
        "goes": last,
        "fee": view.sheet.look_fee,
    }


def _stack_rows(view: View, seat: int, sent: str) -> list[HireRow]:
    rows, looks = [], []
    firm, limit = view.firms[seat], view.sheet.wage_limit
    for rank, (skill, stack) in enumerate(zip(SKILLS, view.stacks, strict=True), start=1):
        if stack.top is None:
            continue
        top = person(view.sheet, stack.top)
        wages = firm.wages + top.wage
        why_not = _("over the limit of %(limit)d") % {"limit": limit} if wages > limit else ""
        words = _("Hire %(worker)s") % {"worker": top.full}
        rows.append(HireRow(f"hire-{skill}", words, top, wages, why_not, sent == f"hire-{skill}", "hire"))
        cheapest = min(view.sheet.worker(each).wage for each in in_stack(view, rank))
        if view.options.choose_worker and firm.cash >= view.sheet.look_fee and firm.wages + cheapest <= limit:
            words = _("Look through the %(skills)s") % {"skills": names.skills(skill)}
            looks.append(HireRow(f"look-{skill}", words, None, firm.wages, "", sent == f"look-{skill}", "look"))
    return rows[::-1] + looks[::-1]


def take(scene: Scene, prompt: Prompt, bound: DecisionForm | None) -> dict[str, Any]:
    """The workers of the stack that was paid for, from the top."""
    view: View = scene.view
    wages, limit = view.firms[prompt.seat].wages, view.sheet.wage_limit
    sent = str(bound.data.get("worker", "")) if bound is not None else ""
    rows = []
    for id_ in view.looking:
        each = person(view.sheet, id_)
        why_not = _("over the limit of %(limit)d") % {"limit": limit} if wages + each.wage > limit else ""
        rows.append(HireRow(id_, each.full, each, wages + each.wage, why_not, sent == id_, "take"))
    return {"rows": rows, "wages": wages, "limit": limit}


def wish(scene: Scene, prompt: Prompt, bound: DecisionForm | None) -> dict[str, Any]:
    """The list as it stands."""
    view: View = scene.view
    return {
        "rows": wishing.rows(view, bound),
        "options": wishing.options(scene, prompt.seat),
        "left": len(view.wishes),
        "title": _("Leave a list of wishes"),
    }


def plan(scene: Scene, prompt: Prompt, bound: DecisionForm | None) -> dict[str, Any]:
    """The best plan, or the one that was sent."""
    view: View = scene.view
    seat = prompt.seat
    best = proposed(view, seat)
    put, verdict, is_good = best, "", True
    if isinstance(bound, PlanForm):
        put = {name: str(bound.data.get(name, "")) for name in bound.fields}
        verdict, is_good = bound.verdict()
    else:
        shown = PlanForm(best | {"check": "1"}, scene=scene, prompt=prompt)
        verdict = shown.verdict()[0]
    ahead = forecast(view, seat)
    return {
        "sites": plan_sites(scene, seat, put),
        "crew": employees(view, available(view, seat)),
        "busy": set(put.values()) - {""},
        "verdict": verdict,
        "is_good": is_good,
        "is_best": put == best,
        "wages": ahead.wages,
        "cash": ahead.cash,
    }


@dataclass(frozen=True)
class LoanRow:
    """A type of IOU: what it brings, what giving it back costs now and later."""

    loan: str
    words: str
    cash: str
    early: str
    late: str
    price: str
    after: str
    number: int


def _loan_row(view: View, seat: int, loan: Any, after: int) -> LoanRow:
    terms, firm = view.sheet.loan(loan), view.firms[seat]
    number = firm.small if loan == "small" else firm.large
    return LoanRow(
        loan, names.loan(loan).capitalize(), names.k(terms.cash), names.k(terms.early), names.k(terms.late),
        names.k(repay_price(view, loan)), names.k(after), number,
    )  # fmt: skip


def borrow(scene: Scene, prompt: Prompt, bound: DecisionForm | None) -> dict[str, Any]:
    """The loans that the bank still has; small ones never run out."""
    view: View = scene.view
    firm = view.firms[prompt.seat]
    there = [
        loan
        for loan in LOAN_TYPES
        if view.sheet.loan(loan).supply > sum(each.small if loan == "small" else each.large for each in view.firms)
    ]
    rows = [_loan_row(view, prompt.seat, loan, firm.cash + view.sheet.loan(loan).cash) for loan in there or ["small"]]
    return {
        "rows": rows,
        "cash": names.k(firm.cash),
        "due": names.k(min(view.sheet.wage_limit, firm.wages)),
        "late": not view.deck_left,
    }


def repay(scene: Scene, prompt: Prompt, bound: DecisionForm | None) -> dict[str, Any]:
    """The own loans that there is money for now."""
    view: View = scene.view
    firm = view.firms[prompt.seat]
    bound_money = view.auction.price if view.auction is not None and view.auction.leader == prompt.seat else 0
    rows = [
        _loan_row(view, prompt.seat, loan, firm.cash - repay_price(view, loan))
        for loan in LOAN_TYPES
        if (firm.small if loan == "small" else firm.large) and firm.cash - repay_price(view, loan) >= bound_money
    ]
    return {"rows": rows, "title": _("Repay a loan"), "late": not view.deck_left}
