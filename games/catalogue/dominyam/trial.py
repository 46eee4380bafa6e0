"""Dominyam's part in trials: its length. The general lints do the rest."""

from typing import Final

from games.engine.trial.rules import TrialRules, usual_seconds

TRIAL: Final = TrialRules(seconds=usual_seconds({"appetite": 25, "meal": 30}))
"""With these seconds a match alone takes about 25 minutes, as its lesson plan says."""
