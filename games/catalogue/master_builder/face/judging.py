"""The evaluation of a plan, place by place: refusals, idle workers, and the money at the end of the round. The rules
decide whether sections can be built after those that are built.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.master_builder import cards, names
from games.catalogue.master_builder.face.finances import forecast
from games.catalogue.master_builder.face.people import Person, crew_of, employees, taken
from games.catalogue.master_builder.rules.building import available
from games.catalogue.master_builder.rules.planner import open_sites
from games.catalogue.master_builder.rules.scenario import Contract, Section, rank_of
from games.catalogue.master_builder.rules.sites import all_of, indexes, refuse_order
from games.catalogue.master_builder.rules.view import View
from games.engine.errors import IllegalMove
from games.ui.faces import Scene

State = Literal["stands", "open", "later", "half", "planned", "refused"]
"""The state of a section. `stands`: built. `later`: waits for other sections. `half`: a place is empty."""

LATER: Final = ("walls_before_roof", "wall_before_next")


@dataclass(frozen=True)
class Word:
    """The state of a section in this plan, with the reason if it is refused."""

    state: State
    said: str = ""


@dataclass(frozen=True)
class Idle:
    """A worker of the crew who builds nothing, with the reason."""

    who: Person
    why: str


@dataclass(frozen=True)
class Judged:
    """An evaluated plan. `words` are by section (`8/gable_1`); `finished` are the numbers of contracts that it
    completes.
    """

    words: Mapping[str, Word]
    idle: tuple[Idle, ...]
    finished: tuple[int, ...]
    sections: tuple[str, ...]
    cash: int
    income: int
    wages: int

    @property
    def refused(self) -> tuple[str, ...]:
        """The sections that prevent the plan from being submitted."""
        return tuple(piece for piece, word in self.words.items() if word.state in ("half", "refused"))

    @property
    def reasons(self) -> list[tuple[str, list[str]]]:
        """The reasons why workers are idle, each once, with the names of the workers."""
        found: dict[str, list[str]] = {}
        for each in self.idle:
            found.setdefault(each.why, []).append(each.who.full)
        return list(found.items())

    @property
    def after(self) -> int:
        """Cash after wages; below 0 a loan is needed."""
        return self.cash + self.income - self.wages


def field_name(piece: str, at: int) -> str:
    """The name of a place's form field, for example `place-8-gable_1-0`."""
    return f"place-{piece.replace('/', '-')}-{at}"


def judge(scene: Scene, seat: int, put: Mapping[str, str]) -> Judged:
    """The evaluation of a plan. `put` are workers of the seat's available crew by the name of the field."""
    view: View = scene.view
    words: dict[str, Word] = {}
    seen: set[str] = set()
    finished = []
    for contract, standing in open_sites(view.sheet.contracts, view.firms[seat].sites):
        words |= _site(scene, contract, standing, put, seen)
        new = sum(
            1 << index
            for index, section in enumerate(contract.sections)
            if words[f"{contract.number}/{section.id}"].state == "planned"
        )
        if new and standing | new == all_of(contract):
            finished.append(contract.number)
    ahead = forecast(view, seat)
    return Judged(
        words=words,
        idle=_idle(scene, seat, put, words),
        finished=tuple(finished),
        sections=tuple(piece for piece, word in words.items() if word.state == "planned"),
        cash=ahead.cash,
        income=sum(view.sheet.contract(number).payment for number in finished),
        wages=ahead.wages,
    )


def _on(contract: Contract, section: Section, put: Mapping[str, str]) -> list[str]:
    """The worker on each place, or ""."""
    piece = f"{contract.number}/{section.id}"
    return [put.get(field_name(piece, at), "") for at in range(len(section.needs))]


def _site(scene: Scene, contract: Contract, standing: int, put: Mapping[str, str], seen: set[str]) -> dict[str, Word]:
    """The sections of one contract. The function adds to `seen` the workers who have a place."""
    found: dict[str, Word] = {}
    mask = 0
    for index, section in enumerate(contract.sections):
        piece = f"{contract.number}/{section.id}"
        if standing >> index & 1:
            found[piece] = Word("stands")
            continue
        found[piece] = _section(scene, section, _on(contract, section, put), seen)
        mask |= (found[piece].state == "planned") << index
    said, wrong = _refused(contract, standing, mask)
    for index, section in enumerate(contract.sections):
        piece = f"{contract.number}/{section.id}"
        if wrong >> index & 1:
            found[piece] = Word("refused", said)
        elif found[piece].state == "open" and _must_wait(contract, standing, mask | 1 << index):
            found[piece] = Word("later")
    return found


