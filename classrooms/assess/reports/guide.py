"""A plan for the debrief of one team, for the instructor: steps with their minutes, and advice for listening."""

from collections.abc import Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from games.ui.patterns import TRANSFER

Row = dict[str, Any]

MINUTES: Final = 45
SHARES: Final = {"arrive": 5, "facts": 8, "causes": 18, "transfer": 9, "close": 5}
"""Minutes of 45 for each step: arrival, events, causes, meaning elsewhere, conclusions."""
CAUSES: Final = 3
"""Questions that fit into the step on causes: six minutes each."""


def guide_of(questions: Sequence[Row], headline: str) -> Row:
    """The steps, each with its minutes, instructions and questions."""
    transfer = [each for each in questions if each["theme"] == TRANSFER]
    inside = [each for each in questions if each["theme"] != TRANSFER]
    themes = [each["theme"] for each in inside]
    first = [each for place, each in enumerate(inside) if each["theme"] not in themes[:place]]
    causes = [*first, *(each for each in inside if each not in first)]
    rows = {
        "arrive": (
            _("Check in"),
            _("One word from each: how was it? No reasons yet, and nobody is judged."),
            [],
        ),
        "facts": (
            _("What happened"),
            _("Put the first sheet on the table. The team tells the match in its own words before you add: %(words)s.")
            % {"words": headline},
            [],
        ),
        "causes": (
            _("Why it went this way"),
            _("Take the questions in this order, six minutes each. Ask, wait, and open the record at the lines named."),
            causes[:CAUSES],
        ),
        "transfer": (
            _("What it means elsewhere"),
            _("From the game to real work: what is alike, and what does the game leave out?"),
            transfer,
        ),
        "close": (
            _("Takeaways"),
            _("Each writes down one thing to do differently next time, and one to do again."),
            [],
        ),
    }
    return {"minutes": MINUTES, "steps": _steps(rows), "spare": causes[CAUSES : CAUSES + 3]}


def _steps(rows: dict[str, tuple[str, str, list[Row]]]) -> list[Row]:
    """The steps with the minutes at which each begins and ends."""
    found, at = [], 0
    for key, (title, words, asked) in rows.items():
        found.append({"title": title, "words": words, "questions": asked, "since": at, "until": at + SHARES[key]})
        at += SHARES[key]
    return found
