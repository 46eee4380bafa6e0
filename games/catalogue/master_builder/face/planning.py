"""The plan of a round as a form: workers are put on places, and the filled sections are the plan. The rules know
sections only (README decision 12); `judging` evaluates a plan.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _

from games.catalogue.master_builder import cards, names
from games.catalogue.master_builder.face.judging import Judged, State, Word, field_name, judge
from games.catalogue.master_builder.face.people import Person, employees
from games.catalogue.master_builder.face.refusals import REFUSALS
from games.catalogue.master_builder.rules.building import available, available_count, crew_for, refuse_plan
from games.catalogue.master_builder.rules.moves import Build, Propose
from games.catalogue.master_builder.rules.planner import best_plan, open_sites
from games.catalogue.master_builder.rules.scenario import SKILLS, Contract, Section, rank_of
from games.catalogue.master_builder.rules.view import View
from games.engine.errors import IllegalMove
from games.engine.types import Prompt
from games.ui.faces import DecisionForm, Scene

CHECKED: Final = "checked"
"""The code of the response to a plan that was only checked and can be carried out."""
USUAL: Final = (
    frozenset({"side-1", "side-2", "gable-1", "gable-2", "roof-1", "roof-2"}),
    frozenset({"w1-core", "w1-face", "w1-back", "w2-core", "w2-face", "w2-back"}),
)
"""Sections that have a place in the drawing of a site; sites with others are shown as lists."""


@dataclass(frozen=True)
class Place:
    """One place of a section for a worker of at least this skill. `name` is the name of its field; `able` are the
    skills that may fill it.
    """

    name: str
    letter: str
    skill: str
    css: str
    able: str
    who: Person | None


@dataclass(frozen=True)
class Piece:
    """A section of one of the seat's contracts. `slot` is its place in the drawing."""

    id: str
    label: str
    slot: str
    state: State
    said: str
    places: tuple[Place, ...]


@dataclass(frozen=True)
class PlanSite:
    """One of the seat's unfinished contracts. `shape` is its drawing: building, wall or list."""

    contract: int
    name: str
    payment: str
    standing: int
    of: int
    shape: str
    pieces: tuple[Piece, ...]

    @property
    def is_refused(self) -> bool:
        """True if one of its sections prevents the plan from being submitted."""
        return any(piece.state in ("half", "refused") for piece in self.pieces)

    @property
    def planned(self) -> int:
        """Sections that the plan builds."""
        return sum(piece.state == "planned" for piece in self.pieces)


def open_pieces(view: View, seat: int) -> list[tuple[Contract, int, str, Section, bool]]:
    """Tuples (contract, mask of built sections, piece, section, True if built) of the unfinished contracts, in the
    order of a plan.
    """
    return [
        (contract, standing, f"{contract.number}/{section.id}", section, bool(standing >> index & 1))
        for contract, standing in open_sites(view.sheet.contracts, view.firms[seat].sites)
        for index, section in enumerate(contract.sections)
    ]


def proposed(view: View, seat: int) -> dict[str, str]:
    """The best plan as workers by the name of their place's field."""
    plan = best_plan(view.sheet.contracts, view.firms[seat].sites, available_count(view, seat))
    crew = crew_for(view.sheet, plan, available(view, seat))
    return {
        field_name(piece, at): worker.worker for piece, workers in crew.items() for at, worker in enumerate(workers)
    }


class ProposeForm(DecisionForm):
    """A form without fields that asks for the best plan."""

    def to_move(self) -> Propose:
        return Propose()