def _section(scene: Scene, section: Section, workers: list[str], seen: set[str]) -> Word:
    """A section by itself: no worker twice, all workers skilled enough, all places filled."""
    faults = []
    for worker, needed in zip(workers, section.needs, strict=True):
        name = names.worker(scene.scenario, worker) if worker else ""
        if worker and worker in seen:
            faults.append(_("%(worker)s is on another place already.") % {"worker": name})
        elif worker and rank_of(worker) < rank_of(needed):
            text = _("%(worker)s cannot do it: it takes a %(skill)s or better.")
            faults.append(text % {"worker": name, "skill": names.skill(needed)})
        if worker:
            seen.add(worker)
    if faults:
        return Word("refused", " ".join(faults))
    if not any(workers):
        return Word("open")
    if not all(workers):
        return Word("half", _("One more: it takes %(number)d workers.") % {"number": len(workers)})
    return Word("planned")


def _refused(contract: Contract, standing: int, mask: int) -> tuple[str, int]:
    """The reason why the rules refuse these sections, and the mask of the sections concerned."""
    try:
        refuse_order(contract, standing, mask)
    except IllegalMove as error:
        return _why(contract, error), _about(contract, error, mask)
    return "", 0


def _why(contract: Contract, error: IllegalMove) -> str:
    """The reason beside the place, without the name of the contract."""
    given = error.params
    match error.code:
        case "side_and_gable_first" if given["missing"] == "side":
            return _("Not alone: a side wall must go up in the same round.")
        case "side_and_gable_first":
            return _("Not alone: a gable must go up in the same round.")
        case "walls_before_roof":
            text = ngettext(
                "No roof yet: %(missing)d wall is missing.",
                "No roof yet: %(missing)d walls are missing.",
                int(given["missing"]),
            )
        case "core_first":
            text = _("Wall %(wall)d begins with its core.")
        case "core_needs_face_or_back":
            text = _("Not alone: its face or back must go up in the same round.")
        case _:
            text = _("Wall %(wall)d first: it lacks %(missing)d.")
    return text % given


def _about(contract: Contract, error: IllegalMove, mask: int) -> int:
    """The planned sections that a refusal concerns."""
    parts = {
        "side_and_gable_first": ("side", "gable"),
        "walls_before_roof": ("roof",),
        "core_first": ("face", "back"),
        "core_needs_face_or_back": ("core",),
    }.get(error.code, ("core", "face", "back"))
    wall = int(error.params.get("wall", 0)) + (error.code == "wall_before_next")
    about = sum(
        1 << index
        for index in indexes(mask)
        if contract.sections[index].part in parts and contract.sections[index].wall in (wall, 0)
    )
    return about or mask


def _must_wait(contract: Contract, standing: int, mask: int) -> bool:
    """True if these sections must wait for others."""
    try:
        refuse_order(contract, standing, mask)
    except IllegalMove as error:
        return error.code in LATER
    return False


def _idle(scene: Scene, seat: int, put: Mapping[str, str], words: Mapping[str, Word]) -> tuple[Idle, ...]:
    view: View = scene.view
    busy = set(put.values())
    lowest = min(
        (
            rank_of(needed)
            for contract, _standing in open_sites(view.sheet.contracts, view.firms[seat].sites)
            for section in contract.sections
            if words[f"{contract.number}/{section.id}"].state != "stands"
            for needed, worker in zip(section.needs, _on(contract, section, put), strict=True)
            if not worker
        ),
        default=0,
    )
    here = employees(view, available(view, seat))
    found = [Idle(who, _without_place(who, lowest)) for who in here if who.id not in busy]
    for who in crew_of(view, seat):
        if who.down:
            found.append(Idle(who, _away(scene, seat, who.id)))
        elif who.let:
            found.append(Idle(who, _("works for %(the_player)s in this round") % {"the_player": who.let}))
    return tuple(found)


def _without_place(who: Person, lowest: int) -> str:
    """The reason why a worker has no place. `lowest` is the lowest rank that an empty place requires, 0 without one."""
    if not lowest:
        return _("no place is free")
    if rank_of(who.id) < lowest:
        return _("no free place is for this skill")
    return _("no place yet")


def _away(scene: Scene, seat: int, worker: str) -> str:
    """The event that makes a worker unavailable in this round."""
    events = [each.event for each in taken(scene, seat) if worker in each.workers and not each.for_good]
    if not events:
        return _("away in this round")
    return _("away: %(event)s") % {"event": cards.event(scene.view.sheet, events[-1])}
