"""A scenario tried by many games of bots: tallies that add up, findings in words, and proposals. Pure; the same seeds
give the same result.

`play` plays a chunk of games, `merged` adds tallies, `findings` are the lints, `proposed_targets` and
`proposed_length` propose changes. A game declares its part as `TrialRules`.
"""

from games.engine.trial.lints import findings
from games.engine.trial.playing import bot_of, is_hopeless, play, trial_of, tried
from games.engine.trial.remarks import FLAGGED, Finding, Share, share_of
from games.engine.trial.tally import STRENGTHS, Goal, Tally, Trial, merged, quantile
from games.engine.trial.targets import Met, met_by, proposed_length, proposed_targets

__all__ = [
    "FLAGGED",
    "STRENGTHS",
    "Finding",
    "Goal",
    "Met",
    "Share",
    "Tally",
    "Trial",
    "bot_of",
    "findings",
    "is_hopeless",
    "merged",
    "met_by",
    "play",
    "proposed_length",
    "proposed_targets",
    "quantile",
    "share_of",
    "tried",
    "trial_of",
]