class PlanForm(DecisionForm):
    """A form with a field for each place. The button `check` only shows the rules' verdict on the plan."""

    judged: Judged
    """The evaluated plan; call it after the fields are cleaned."""

    def __init__(self, data: Mapping[str, Any] | None, *, scene: Scene, prompt: Prompt) -> None:
        super().__init__(data, scene=scene, prompt=prompt)
        self.crew = [each.worker for each in available(scene.view, prompt.seat)]
        choices = [("", ""), *((id_, id_) for id_ in self.crew)]
        for _contract, _standing, piece, section, stands in open_pieces(scene.view, prompt.seat):
            for at in range(0 if stands else len(section.needs)):
                self.fields[field_name(piece, at)] = forms.ChoiceField(choices=choices, required=False)

    def put(self) -> dict[str, str]:
        """The workers by field, without those outside the crew."""
        return {name: worker for name in self.fields if (worker := str(self.data.get(name, ""))) in self.crew}

    def clean(self) -> dict[str, Any]:
        """Checks the places first: no worker twice, all skilled enough, no section half filled. Then the rules."""
        self.judged = judge(self.scene, self.prompt.seat, self.put())
        if self.errors:
            return self.cleaned_data
        for piece in self.judged.refused:
            said = self.judged.words[piece].said
            words = {"piece": cards.piece(self.scene.scenario, piece), "why": said}
            self.add_error(None, _("%(piece)s: %(why)s") % words)
        if self.errors:
            return self.cleaned_data
        try:
            refuse_plan(self.scene.view, self.prompt.seat, self.judged.sections)
        except IllegalMove as error:
            raise forms.ValidationError(REFUSALS.describe(self.scene.scenario, error) or str(error)) from error
        if "check" in self.data:
            raise forms.ValidationError(CHECKED, code=CHECKED)
        return self.cleaned_data

    def is_good(self) -> bool:
        """True if the submitted plan can be carried out."""
        return set(self.errors) <= {"__all__"} and all(
            error.code == CHECKED for error in self.non_field_errors().as_data()
        )

    def to_move(self) -> Build:
        return Build(self.judged.sections)


def summary(scene: Scene, judged: Judged) -> str:
    """The result of a plan in a sentence, or the reasons if it is refused."""
    if judged.refused:
        text = _("Not yet: %(why)s")
        whys = [
            _("%(piece)s: %(why)s") % {"piece": cards.piece(scene.scenario, piece), "why": judged.words[piece].said}
            for piece in judged.refused
        ]
        return text % {"why": " ".join(whys)}
    if not judged.sections:
        return _("The plan is empty.")
    words = {"sections": names.section_count(len(judged.sections))}
    said = [_("This can be built: %(sections)s.") % words]
    for number in judged.finished:
        payment = names.k(scene.view.sheet.contract(number).payment)
        done = {"contract": cards.contract(scene.view.sheet, number), "payment": payment}
        said.append(_("%(contract)s is finished and brings %(payment)s.") % done)
    return " ".join(said)


def plan_sites(scene: Scene, seat: int, put: Mapping[str, str], words: Mapping[str, Word]) -> list[PlanSite]:
    """The seat's contracts with their places; `put` are the workers by field."""
    view: View = scene.view
    crew = {each.id: each for each in employees(view, available(view, seat))}
    found: dict[int, PlanSite] = {}
    for contract, standing, piece, section, stands in open_pieces(view, seat):
        places = tuple(
            _place(field_name(piece, at), needed, crew.get(put.get(field_name(piece, at), "")))
            for at, needed in enumerate(section.needs)
        )
        word = words[piece]
        label = cards.section(contract, section)
        made = Piece(piece, label, _slot(section), word.state, word.said, () if stands else places)
        before = found[contract.number].pieces if contract.number in found else ()
        found[contract.number] = PlanSite(
            contract=contract.number,
            name=cards.contract(view.sheet, contract.number),
            payment=names.k(contract.payment),
            standing=standing.bit_count(),
            of=len(contract.sections),
            shape=_shape(contract),
            pieces=(*before, made),
        )
    return list(found.values())


def _place(name: str, needed: Any, who: Person | None) -> Place:
    able = " ".join(skill for skill in SKILLS if rank_of(skill) >= rank_of(needed))
    return Place(name, names.letter(needed), names.skill(needed), needed.lower(), able, who)


def _slot(section: Section) -> str:
    if section.wall:
        return f"w{section.wall}-{section.part}"
    return section.id.replace("_", "-")


def _shape(contract: Contract) -> str:
    slots = frozenset(map(_slot, contract.sections))
    return contract.kind if slots in USUAL else "list"
