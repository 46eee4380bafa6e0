"""Dominyam for the analysis of played matches. The dice of a turn are worked out exactly; what comes after the turn is
played out.
"""

from games.dominyam.analysis.analyst import ANALYST

__all__ = ["ANALYST"]
