"""The plan of a round as a form: workers are put on places, and the filled sections are the plan.

The rules know sections only (README decision 12); whether a plan can be carried out is asked of them, never worked out
here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.utils.html import format_html_join
from django.utils.translation import gettext as _

from games.engine.errors import IllegalMove
from games.engine.types import Prompt
from games.kit.faces import DecisionForm, Scene
from games.master_builder import cards, names
from games.master_builder.refusals import REFUSALS
from games.master_builder.rules.building import available, available_count, crew_for, refuse_plan
from games.master_builder.rules.moves import Build
from games.master_builder.rules.planner import best_plan, open_sites
from games.master_builder.rules.scenario import Contract, Section, rank_of
from games.master_builder.rules.sites import all_of
from games.master_builder.rules.view import View

CHECKED: Final = "checked"
"""The code of the answer to a plan that was only to be checked and can be carried out."""


@dataclass(frozen=True)
class Place:
    """One place of a section for a worker of at least this skill. `name` is that of its field."""

    name: str
    letter: str
    skill: str
    worker: str


@dataclass(frozen=True)
class Piece:
    """A section of an own contract: `stands`, or has places to fill."""

    id: str
    label: str
    stands: bool
    places: tuple[Place, ...]


@dataclass(frozen=True)
class PlanSite:
    """An own contract that is not finished."""

    contract: int
    name: str
    payment: str
    standing: int
    of: int
    pieces: tuple[Piece, ...]


def field_name(piece: str, at: int) -> str:
    """`place-8-gable_1-0`."""
    return f"place-{piece.replace('/', '-')}-{at}"


def open_pieces(view: View, seat: int) -> list[tuple[Contract, int, str, Section, bool]]:
    """(contract, what stands of it, piece, section, does it stand?) of the unfinished contracts, in the order in which
    plans name them.
    """
    return [
        (contract, standing, f"{contract.number}/{section.id}", section, bool(standing >> index & 1))
        for contract, standing in open_sites(view.sheet.contracts, view.firms[seat].sites)
        for index, section in enumerate(contract.sections)
    ]


def proposed(view: View, seat: int) -> dict[str, str]:
    """The best plan as workers on places, by the name of the field."""
    plan = best_plan(view.sheet.contracts, view.firms[seat].sites, available_count(view, seat))
    crew = crew_for(view.sheet, plan, available(view, seat))
    return {
        field_name(piece, at): worker.worker for piece, workers in crew.items() for at, worker in enumerate(workers)
    }


class PlanForm(DecisionForm):
    """A field for each place. With the button `check` it only says what the rules say to the plan."""

    def __init__(self, data: Mapping[str, Any] | None, *, scene: Scene, prompt: Prompt) -> None:
        super().__init__(data, scene=scene, prompt=prompt)
        self.crew = [each.worker for each in available(scene.view, prompt.seat)]
        self.pieces = [
            (piece, section) for _, _, piece, section, stands in open_pieces(scene.view, prompt.seat) if not stands
        ]
        choices = [("", ""), *((id_, id_) for id_ in self.crew)]
        for piece, section in self.pieces:
            for at in range(len(section.needs)):
                self.fields[field_name(piece, at)] = forms.ChoiceField(choices=choices, required=False)

    def clean(self) -> dict[str, Any]:
        """First what the places say: nobody twice, everybody skilled enough, no section half filled. Then the rules."""
        self._refuse_places()
        if self.errors:
            return self.cleaned_data
        try:
            refuse_plan(self.scene.view, self.prompt.seat, self.sections())
        except IllegalMove as error:
            raise forms.ValidationError(REFUSALS.words(self.scene.scenario, error) or str(error)) from error
        if "check" in self.data:
            raise forms.ValidationError(self._praise(), code=CHECKED)
        return self.cleaned_data

    def _refuse_places(self) -> None:
        seen: set[str] = set()
        for piece, section in self.pieces:
            workers = self._on(piece, section)
            words = {"section": cards.piece(self.scene.scenario, piece)}
            if workers and len(workers) < len(section.needs):
                words["number"] = str(len(section.needs))
                self.add_error(None, _("%(section)s takes %(number)s workers: fill both places or none.") % words)
            for at, needed in enumerate(section.needs):
                worker = self.cleaned_data.get(field_name(piece, at)) or ""
                name = names.worker(self.scene.scenario, worker) if worker else ""
                if worker in seen:
                    self.add_error(None, _("%(worker)s is put on two places.") % {"worker": name})
                elif worker and rank_of(worker) < rank_of(needed):
                    text = _("%(section)s asks for a %(skill)s or better: %(worker)s cannot do it.")
                    self.add_error(None, text % {**words, "skill": names.skill(needed), "worker": name})
                seen |= {worker} - {""}

    def _on(self, piece: str, section: Section) -> list[str]:
        """Who is put on a section."""
        put = [self.cleaned_data.get(field_name(piece, at)) or "" for at in range(len(section.needs))]
        return [worker for worker in put if worker]

    def sections(self) -> tuple[str, ...]:
        """The sections whose places are all filled. Call after the fields are cleaned."""
        return tuple(piece for piece, section in self.pieces if len(self._on(piece, section)) == len(section.needs))

    def _praise(self) -> str:
        built = self.sections()
        idle = len(self.crew) - sum(len(self._on(piece, section)) for piece, section in self.pieces)
        words = {"sections": names.section_count(len(built)), "idle": names.worker_count(idle)}
        said = [_("This can be built: %(sections)s. Without work: %(idle)s.") % words]
        sheet = self.scene.view.sheet
        for site in self.scene.view.firms[self.prompt.seat].sites:
            contract = sheet.contract(site.contract)
            new = sum(piece.startswith(f"{contract.number}/") for piece in built)
            if new and new == (all_of(contract) & ~site.standing).bit_count():
                done = {"contract": cards.contract(sheet, contract.number), "payment": names.k(contract.payment)}
                said.append(_("%(contract)s is finished and brings %(payment)s.") % done)
        return " ".join(said)

    def verdict(self) -> tuple[str, bool]:
        """What there is to say about the plan that was sent, and whether it can be carried out."""
        found = self.non_field_errors().as_data()
        said = format_html_join(" ", "{}", ((message,) for error in found for message in error.messages))
        return said, any(error.code == CHECKED for error in found)

    def to_move(self) -> Build:
        return Build(self.sections())


def plan_sites(scene: Scene, seat: int, put: Mapping[str, str]) -> list[PlanSite]:
    """The own contracts with their places; `put` says who is on which."""
    view: View = scene.view
    found: dict[int, PlanSite] = {}
    for contract, standing, piece, section, stands in open_pieces(view, seat):
        places = tuple(
            Place(field_name(piece, at), names.letter(needed), names.skill(needed), put.get(field_name(piece, at), ""))
            for at, needed in enumerate(section.needs)
        )
        made = Piece(piece, cards.section(contract, section), stands, () if stands else places)
        before = found[contract.number].pieces if contract.number in found else ()
        found[contract.number] = PlanSite(
            contract=contract.number,
            name=cards.contract(view.sheet, contract.number),
            payment=names.k(contract.payment),
            standing=standing.bit_count(),
            of=len(contract.sections),
            pieces=(*before, made),
        )
    return list(found.values())
