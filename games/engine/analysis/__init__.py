"""What a played match was worth: luck apart from decisions. Pure, and the same bit by bit for the same seed.

For a table with a common result: `accounts` says what chance brought and what decisions gave away, `decisions` weighs
each choice against the others that were open. For rivals: `reckoned` has a game work out what its chances and choices
were worth. `whatif` plays a match again from a changed move.
"""

from games.engine.analysis.accounts import Entry, ResultAccount, Standing
from games.engine.analysis.analyst import Analyst, Measure, Spotted
from games.engine.analysis.decisions import Weighed, Weighing, turning_points, weigh
from games.engine.analysis.played import Match, Stop
from games.engine.analysis.reckoned import (
    Account,
    Choice,
    Forecast,
    Reckoned,
    Reckoner,
    Reckoning,
    Stroke,
    reckon,
    reckons,
)
from games.engine.analysis.whatif import Branch, decided_otherwise, what_if

__all__ = [
    "Account",
    "Analyst",
    "Branch",
    "Choice",
    "Entry",
    "Forecast",
    "Match",
    "Measure",
    "Reckoned",
    "Reckoner",
    "Reckoning",
    "ResultAccount",
    "Spotted",
    "Standing",
    "Stop",
    "Stroke",
    "Weighed",
    "Weighing",
    "decided_otherwise",
    "reckon",
    "reckons",
    "turning_points",
    "weigh",
    "what_if",
]
