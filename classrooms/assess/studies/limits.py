"""The settings of a study's plan, and their limits."""

from datetime import timedelta
from typing import Final

MOST_ARMS: Final = 3
FEWEST_QUESTIONS: Final = 5
MOST_QUESTIONS: Final = 40
USUAL_QUESTIONS: Final = 12
LATER: Final = timedelta(weeks=4)
"""The usual time from the end of the second test to the third."""
OPEN_FOR: Final = timedelta(days=7)
"""The usual time that the third test is open."""
TIMES: Final = ("after_at", "after_until", "later_at", "later_until")
"""The fields with the times of the second and third test."""
SETTINGS: Final = (
    *("title", "question", "game", "draw_by", "strata", "crossover", "asks_experience", "later_required"),
    *TIMES,
)
"""The fields of a study that change while it is a draft."""
