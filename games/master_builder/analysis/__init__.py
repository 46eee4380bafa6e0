"""Master Builder for the analysis of played matches: what events and lots brought, and what each decision was worth in
money at the end, played on by strong bots.
"""

from games.master_builder.analysis.analyst import ANALYST

__all__ = ["ANALYST"]
