"""The away part of a face: plans that answer for a person who is away."""

from dataclasses import dataclass

from games.ui.away import ByBotForm, PlanForm


@dataclass(frozen=True, kw_only=True)
class AwayPart:
    """The plan of an absent player. Without a form of the game's own a bot answers."""

    form: type[PlanForm] = ByBotForm
    """The form and the words of a plan."""
