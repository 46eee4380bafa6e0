"""Patterns of lost cards: to the binôme glandeur (the robber), and on sevens."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.utboheme import names
from games.catalogue.utboheme.debrief.patterns.play import MOST_CITED, PATTERNS, Numbers, Play
from games.catalogue.utboheme.facts.tables import PlayerFacts
from games.ui.patterns import Hit

LOST = 4
"""The number of cards discarded on sevens from which the pattern is reported."""


@PATTERNS.add("robber_cost", "fairness")
def robber_cost(play: Play) -> Hit | None:
    """The binôme glandeur (robber) cost one player most; the thefts from the leader are counted. Cards that he
    withholds where an event of the facilitator sent him are not.
    """
    player = max(play.players, key=_robbed)
    lost = _robbed(player)
    if not lost:
        return None
    thefts = [event for event in play.events_of("robber_moved") if event.data["victim"] is not None]
    first = [event for event in thefts if _in_front(play, event.turn, event.seat or 0, event.data["victim"])]
    fact = _(
        "The binôme glandeur cost %(the_player)s %(cards)s."
        " Thefts in the match: %(n)d; from the rival with the most open points: %(first)d."
    )
    ask = _("Whom should the binôme glandeur have hit?")
    numbers: Numbers = {**play.named(player=player.seat), "cards": names.number_of_cards(lost)}
    numbers |= {"n": len(thefts), "first": len(first)}
    events = sorted([*play.trace.find("robber_moved", victim=player.seat), *_withheld(play, player.seat)])[:MOST_CITED]
    weight = min(70, 34 + 3 * lost)
    return Hit(weight=weight, fact=fact % numbers, ask=ask, events=tuple(events), seats=(player.seat,))


def _robbed(player: PlayerFacts) -> int:
    """The cards that moves of the robber cost a player."""
    return player.blocked - player.blocked_by_event + player.robbed


def _withheld(play: Play, seat: int) -> Iterator[int]:
    """The indexes at which the robber kept income from a player, where a player had put him."""
    sent = False
    for event in play.events_of("harvested", "robber_moved", "robber_sent"):
        if event.kind != "harvested":
            sent = event.kind == "robber_sent"
        elif not sent and event.data["why"] == "robber" and event.data["due"][seat]:
            yield event.place


def _in_front(play: Play, turn: int, by: int, victim: int) -> bool:
    """True if nobody except the thief had more open points than the victim when the turn began."""
    points = play.open_after(turn - 1)
    return points[victim] == max(own for seat, own in enumerate(points) if seat != by)


@PATTERNS.add("lost_on_sevens", "money")
def lost_on_sevens(play: Play) -> Hit | None:
    """A player discarded half of a full hand on a seven."""
    player = max(play.players, key=lambda each: each.discarded)
    if player.discarded < LOST:
        return None
    events = play.trace.find("discarded", seat=player.seat)
    times = len({play.trace.events[place].turn for place in events})
    fact = ngettext(
        "%(The_player)s discarded %(cards)s on %(times)d seven.",
        "%(The_player)s discarded %(cards)s on %(times)d sevens.",
        times,
    )
    ask = _("What could have been built or traded with these cards before the seven?")
    numbers = {**play.named(player=player.seat), "cards": names.number_of_cards(player.discarded), "times": times}
    weight = min(65, 36 + 2 * player.discarded)
    return Hit(weight=weight, fact=fact % numbers, ask=ask, events=events[:MOST_CITED], seats=(player.seat,))
