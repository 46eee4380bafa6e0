"""Patterns of every game: authors and times of decisions, talk, knowledge, and the spread of points."""

from collections import Counter
from statistics import median
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.ui.nouns import named
from games.ui.patterns import Collection, Hit, Trace
from games.ui.prompts_general import PROMPTS

GENERAL = Collection(PROMPTS)

SLOW = 3
"""A seat is slow if its median answer takes this many times as long as that of the others."""
SLOW_SECONDS = 60
FEW_MESSAGES = 3
BOT_SHARE = 3
MISSES = 50
"""Percent of right answers; below it the team missed a question of the quiz."""


@GENERAL.add("late_answers", "process")
def late_answers(play: "Played") -> Hit | None:
    """Deadlines decided for a person."""
    late = [move for move in play.trace.moves if move.by == "deadline"]
    if not late:
        return None
    seats = tuple(seat for seat, _count in Counter(move.seat for move in late if move.seat is not None).most_common())
    fact = ngettext(
        "One decision was made by a deadline, because the answer was late: that %(of_role)s.",
        "%(n)d decisions were made by deadlines, because answers were late, most often those %(of_role)s.",
        len(late),
    )
    numbers = {"n": len(late), **named(role=play.trace.roles[seats[0]] if seats else "")}
    ask = _("What would have made an answer in time possible?")
    events = play.trace.of_moves([move.number for move in late])
    return Hit(weight=min(70, 30 + 4 * len(late)), fact=fact % numbers, ask=ask, events=events[:12], seats=seats)


@GENERAL.add("bot_decided", "process")
def bot_decided(play: "Played") -> Hit | None:
    """A bot moved for a seat that people held."""
    trace = play.trace
    moves = [m for m in trace.moves if m.by == "bot" and m.seat is not None and _is_held(trace, m.seat)]
    if not moves:
        return None
    seats = tuple(seat for seat, _count in Counter(m.seat for m in moves if m.seat is not None).most_common())
    fact = ngettext(
        "A bot decided once in place of people, for %(the_role)s.",
        "A bot decided %(n)d times in place of people, most often for %(the_role)s.",
        len(moves),
    ) % {"n": len(moves), **named(role=trace.roles[seats[0]])}
    ask = _("What would you have decided in place of the bot?")
    events = trace.of_moves([move.number for move in moves])
    return Hit(weight=min(60, 25 + 3 * len(moves)), fact=fact, ask=ask, events=events[:12], seats=seats)


@GENERAL.add("mostly_bots", "process")
def mostly_bots(play: "Played") -> Hit | None:
    """Seats without people made a good part of the moves."""
    trace = play.trace
    made = [move for move in trace.moves if move.seat is not None]
    bots = [move for move in made if move.by == "bot" and not _is_held(trace, move.seat or 0)]
    if not any(trace.held) or BOT_SHARE * len(bots) < len(made) or not bots:
        return None
    fact = _("%(bots)d of %(all)d moves were those of bots on empty seats.")
    ask = _("Where did you treat a bot as a partner?")
    events = trace.of_moves([bots[0].number, bots[-1].number])
    numbers = {"bots": len(bots), "all": len(made)}
    return Hit(weight=18, fact=fact % numbers, ask=ask, events=events)


@GENERAL.add("slow_seat", "process")
def slow_seat(play: "Played") -> Hit | None:
    """The others waited mostly for one seat."""
    times = _times(play.trace)
    if len(times) < 2:
        return None
    seat = max(times, key=lambda each: times[each])
    others = median([time for each, time in times.items() if each != seat])
    if times[seat] < SLOW_SECONDS or times[seat] < SLOW * max(1, others):
        return None
    fact = _("%(The_role)s usually took %(own)s for an answer, the others %(others)s.")
    ask = _("What did the decisions of this role need time for?")
    numbers = {**named(role=play.trace.roles[seat]), "own": _span(times[seat]), "others": _span(others)}
    numbers_of_moves = [move.number for move in play.trace.moves if move.seat == seat and move.by == "player"]
    events = play.trace.of_moves(numbers_of_moves[:1])
    return Hit(weight=34, fact=fact % numbers, ask=ask, events=events, seats=(seat,))


@GENERAL.add("little_talk", "cooperation")
def little_talk(play: "Played") -> Hit | None:
    """Hardly anything was written, by several people."""
    people, number = sum(play.trace.held), sum(seat is not None for seat in play.trace.messages)
    if people < 2 or number > FEW_MESSAGES:
        return None
    fact = ngettext(
        "The team wrote one message to each other in the whole match.",
        "The team wrote %(n)d messages to each other in the whole match.",
        number,
    ) % {"n": number}
    ask = _("When would one more message have paid most?")
    return Hit(weight=22, fact=fact, ask=ask, events=play.last)


