"""Analysis of a finished match: luck apart from decisions. Pure; the same seed gives the same result bit by bit.

For a game with a common result, `accounts` splits the result into luck and lost value of decisions. `decisions`
compares each choice with the other open ones. For rivals, a game computes the worth of its chances and choices
(`reckoned`). `whatif` plays a match again from a changed move.
"""

from games.engine.analysis.accounts import Entry, Expectation, ResultAccount
from games.engine.analysis.analyst import Analyst, Measure, Spotted
from games.engine.analysis.decisions import Judgement, Weighed, Weighing, played_on, turning_points
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
    "Judgement",
    "Match",
    "Measure",
    "Reckoned",
    "Reckoner",
    "Reckoning",
    "ResultAccount",
    "Spotted",
    "Expectation",
    "Stop",
    "Stroke",
    "Weighed",
    "Weighing",
    "decided_otherwise",
    "played_on",
    "reckon",
    "reckons",
    "turning_points",
    "what_if",
]
