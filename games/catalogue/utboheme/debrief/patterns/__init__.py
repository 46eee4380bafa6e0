"""Patterns of Les colons de l'UTBohème: importing the modules fills the collection."""

from games.catalogue.utboheme.debrief.patterns import dice, lead, losses, offers, trading
from games.catalogue.utboheme.debrief.patterns.play import PATTERNS, Play

__all__ = ["PATTERNS", "Play", "dice", "lead", "losses", "offers", "trading"]
