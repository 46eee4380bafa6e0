"""The contents of the card for hiring, wishes, plans and loans."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.master_builder import names
from games.catalogue.master_builder.face import board, judging, wishing
from games.catalogue.master_builder.face.finances import in_bank, repay_price
from games.catalogue.master_builder.face.people import Person, crew_of, employees, in_stack, person
from games.catalogue.master_builder.face.planning import PlanForm, plan_sites, proposed, summary
from games.catalogue.master_builder.rules.building import available
from games.catalogue.master_builder.rules.scenario import SKILLS
from games.catalogue.master_builder.rules.types import LOAN_TYPES
from games.catalogue.master_builder.rules.view import View
from games.engine.types import Prompt
from games.ui.faces import DecisionForm, Scene


@dataclass(frozen=True)
class HireRow:
    """A possible action of the hiring phase. `wages` are those after it; `why_not` is the reason if it is
    impossible.
    """

    value: str
    words: str
    who: Person | None
    wages: int
    why_not: str
    checked: bool
    group: str
    says: str = ""
    """The button's text for this action."""
    stack: str = ""
    """The number and the wages of the workers in the stack."""


def _says(rows: list[HireRow]) -> str:
    """The button's text for the row that is selected when the page loads."""
    return next((row.says for row in rows if row.checked), "")


def _hire_says(who: Person) -> str:
    return _("Hire %(worker)s, %(wage)s a round") % {"worker": who.full, "wage": names.k(who.wage)}


