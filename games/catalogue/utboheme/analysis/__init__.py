"""The analysis of played matches of Les colons de l'UTBohème. The luck of the dice is exact. Choices are played on to
the seat's next turn, and the chance to win to the end.
"""

from games.catalogue.utboheme.analysis.analyst import ANALYST

__all__ = ["ANALYST"]
