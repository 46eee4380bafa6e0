"""Workers as the pages show them: name, skill, wage, quirks."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import get_args

from django.utils.translation import gettext as _

from games.catalogue.master_builder import cards, names
from games.catalogue.master_builder.rules import events
from games.catalogue.master_builder.rules.scenario import Quirk, rank_of, skill_of
from games.catalogue.master_builder.rules.types import Employee, Sheet
from games.catalogue.master_builder.rules.view import View
from games.ui.faces import Scene


@dataclass(frozen=True)
class Person:
    """A worker. `wage` is the current one in k; `where` says if the worker is away or works for another player."""

    id: str
    name: str
    letter: str
    skill: str
    wage: int
    raised: int
    traits: tuple[str, ...]
    """Pairs (letter, name)."""
    down: bool = False
    let: str = ""

    @property
    def css(self) -> str:
        """The CSS class of the skill's colour and tool."""
        return self.id[0].lower()

    @property
    def full(self) -> str:
        """A name such as `Colin (T)`."""
        return f"{self.name} ({self.letter})"


def person(sheet: Sheet, id_: str, wage: int | None = None, *, down: bool = False, let: str = "") -> Person:
    """A worker by id, at the printed wage unless another wage is given."""
    card, skill = sheet.worker(id_), skill_of(id_)
    paid = card.wage if wage is None else wage
    return Person(
        id=id_,
        name=card.name,
        letter=names.letter(skill),
        skill=names.skill(skill),
        wage=paid,
        raised=paid - card.wage,
        traits=tuple(names.quirk(each) for each in card.quirks),
        down=down,
        let=let,
    )


def crew_of(view: View, seat: int) -> list[Person]:
    """A player's crew, highest skill first, then in the order of hiring."""
    let = {rental.worker: names.players_named(player=rental.renter)["the_player"] for rental in view.rentals}
    made = [
        person(view.sheet, each.worker, each.wage, down=each.down, let=let.get(each.worker, ""))
        for each in view.firms[seat].crew
    ]
    return sorted(made, key=lambda each: -rank_of(each.id))


def employees(view: View, crew: Iterable[Employee]) -> list[Person]:
    """Some workers in service, highest skill first."""
    made = [person(view.sheet, each.worker, each.wage) for each in crew]
    return sorted(made, key=lambda each: -rank_of(each.id))


def in_stack(view: View, rank: int) -> list[str]:
    """All workers of a stack, in the order of the cards: those in no player's crew. This is public information."""
    taken = {each.worker for firm in view.firms for each in firm.crew}
    return [card.id for card in view.sheet.workers if rank_of(card.id) == rank and card.id not in taken]


@dataclass(frozen=True)
class Trait:
    """The effect of a trait: the `events` (name, text) that concern it, of `all` in the deck."""

    name: str
    events: tuple[tuple[str, str], ...]
    all: int


def traits(sheet: Sheet) -> list[Trait]:
    """The traits with the events of the scenario that concern them."""
    found = []
    for quirk in get_args(Quirk):
        named = [card for card in sheet.events if any(quirk in op.quirks for op in card.ops)]
        texts = tuple((cards.event(sheet, card.id), cards.event_text(card)) for card in named)
        found.append(Trait(names.quirk(quirk), texts, len(sheet.events)))
    return found


@dataclass(frozen=True)
class Taken:
    """An event of this round that took workers of a crew: until the next round, or for good. `event` is a card, or the
    key of an event that the facilitator brought.
    """

    event: str
    workers: tuple[str, ...]
    for_good: bool


def taken(scene: Scene, seat: int) -> Iterator[Taken]:
    """The effects of this round's events on a crew, in their order."""
    event = ""
    for each in scene.record:
        if each.turn != scene.view.round:
            continue
        if isinstance(each, events.EventTurned):
            event = each.event
        elif isinstance(each, events.MadeUnavailable) and each.seat == seat:
            yield Taken(each.brought or event, each.workers, for_good=False)
        elif isinstance(each, events.Left) and each.seat == seat and each.why != "fired":
            yield Taken(event, (each.worker,), for_good=True)


def taken_words(scene: Scene, seat: int) -> list[str]:
    """The effects of this round's events on a crew, in sentences."""
    found = []
    for each in taken(scene, seat):
        text = _("%(event)s: away in this round, but paid: %(workers)s.")
        if each.for_good:
            text = _("%(event)s: gone from your crew for good: %(workers)s.")
        event, workers = cards.event(scene.view.sheet, each.event), names.workers(scene.view.sheet, each.workers)
        found.append(text % {"event": event, "workers": workers})
    return found
