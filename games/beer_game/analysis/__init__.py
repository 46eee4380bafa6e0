"""The beer game for the analysis of played matches: what an order cost its chain, over demands that nobody knew."""

from games.beer_game.analysis.analyst import ANALYST

__all__ = ["ANALYST"]
