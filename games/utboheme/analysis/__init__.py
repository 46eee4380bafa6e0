"""Les colons de l'UTBohème for the analysis of played matches: what the dice brought is worked out exactly; choices are
played on to the seat's next turn, and the chance to win to the end.
"""

from games.utboheme.analysis.analyst import ANALYST

__all__ = ["ANALYST"]
