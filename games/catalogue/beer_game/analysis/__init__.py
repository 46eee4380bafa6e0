"""The analysis of played matches of the beer game: the cost of each order to its chain, over unknown future demands."""

from games.catalogue.beer_game.analysis.analyst import ANALYST

__all__ = ["ANALYST"]
