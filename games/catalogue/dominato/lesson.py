"""The set-up of Dominato's first game: six tiles each, challenges, and one wrong tile to find."""

from pathlib import Path
from typing import Any, Final

from games.catalogue.dominato.rules.links import Link, links
from games.catalogue.dominato.rules.moves import Place
from games.catalogue.dominato.rules.places import is_right, places
from games.catalogue.dominato.rules.view import View
from games.engine.lesson import Lesson
from games.engine.registry import made_from
from games.engine.types import Prompt

LEARNER: Final = 0
HAND: Final = 6
WRONG_AFTER: Final = 3
"""The number of tiles on the table when the opponent lays a wrong one."""


def chosen(view: View, order: int) -> Link | None:
    """A right placement of this order, else of the nearest one; None if none is right."""
    found = list(links(view.deck, view.table, view.hand, view.options))
    return min(found, key=lambda link: (abs(link.order - order), link), default=None)


def script(view: View, prompt: Prompt) -> Any:
    """The opponent's moves: it challenges true errors as bots do, lays single links, and is wrong once."""
    if prompt.kind != "play" or (view.table and not is_right(view.table)):
        return None
    wrong = _wrong(view) if len(view.table) == WRONG_AFTER else None
    if wrong is not None:
        return wrong
    link = chosen(view, 1)
    return None if link is None else Place(link.tile, link.place, link.turned)


def _wrong(view: View) -> Place | None:
    """A tile whose square differs from the balance of its neighbour."""
    free = places(view.table, view.options.incidental_contacts)
    for number in view.hand:
        tile = view.deck.tiles[number]
        for index, place in enumerate(free):
            if len(place.needs) == 1 and not place.fits(tile.a, tile.b):
                return Place(number, index, 0)
    return None


def _scenario(shipped: dict[str, Any]) -> dict[str, Any]:
    """The shipped scenario for two, with smaller hands."""
    return shipped | {"name": {"en": "Six tiles each", "fr": "Six tuiles chacun"}, "hand": HAND}


LESSON: Final = Lesson(
    scenario=made_from(Path(__file__).parent / "scenarios", "two", _scenario),
    seats=2,
    seat=LEARNER,
    seed=b"six tiles 9",
    options='{"validation":"challenge","games":1}',
    script=script,
)
