"""The user interface of a game: forms, boards and words. The platform finds it by the game's key and knows no game by
name.
"""

from importlib import import_module

from games.engine import registry
from games.ui.faces.away import AwayPart
from games.ui.faces.explain import ExplainPart, Explanation, Term
from games.ui.faces.face import Face, OptionsForm
from games.ui.faces.facilitation import FacilitationPart
from games.ui.faces.lesson import Learned, LearnerMove, LessonPart, Moment, Step, StepText
from games.ui.faces.printing import PrintingPart
from games.ui.faces.progress import ProgressPart
from games.ui.faces.recap import RecapPart
from games.ui.faces.scene import Scene, TimedEvent
from games.ui.faces.table import DecisionCard, DecisionForm, Region, TablePart
from games.ui.faces.words import (
    Heading,
    RoleName,
    TargetLine,
    Words,
    WordsPart,
    numbered_turn,
    to_numbered_turn,
)

__all__ = [
    "AwayPart",
    "DecisionCard",
    "DecisionForm",
    "ExplainPart",
    "Explanation",
    "Face",
    "FacilitationPart",
    "Heading",
    "Learned",
    "LearnerMove",
    "LessonPart",
    "Moment",
    "OptionsForm",
    "PrintingPart",
    "ProgressPart",
    "RecapPart",
    "Region",
    "RoleName",
    "Scene",
    "Step",
    "StepText",
    "TablePart",
    "TargetLine",
    "Term",
    "TimedEvent",
    "Words",
    "WordsPart",
    "all_faces",
    "get",
    "numbered_turn",
    "to_numbered_turn",
]

_faces: dict[str, Face] = {}


def get(key: str) -> Face:
    """The face of a game, imported at the first call. Raises LookupError for a game without one."""
    if key not in _faces:
        module = registry.get(key).face
        if module is None:
            raise LookupError(f"the game {key!r} has no face")
        _faces[key] = import_module(module).FACE
    return _faces[key]


def all_faces() -> tuple[Face, ...]:
    """The faces of all games that can be started, by key. A game without a scenario that loads is left out."""
    return tuple(get(game.key) for game in registry.all_games() if game.face and game.scenarios)
