"""Patterns of Master Builder: importing the modules fills the collection."""

from games.catalogue.master_builder.debrief.patterns import bids, crews, fate, money, results, works
from games.catalogue.master_builder.debrief.patterns.play import PATTERNS, Play

__all__ = ["PATTERNS", "Play", "bids", "crews", "fate", "money", "results", "works"]
