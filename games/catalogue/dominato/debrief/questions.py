"""Questions for discussion, chosen by the events of the match."""

from django.utils.translation import gettext as _

from games.catalogue.dominato.facts.tables import Facts
from games.ui.nouns import named
from games.ui.seats import player_name


def questions(facts: Facts) -> list[str]:
    """Three or four questions, in simple words."""
    found = []
    missed = max(facts.seats, key=lambda seat: seat.below_best)
    if missed.below_best:
        text = _(
            "Turns in which %(the_player)s could have made a greater link: %(n)d. Find one of them. Was there a reason?"
        )
        found.append(text % {**named(player=player_name(missed.seat)), "n": missed.below_best})
    if facts.challenge and any(seat.overlooked for seat in facts.seats):
        found.append(_("Some errors were not seen. Look at them again: what makes them hard to see?"))
    if facts.challenge and any(seat.claims_false for seat in facts.seats):
        found.append(_("Some claims were in vain. How can one be sure before claiming?"))
    if any(seat.needless_passes for seat in facts.seats):
        found.append(_("Somebody passed who could have laid a tile. Which one, and where?"))
    found.append(_("A nested tile has one mate only. How does one find it without trying all tiles?"))
    found.append(_("Which tiles are easy to lay, and which are hard?"))
    return found[:4]
