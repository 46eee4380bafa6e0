"""What a played match was worth: luck apart from decisions. Pure, and the same bit by bit for the same seed.

`luck` replays a team's own decisions over other draws, `decisions` weighs each choice against the others that were
open, `skill` places the team among bots on the same draws, `whatif` plays a match again from a changed move.
"""

from games.engine.analysis.analyst import Analyst, Measure, Spotted
from games.engine.analysis.decisions import Weighed, Weighing, turning_points, weigh
from games.engine.analysis.luck import Luck, luck_of
from games.engine.analysis.played import Match, Stop
from games.engine.analysis.skill import Skill, skill_of
from games.engine.analysis.statistics import Percentile
from games.engine.analysis.whatif import Branch, decided_otherwise, what_if

__all__ = [
    "Analyst",
    "Branch",
    "Luck",
    "Match",
    "Measure",
    "Percentile",
    "Skill",
    "Spotted",
    "Stop",
    "Weighed",
    "Weighing",
    "decided_otherwise",
    "luck_of",
    "skill_of",
    "turning_points",
    "weigh",
    "what_if",
]
