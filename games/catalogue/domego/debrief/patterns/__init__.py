"""Patterns of Domego: importing the modules fills the collection."""

from games.catalogue.domego.debrief.patterns import agreements, building, cubes, results, risks, ruin, time
from games.catalogue.domego.debrief.patterns.play import PATTERNS, Play

__all__ = ["PATTERNS", "Play", "agreements", "building", "cubes", "results", "risks", "ruin", "time"]
