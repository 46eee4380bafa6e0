"""Patterns of the end: an early leader, and the link between the game and real firms."""

from django.utils.translation import gettext as _

from games.catalogue.master_builder.debrief.patterns.play import PATTERNS, Play
from games.catalogue.master_builder.names import k
from games.ui.patterns import Hit


@PATTERNS.add("led_and_lost", "result")
def led_and_lost(play: Play) -> Hit | None:
    """The player with most cash half-way finished in the lower half."""
    half = play.facts.last_round // 2
    rows = sorted((each for each in play.facts.rounds if each.round == half), key=lambda each: -each.end)
    if not play.facts.ended or len(rows) < 2 or rows[0].end == rows[1].end:
        return None
    player = play.seats[rows[0].seat]
    if 2 * player.place <= play.facts.players:
        return None
    fact = _(
        "After round %(round)d %(the_player)s held most cash, %(cash)s, and came %(place)d of %(of)d in the end, "
        "with %(score)s."
    )
    ask = _("Besides cash, what shows how well a player is doing?")
    words = {
        "round": half,
        **play.named(player=player.seat),
        "cash": k(rows[0].end),
        "place": player.place,
        "of": play.facts.players,
        "score": k(player.score),
    }
    events = (*play.wages(player.seat, half), *play.end)
    return Hit(weight=44 + 4 * player.place, fact=fact % words, ask=ask, events=events, seats=(player.seat,))


@PATTERNS.add("one_worker_more", "transfer")
def one_worker_more(play: Play) -> Hit | None:
    """Always shown: the resources that real firms lend each other."""
    if not play.has_begun:
        return None
    fact = _("Workers hired in the whole match: %(hired)d. Fired: %(fired)d.")
    ask = _("What do firms on a real site lend each other?")
    words = {"hired": sum(each.hired for each in play.seats), "fired": sum(each.fired for each in play.seats)}
    events = play.trace.find("rented")[:3] or play.trace.find("hired")[:1]
    return Hit(weight=9, fact=fact % words, ask=ask, events=events)
