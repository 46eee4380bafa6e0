"""Workers as they are shown: name, skill, wage, quirks."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.master_builder import names
from games.master_builder.rules.scenario import rank_of, skill_of
from games.master_builder.rules.types import Employee, Sheet
from games.master_builder.rules.view import View


@dataclass(frozen=True)
class Person:
    """A worker. `wage` is the one that is paid now, in k; `where` says if it is away or works for somebody else."""

    id: str
    name: str
    letter: str
    skill: str
    wage: int
    raised: int
    quirks: str
    down: bool = False
    let: str = ""

    @property
    def css(self) -> str:
        """Class of the skill's colour and tool."""
        return self.id[0].lower()

    @property
    def full(self) -> str:
        """`Colin (T)`."""
        return f"{self.name} ({self.letter})"


def person(sheet: Sheet, id_: str, wage: int | None = None, *, down: bool = False, let: str = "") -> Person:
    """A worker by id, at the printed wage unless another is paid."""
    card, skill = sheet.worker(id_), skill_of(id_)
    paid = card.wage if wage is None else wage
    return Person(
        id=id_,
        name=card.name,
        letter=names.letter(skill),
        skill=names.skill(skill),
        wage=paid,
        raised=paid - card.wage,
        quirks=names.quirks(card.quirks),
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
    """All workers of a stack, in the order of the cards: whoever is in nobody's crew. Everybody can work that out."""
    taken = {each.worker for firm in view.firms for each in firm.crew}
    return [card.id for card in view.sheet.workers if rank_of(card.id) == rank and card.id not in taken]