@GENERAL.add("one_voice", "cooperation")
def one_voice(play: "Played") -> Hit | None:
    """More than half of many messages came from one of three seats or more."""
    wrote = Counter(seat for seat in play.trace.messages if seat is not None)
    total = sum(wrote.values())
    if total < 8 or sum(play.trace.held) < 3:
        return None
    seat, number = wrote.most_common(1)[0]
    if 2 * number <= total:
        return None
    fact = _("%(The_role)s wrote %(n)d of %(all)d messages.")
    ask = _("Whose knowledge was never asked for?")
    numbers = {**named(role=play.trace.roles[seat]), "n": number, "all": total}
    return Hit(weight=28, fact=fact % numbers, ask=ask, events=play.last, seats=(seat,))


@GENERAL.add("quiz_missed", "knowledge")
def quiz_missed(play: "Played") -> Hit | None:
    """A question of the quiz that most of the team got wrong."""
    missed = [known for known in play.trace.quiz if 100 * known.right < MISSES * known.given]
    if not missed:
        return None
    worst = min(missed, key=lambda known: (known.right / known.given, known.text))
    fact = _("%(right)d of %(given)d knew the answer to: \u201c%(question)s\u201d")
    ask = _("Where in the match did this rule cost or save something?")
    numbers = {"right": worst.right, "given": worst.given, "question": worst.text}
    return Hit(weight=36, fact=fact % numbers, ask=ask, events=play.last)


@GENERAL.add("stepped_back", "process")
def stepped_back(play: "Played") -> Hit | None:
    """The match was taken back to an earlier turn."""
    numbers = [number for kind, number in play.trace.deeds if kind == "step_back"]
    if not numbers:
        return None
    fact = _("The match was taken back to an earlier turn.")
    ask = _("What did you decide otherwise the second time?")
    return Hit(weight=40, fact=fact, ask=ask, events=play.trace.of_moves(numbers) or play.last)


@GENERAL.add("far_apart", "fairness")
def far_apart(play: "Played") -> Hit | None:
    """The first has at least twice the score of the middle one."""
    if len(play.scores) < 3:
        return None
    best, middle = max(play.scores), median(play.scores)
    if best < 2 * max(1, middle):
        return None
    seat = play.scores.index(best)
    fact = _("%(The_role)s ended with %(best)d %(unit)s, half of the others with %(middle)d or less.")
    ask = _("When did the difference between the roles show first?")
    numbers = {**named(role=play.trace.roles[seat]), "best": best, "unit": play.unit, "middle": round(middle)}
    return Hit(weight=24, fact=fact % numbers, ask=ask, events=play.last, seats=(seat,))


@GENERAL.add("again", "transfer")
def again(play: "Played") -> Hit | None:
    """Always found: asks what the team would do differently."""
    if not play.trace.events:
        return None
    fact = _("The match has ended, and its beginning is known.")
    same_luck = _("If you began again with the same luck, what would you do differently first?")
    ask = same_luck if play.trace.drew else _("If you began again, what would you do differently first?")
    return Hit(weight=6, fact=fact, ask=ask, events=play.first)


class Played:
    """The input of the general patterns: the log, the scores by seat, and their unit."""

    def __init__(self, trace: Trace, scores: tuple[int, ...], unit: str) -> None:
        self.trace, self.scores, self.unit = trace, scores, unit

    @property
    def first(self) -> tuple[int, ...]:
        """The place of the first event."""
        return tuple(event.place for event in self.trace.events[:1])

    @property
    def last(self) -> tuple[int, ...]:
        """The place of the last event."""
        return tuple(event.place for event in self.trace.events[-1:])


def _is_held(trace: Trace, seat: Any) -> bool:
    return seat < len(trace.held) and trace.held[seat]


def _times(trace: Trace) -> dict[int, float]:
    """The usual answer of each seat that people held, in seconds."""
    seconds: dict[int, list[int]] = {}
    for answer in trace.answers:
        if _is_held(trace, answer.seat):
            seconds.setdefault(answer.seat, []).append(answer.seconds)
    return {seat: median(times) for seat, times in seconds.items()}


def _span(seconds: float) -> str:
    if seconds < 120:
        return _("%(n)d\xa0s") % {"n": round(seconds)}
    if seconds < 7200:
        return _("%(n)d\xa0min") % {"n": round(seconds / 60)}
    return _("%(n)d\xa0h") % {"n": round(seconds / 3600)}
