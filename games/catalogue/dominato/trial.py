"""Dominato's part in trials: its length. The general lints do the rest."""

from typing import Final

from games.engine.trial.rules import TrialRules, usual_seconds

TRIAL: Final = TrialRules(seconds=usual_seconds({"play": 25, "claim": 5, "check": 10, "give": 10}))
"""With these seconds a game takes 10 to 20 minutes, as its lesson plan says."""
