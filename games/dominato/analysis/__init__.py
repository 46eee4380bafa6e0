"""Dominato for the analysis of played matches. What fits is exact; what comes after a tile is played out."""

from games.dominato.analysis.analyst import ANALYST

__all__ = ["ANALYST"]
