"""Decisions in text mode."""

from django.utils.translation import gettext as _

from games.engine.types import Choice, Prompt
from games.ui.faces import Scene


def command(scene: Scene, prompt: Prompt, choice: Choice) -> str:
    """A command such as `order 8`."""
    return _("order {amount}")
