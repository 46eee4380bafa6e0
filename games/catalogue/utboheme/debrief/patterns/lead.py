"""Patterns of the race: an overtaken leader, deciding cards, hidden points, and a late start."""

from collections import Counter

from django.utils.translation import gettext as _

from games.catalogue.utboheme import names
from games.catalogue.utboheme.debrief.patterns.play import MOST_CITED, PATTERNS, SPECIAL, Numbers, Play
from games.ui.patterns import Hit, Logged

LED = 3
"""A lead is reported if it lasted at least one third of the turns."""


@PATTERNS.add("led_and_overtaken", "result")
def led_and_overtaken(play: Play) -> Hit | None:
    """A player led alone for long and did not win."""
    front = {turn.turn: seat for turn in play.facts.turns if (seat := _alone(turn.points)) is not None}
    led = Counter(seat for seat in front.values() if play.players[seat].place != 1)
    if not led:
        return None
    (seat, times), turns = led.most_common(1)[0], len(play.facts.turns)
    if LED * times < turns:
        return None
    last = max(turn for turn, each in front.items() if each == seat)
    fact = _(
        "%(The_player)s was alone in front after %(times)d of %(turns)d turns, the last time after turn %(last)d,"
        " and came %(place)d of %(of)d."
    )
    ask = _("What did %(the_winner)s do to overtake %(the_player)s?")
    numbers: Numbers = {**play.named(player=seat), "times": times, "turns": turns, "last": last}
    numbers |= {"place": play.players[seat].place, "of": len(play.players), **play.named(winner=play.best.seat)}
    events = (*play.scored(play.best.seat, last)[: MOST_CITED - 1], *play.end)
    seats = (seat, play.best.seat)
    weight = min(80, 52 + 30 * times // turns)
    return Hit(weight=weight, fact=fact % numbers, ask=ask % numbers, events=events, seats=seats)


def _alone(points: tuple[int, ...]) -> int | None:
    best = max(points)
    return points.index(best) if points.count(best) == 1 else None


@PATTERNS.add("card_decided", "result")
def card_decided(play: Play) -> Hit | None:
    """A special card changed hands, and without it the winner would not have led."""
    for kind, name in zip(SPECIAL, (_("longest cursus"), _("oldest ancien")), strict=True):
        moved = play.events_of(kind)
        winner, taken = play.best, _taken(moved)
        if taken is None or taken[0].seat != winner.seat:
            continue
        event, before = taken
        worth = play.scenario.points.longest if kind == SPECIAL[0] else play.scenario.points.oldest
        other = play.players[before].points
        if other + worth < winner.points - worth:
            continue
        fact = _(
            "%(The_winner)s took the card \u201c%(card)s\u201d %(from_before)s in turn %(turn)d."
            " It counts %(worth)s; they ended with %(own)d and %(other)d."
        )
        ask = _("What would keeping the card “%(card)s” have cost %(the_before)s?")
        numbers: Numbers = {
            **play.named(winner=winner.seat, before=before),
            "card": name,
            "turn": event.turn,
        }
        numbers |= {"worth": names.points(worth), "own": winner.points, "other": other}
        events = (*(each.place for each in moved[-MOST_CITED:]), *play.end)
        seats = (winner.seat, before)
        return Hit(weight=76, fact=fact % numbers, ask=ask % numbers, events=events, seats=seats)
    return None


def _taken(moved: list[Logged]) -> tuple[Logged, int] | None:
    """The event that gave a special card to its final holder, and the holder before; None without another holder."""
    held = [(event, event.seat) for event in moved if event.seat is not None]
    if not held or moved[-1].seat is None:
        return None
    others = [number for number, (_event, seat) in enumerate(held) if seat != held[-1][1]]
    return (held[others[-1] + 1][0], held[others[-1]][1]) if others else None


@PATTERNS.add("hidden_points", "process")
def hidden_points(play: Play) -> Hit | None:
    """A part of the winner's points was hidden until the end."""
    winner = play.best
    hidden = winner.victory * play.scenario.points.victory
    if not hidden or not play.end:
        return None
    fact = _("%(The_winner)s won with %(points)s: %(open)d open ones, and %(hidden)d that nobody else could see.")
    ask = _("When did the others suspect these hidden points?")
    numbers: Numbers = {**play.named(winner=winner.seat), "points": names.points(winner.points)}
    numbers |= {"open": winner.points - hidden, "hidden": hidden}
    taken = play.trace.find("card_taken", seat=winner.seat, card="victory")
    events = (*taken, *play.trace.find("hand_revealed", seat=winner.seat), *play.end)
    return Hit(weight=min(70, 44 + 8 * hidden), fact=fact % numbers, ask=ask, events=events, seats=(winner.seat,))


@PATTERNS.add("built_late", "time")
def built_late(play: Play) -> Hit | None:
    """A player built no further piece with points until the second half, long after the winner."""
    first = {player.seat: _first(play, player.seat) for player in play.players}
    turns, winner = len(play.facts.turns), play.best
    own = first.pop(winner.seat)
    late = max(first, key=lambda seat: first[seat].turn if first[seat] else turns + 1)  # type: ignore[union-attr]
    built = first[late]
    if own is None or 2 * own.turn > turns or (built is not None and 2 * built.turn <= turns):
        return None
    if built is None:
        fact = _(
            "%(The_player)s built no UV and no UV** in %(turns)d turns;"
            " %(the_winner)s had the first one in turn %(own)d."
        )
    else:
        fact = _(
            "%(The_player)s built the first UV or UV** in turn %(turn)d of %(turns)d;"
            " %(the_winner)s had it in turn %(own)d."
        )
    ask = _("What was missing for an earlier UV or UV**?")
    numbers = {**play.named(player=late, winner=winner.seat), "turns": turns, "own": own.turn}
    numbers["turn"] = built.turn if built else 0
    events = (own.place, *((built.place,) if built else play.end))
    return Hit(weight=50, fact=fact % numbers, ask=ask, events=events, seats=(late,))


def _first(play: Play, seat: int) -> Logged | None:
    return next(iter(play.events_of("uv_built", "uv_upgraded", seat=seat)), None)
