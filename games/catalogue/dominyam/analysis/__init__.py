"""The analysis of played Dominyam matches. The dice of a turn are computed exactly; later turns are played out by
bots.
"""

from games.catalogue.dominyam.analysis.analyst import ANALYST

__all__ = ["ANALYST"]
