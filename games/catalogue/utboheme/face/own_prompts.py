"""The prompts that the reader of a page can answer."""

from games.engine.types import Prompt
from games.ui.faces import Scene


def answerable(scene: Scene) -> tuple[Prompt, ...]:
    """The prompts of the seat that the page shows, if the reader holds the seat and is not a spectator."""
    return scene.own_prompts() if scene.seat in scene.mine else ()
