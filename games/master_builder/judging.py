"""What a plan comes to, place by place: what is refused and why, who stays idle and why, and the purse at the end of
the round. Whether sections can be built on what stands is asked of the rules.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.errors import IllegalMove
from games.kit.faces import Scene
from games.master_builder import cards, names
from games.master_builder.people import Person, crew_of, employees
from games.master_builder.rules import events as told
from games.master_builder.rules.building import available
from games.master_builder.rules.planner import open_sites
from games.master_builder.rules.scenario import Contract, Section, rank_of
from games.master_builder.rules.sites import all_of, indexes, refuse_order
from games.master_builder.rules.view import View
from games.master_builder.standing import forecast

State = Literal["stands", "open", "later", "half", "planned", "refused"]
"""Of a section: `later` waits for others, `half` has a place left over."""

LATER: Final = ("walls_before_roof", "wall_before_next")


@dataclass(frozen=True)
class Word:
    """What a section is in this plan, and why where it is refused."""

    state: State
    said: str = ""


@dataclass(frozen=True)
class Idle:
    """Somebody of the crew who builds nothing, and why."""

    who: Person
    why: str


@dataclass(frozen=True)
class Judged:
    """A plan. `words` are by section (`8/gable_1`), `finished` are the numbers of contracts that it completes."""

    words: Mapping[str, Word]
    idle: tuple[Idle, ...]
    finished: tuple[int, ...]
    sections: tuple[str, ...]
    cash: int
    income: int
    wages: int

    @property
    def refused(self) -> tuple[str, ...]:
        """The sections that stand in the way of sending it."""
        return tuple(piece for piece, word in self.words.items() if word.state in ("half", "refused"))

    @property
    def reasons(self) -> list[tuple[str, list[str]]]:
        """Why who builds nothing: each reason once, with the names it holds for."""
        found: dict[str, list[str]] = {}
        for each in self.idle:
            found.setdefault(each.why, []).append(each.who.full)
        return list(found.items())

    @property
    def after(self) -> int:
        """Cash after wages; below 0 a loan is needed."""
        return self.cash + self.income - self.wages


def field_name(piece: str, at: int) -> str:
    """`place-8-gable_1-0`."""
    return f"place-{piece.replace('/', '-')}-{at}"


def judge(scene: Scene, seat: int, put: Mapping[str, str]) -> Judged:
    """`put` are workers of the seat's available crew by the name of the field."""
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
    """By place: who is on it, or nobody."""
    piece = f"{contract.number}/{section.id}"
    return [put.get(field_name(piece, at), "") for at in range(len(section.needs))]


def _site(scene: Scene, contract: Contract, standing: int, put: Mapping[str, str], seen: set[str]) -> dict[str, Word]:
    """The sections of one contract; `seen` are the workers who have a place already, and is added to."""
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
    """A section by itself: nobody twice, everybody skilled enough, all places filled."""
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
    """Why the rules refuse these sections, and which of them it is about."""
    try:
        refuse_order(contract, standing, mask)
    except IllegalMove as error:
        return _why(contract, error), _about(contract, error, mask)
    return "", 0


def _why(contract: Contract, error: IllegalMove) -> str:
    """As it stands at the place: without the name of the contract."""
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
    """The planned sections that a refusal is about."""
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
    """Would these sections be refused because others come first?"""
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
            found.append(Idle(who, _away(scene, who.id)))
        elif who.let:
            found.append(Idle(who, _("works for %(the_player)s in this round") % {"the_player": who.let}))
    return tuple(found)


def _without_place(who: Person, lowest: int) -> str:
    """`lowest` is the rank that the easiest free place asks for, 0 without any."""
    if not lowest:
        return _("no place is free")
    if rank_of(who.id) < lowest:
        return _("no free place is for this skill")
    return _("no place yet")


def _away(scene: Scene, worker: str) -> str:
    """The event that keeps a worker away in this round."""
    last, found = "", ""
    for event in scene.record:
        if event.turn == scene.view.round and isinstance(event, told.EventTurned):
            last = event.event
        elif event.turn == scene.view.round and isinstance(event, told.MadeUnavailable) and worker in event.workers:
            found = last
    return _("away: %(event)s") % {"event": cards.event(scene.view.sheet, found)} if found else _("away in this round")
