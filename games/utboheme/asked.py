"""Which questions the reader of a page can answer."""

from games.engine.types import Prompt
from games.kit.faces import Scene


def answerable(scene: Scene) -> tuple[Prompt, ...]:
    """Those of the seat that is shown, if the reader holds it and does not only look over its shoulder."""
    return scene.own_prompts() if scene.seat in scene.mine else ()
