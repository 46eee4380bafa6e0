"""The recap part of a face: cards of what happened since a seat looked last."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from games.ui.faces.scene import Scene
from games.ui.recap import Happened, RecapCard


@dataclass(frozen=True, kw_only=True)
class RecapPart:
    """Cards of news. Without them events are listed in their words."""

    cards: Callable[[Scene, Sequence[Happened]], tuple[RecapCard, ...]] = lambda scene, happened: ()
    """(scene, happened): the events since the seat's last visit, in order of time. The scene is the current position
    with its complete record. A card must not hold anything that the seat may not know, nor repeat another card.
    """
    heading: Callable[[Scene, Sequence[Any]], str] = lambda scene, decided: ""
    """(scene, decided): *What happened since you placed 3 cubes*, from the events of the reader's own last move.
    Empty for a plain heading.
    """
