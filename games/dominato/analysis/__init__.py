"""The analysis of played Dominato matches. Possible placements are exact; the rest of a game is played out by bots."""

from games.dominato.analysis.analyst import ANALYST

__all__ = ["ANALYST"]
