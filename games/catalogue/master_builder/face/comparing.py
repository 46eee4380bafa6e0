"""The comparison of a player's plan with the best plan after construction, computed from the events of the round."""

from dataclasses import dataclass

from games.catalogue.master_builder import cards
from games.catalogue.master_builder.rules import events
from games.catalogue.master_builder.rules.building import sections_of
from games.catalogue.master_builder.rules.crews import count_of
from games.catalogue.master_builder.rules.planner import best_plan
from games.catalogue.master_builder.rules.types import Site
from games.catalogue.master_builder.rules.view import View
from games.ui.faces import Scene


@dataclass(frozen=True)
class Compared:
    """Sections that were built in a round, and those of the best plan for the same crew and sites, by name."""

    round: int
    built: int
    best: int
    sections: tuple[str, ...]


def compared(scene: Scene, seat: int, round_: int) -> Compared | None:
    """None if nobody of the crew could work, or nothing could be built. `scene` may be of any later time."""
    view: View = scene.view
    crew: list[str] = []
    not_yet: set[int] = set()
    later: dict[int, int] = {}
    built = 0
    for event in scene.record:
        if event.seat != seat:
            continue
        match event:
            case events.Work() if event.turn >= round_:
                ids = [section.id for section in view.sheet.contract(event.contract).sections]
                later[event.contract] = later.get(event.contract, 0) | 1 << ids.index(event.section)
                if event.turn == round_:
                    crew += event.workers
                    built += 1
            case events.Idle() if event.turn == round_:
                crew += event.workers
            case events.Won() if event.turn > round_:
                not_yet.add(event.contract)
    sites = [
        Site(site.contract, site.standing & ~later.get(site.contract, 0))
        for site in view.firms[seat].sites
        if site.contract not in not_yet
    ]
    pieces = sections_of(view.sheet, best_plan(view.sheet.contracts, sites, count_of(crew)))
    if not pieces:
        return None
    return Compared(round_, built, len(pieces), tuple(cards.piece(view.sheet, each) for each in pieces))


def latest(scene: Scene, seat: int) -> Compared | None:
    """The comparison of the last construction round."""
    rounds = [
        event.turn for event in scene.record if isinstance(event, events.Work | events.Idle) and event.seat == seat
    ]
    return compared(scene, seat, max(rounds)) if rounds else None
