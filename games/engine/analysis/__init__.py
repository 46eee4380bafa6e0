"""What a played match was worth: luck apart from decisions. Pure, and the same bit by bit for the same seed.

For a table with a common result: `luck` replays a team's own decisions over other draws, `decisions` weighs each choice
against the others that were open, `skill` places the team among bots on the same draws, `par` has bots play the match's
own draws. For rivals: `reckoned` has a game work out what its chances and choices were worth. `whatif` plays a match
again from a changed move.
"""

from games.engine.analysis.analyst import Analyst, Measure, Spotted
from games.engine.analysis.decisions import Weighed, Weighing, turning_points, weigh
from games.engine.analysis.luck import Luck, luck_of
from games.engine.analysis.par import Par, par_of
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
from games.engine.analysis.skill import Skill, skill_of
from games.engine.analysis.statistics import Percentile
from games.engine.analysis.whatif import Branch, decided_otherwise, what_if

__all__ = [
    "Account",
    "Analyst",
    "Branch",
    "Choice",
    "Forecast",
    "Luck",
    "Match",
    "Measure",
    "Par",
    "Percentile",
    "Reckoned",
    "Reckoner",
    "Reckoning",
    "Skill",
    "Spotted",
    "Stop",
    "Stroke",
    "Weighed",
    "Weighing",
    "decided_otherwise",
    "luck_of",
    "par_of",
    "reckon",
    "reckons",
    "skill_of",
    "turning_points",
    "weigh",
    "what_if",
]