def hire(scene: Scene, prompt: Prompt, bound: DecisionForm | None) -> dict[str, Any]:
    """The four stacks, then the seat's crew, each with the resulting wages."""
    view: View = scene.view
    firm = view.firms[prompt.seat]
    sent = str(bound.data.get("do", "")) if bound is not None else ""
    rows = _stack_rows(view, prompt.seat, sent)
    if prompt.kind == "hire":
        for each in crew_of(view, prompt.seat):
            value, words = f"fire-{each.id}", {"worker": each.full, "wage": names.k(each.wage)}
            says = _("Fire %(worker)s, %(wage)s less a round") % words
            rows.append(HireRow(value, "", each, firm.wages - each.wage, "", sent == value, "fire", says))
        neither = _("Neither hire nor fire")
        rows.append(HireRow("pass", neither, None, firm.wages, "", sent == "pass", "pass", neither))
    last = view.sheet.draft if prompt.kind == "draft" else view.sheet.goes
    return {
        "rows": rows,
        "says": _says(rows),
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
        why_not = _("over the limit of %(limit)s") % {"limit": names.k(limit)} if wages > limit else ""
        paid = [view.sheet.worker(each).wage for each in in_stack(view, rank)]
        cheapest, dearest = min(paid), max(paid)
        span = names.k(cheapest) if cheapest == dearest else f"{cheapest}\u2013{names.k(dearest)}"
        held = {"n": stack.workers, "wages": span}
        told = ngettext("%(n)d in the stack, %(wages)s", "%(n)d in the stack, %(wages)s", stack.workers) % held
        value = f"hire-{skill}"
        rows.append(HireRow(value, "", top, wages, why_not, sent == value, "hire", _hire_says(top), told))
        if view.options.choose_worker and firm.cash >= view.sheet.look_fee and firm.wages + cheapest <= limit:
            words = _("Look through the %(skills)s") % {"skills": names.skills(skill)}
            says = _("%(action)s, pay %(fee)s") % {"action": words, "fee": names.k(view.sheet.look_fee)}
            looks.append(HireRow(f"look-{skill}", words, None, firm.wages, "", sent == f"look-{skill}", "look", says))
    return rows[::-1] + looks[::-1]


def take(scene: Scene, prompt: Prompt, bound: DecisionForm | None) -> dict[str, Any]:
    """The workers of the stack that was paid for, from the top."""
    view: View = scene.view
    wages, limit = view.firms[prompt.seat].wages, view.sheet.wage_limit
    sent = str(bound.data.get("worker", "")) if bound is not None else ""
    rows = []
    for id_ in view.looking:
        each = person(view.sheet, id_)
        why_not = _("over the limit of %(limit)s") % {"limit": names.k(limit)} if wages + each.wage > limit else ""
        rows.append(HireRow(id_, "", each, wages + each.wage, why_not, sent == id_, "take", _hire_says(each)))
    return {"rows": rows, "says": _says(rows), "wages": wages, "limit": limit}


def wish(scene: Scene, prompt: Prompt, bound: DecisionForm | None) -> dict[str, Any]:
    """The current list of wishes."""
    view: View = scene.view
    return {
        "rows": wishing.rows(view, bound),
        "options": wishing.options(scene, prompt.seat),
        "left": len(view.wishes),
        "title": _("Leave a list of wishes"),
    }


def plan(scene: Scene, prompt: Prompt, bound: DecisionForm | None) -> dict[str, Any]:
    """An empty plan, the submitted one, or the best one if it was asked for."""
    view: View = scene.view
    seat = prompt.seat
    put = proposed(view, seat) if view.proposed else {}
    is_good = True
    if isinstance(bound, PlanForm):
        put, is_good = bound.put(), bound.is_good()
    judged = judging.judge(scene, seat, put)
    return {
        "sites": plan_sites(scene, seat, put, judged.words),
        "crew": employees(view, available(view, seat)),
        "busy": set(put.values()),
        "idle": judged.idle,
        "reasons": judged.reasons,
        "verdict": summary(scene, judged) if put or bound is not None else "",
        "is_good": is_good and not judged.refused,
        "sections": len(judged.sections),
        "may_ask": view.options.proposal is True and not view.proposed,
        "was_proposed": view.proposed,
        "cash": names.k(judged.cash),
        "income": names.k(judged.income),
        "finished": len(judged.finished),
        "wages": names.k(-judged.wages),
        "after": names.k(judged.after),
        "short": names.k(-judged.after) if judged.after < 0 else "",
        "total": view.firms[seat].wages,
        "limit": view.sheet.wage_limit,
        "track": board.track(view, seat),
    }


@dataclass(frozen=True)
class LoanRow:
    """A type of IOU: its cash, the price of repayment now and later, and the number left in the bank."""

    loan: str
    words: str
    cash: str
    early: str
    late: str
    price: str
    after: str
    number: int
    left: int
    says: str


def _loan_row(view: View, seat: int, loan: Any, after: int) -> LoanRow:
    terms, firm = view.sheet.loan(loan), view.firms[seat]
    number = firm.small if loan == "small" else firm.large
    return LoanRow(
        loan, names.loan(loan).capitalize(), names.k(terms.cash), names.k(terms.early), names.k(terms.late),
        names.k(repay_price(view, loan)), names.k(after), number, in_bank(view, loan),
        _("Borrow %(cash)s") % {"cash": names.k(terms.cash)},
    )  # fmt: skip


def borrow(scene: Scene, prompt: Prompt, bound: DecisionForm | None) -> dict[str, Any]:
    """The loans that the bank still has; if it has none, unlimited small ones."""
    view: View = scene.view
    firm = view.firms[prompt.seat]
    there = [loan for loan in LOAN_TYPES if in_bank(view, loan)]
    rows = [_loan_row(view, prompt.seat, loan, firm.cash + view.sheet.loan(loan).cash) for loan in there or ["small"]]
    return {
        "rows": rows,
        "cash": names.k(firm.cash),
        "due": names.k(min(view.sheet.wage_limit, firm.wages)),
        "late": not view.deck_left,
    }


def repay(scene: Scene, prompt: Prompt, bound: DecisionForm | None) -> dict[str, Any]:
    """The seat's loans that it has the money to repay now."""
    view: View = scene.view
    firm = view.firms[prompt.seat]
    bound_money = view.auction.price if view.auction is not None and view.auction.leader == prompt.seat else 0
    rows = [
        _loan_row(view, prompt.seat, loan, firm.cash - repay_price(view, loan))
        for loan in LOAN_TYPES
        if (firm.small if loan == "small" else firm.large) and firm.cash - repay_price(view, loan) >= bound_money
    ]
    return {"rows": rows, "title": _("Repay a loan"), "late": not view.deck_left}
