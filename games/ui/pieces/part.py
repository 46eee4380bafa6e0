"""The table part of a face from declared pieces."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from games.engine.types import Prompt
from games.ui.faces.scene import Scene
from games.ui.faces.table import DecisionCard, DecisionForm, Region, TablePart
from games.ui.pieces.asking import Ask, AskForm, asked_of


class Piece(Protocol):
    """A declared piece: its region, and the data of the region's template, `pieces[region.id]`."""

    @property
    def id(self) -> str:
        """The id of its element."""
        ...

    @property
    def region(self) -> Region:
        """The region of the page."""
        ...

    def data(self, scene: Scene) -> Any:
        """The part of it that the reader of this scene may see."""
        ...


def table_part(
    *,
    pieces: Sequence[Piece],
    asks: Mapping[str, Ask],
    regions: Sequence[Region] = (),
    context: Callable[[Scene], Mapping[str, Any]] = lambda scene: {},
    **more: Any,
) -> TablePart:
    """A table of these pieces in their order, after `regions` that the game draws itself with its `context`. `asks` are
    the decisions by kind of prompt. `more` are further fields of `TablePart`.
    """

    def data(scene: Scene) -> dict[str, Any]:
        return {"pieces": {piece.id: piece.data(scene) for piece in pieces}, **context(scene)}

    def decision(scene: Scene, bound: DecisionForm | None) -> DecisionCard | None:
        prompts = scene.own_prompts()
        if not prompts:
            return None
        asked = [asked_of(asks[prompt.kind], scene, prompt, bound) for prompt in prompts]
        return DecisionCard("games/pieces/decision.html", tuple(prompt.key for prompt in prompts), {"it": asked})

    def form(scene: Scene, prompt: Prompt, data: Mapping[str, Any] | None) -> DecisionForm:
        return AskForm(data, scene=scene, prompt=prompt, ask=asks[prompt.kind])

    drawn = (*regions, *(piece.region for piece in pieces))
    return TablePart(regions=drawn, context=data, decision=decision, form=form, **more)
