"""The texts about guesses: the explanation of the last exact chance, and the quality of the reader's guesses."""

from collections.abc import Sequence
from statistics import fmean as mean
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.dominyam import names
from games.catalogue.dominyam.debrief.calibration import lean_words, off
from games.catalogue.dominyam.rules.chances import chance_keeping, fits
from games.catalogue.dominyam.rules.dominoes import Domino
from games.catalogue.dominyam.rules.events import Guessed
from games.catalogue.dominyam.rules.types import DICE, Guess

FACES = 6


def steps(guess: Guess, dominoes: tuple[Domino, Domino]) -> list[str]:
    """The exact chance throw by throw, a sentence each. The dice of the first throw are known; later ones are the best
    then.
    """
    dice, worth = DICE - len(guess.kept), fits(dominoes)
    if not dice:
        return [_("No die was thrown, so nothing could change.")]
    now, results = chance_keeping(worth, guess.kept, 1), FACES**dice
    good = round(now * results)
    words = ngettext(
        "The next throw, of %(dice)s die, has %(all)s results; %(good)s of them bring the meal: %(chance)s.",
        "The next throw, of %(dice)s dice, has %(all)s results; %(good)s of them bring the meal: %(chance)s.",
        dice,
    )
    found = [words % {"dice": dice, "all": results, "good": good, "chance": names.percent(round(1000 * now))}]
    if guess.throws > 1 and good < results:
        later = (chance_keeping(worth, guess.kept, guess.throws) - now) / (1 - now)
        words = _("In the other %(other)s, one more throw with the best dice kept brings it in %(chance)s on average.")
        found.append(words % {"other": results - good, "chance": names.percent(round(1000 * later))})
        found.append(_("Both throws together: %(chance)s.") % {"chance": names.percent(guess.exact)})
    return found


def so_far(record: Sequence[Any], seat: int | None) -> str:
    """The number of a seat's guesses in the match, their mean error, and its direction."""
    own = [event for event in record if isinstance(event, Guessed) and event.seat == seat]
    if not own:
        return ""
    gaps = [10 * event.percent - event.exact for event in own]
    words = ngettext(
        "Your guess so far: %(off)s percentage points off.",
        "Your %(number)s guesses so far: %(off)s percentage points off on average, %(lean)s.",
        len(own),
    )
    return words % {"number": len(own), "off": off(gaps), "lean": lean_words(mean(gaps))}
