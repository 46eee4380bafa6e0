"""The analysis of played Master Builder matches: the money gained by luck and by each decision, with strong bots
playing on.
"""

from games.catalogue.master_builder.analysis.analyst import ANALYST

__all__ = ["ANALYST"]
