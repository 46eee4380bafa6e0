"""The analysis of played Dominato matches. Possible placements are exact; the rest of a game is played out by bots."""

from games.catalogue.dominato.analysis.analyst import ANALYST

__all__ = ["ANALYST"]
