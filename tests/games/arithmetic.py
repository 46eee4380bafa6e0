"""Expected numbers of the sentences for any game (`games.ui.patterns_general`), counted from the record."""

from collections import Counter
from statistics import median
from typing import Any, Final

from tests.games.sentences import Expected, Match


def moves_by(match: Match, by: str) -> list[Any]:
    return [record for record in match.records[1:] if record.by == by and record.seat is not None]


def late_answers(match: Match) -> list[int]:
    """Decisions by deadline; the number 1 is a word in the sentence."""
    number = len(moves_by(match, "deadline"))
    return [number] if number > 1 else []


def bot_decided(match: Match) -> list[int]:
    number = sum(match.trace.held[record.seat] for record in moves_by(match, "bot"))
    return [number] if number > 1 else []


def mostly_bots(match: Match) -> list[int] | None:
    bots = sum(not match.trace.held[record.seat] for record in moves_by(match, "bot"))
    made = sum(record.seat is not None for record in match.records[1:])
    return [bots, made] if 3 * bots >= made else None


def slow_seat(match: Match) -> list[int] | None:
    seconds: dict[int, list[int]] = {}
    for answer in match.trace.answers:
        if match.trace.held[answer.seat]:
            seconds.setdefault(answer.seat, []).append(answer.seconds)
    usual = sorted((median(times) for times in seconds.values()), reverse=True)
    others = median(usual[1:])
    return [_rounded(usual[0]), _rounded(others)] if usual[0] >= 3 * others else None


def _rounded(seconds: float) -> int:
    """Seconds up to two minutes, then minutes up to two hours."""
    return round(seconds) if seconds < 120 else round(seconds / 60) if seconds < 7200 else round(seconds / 3600)


def little_talk(match: Match) -> list[int]:
    number = sum(seat is not None for seat in match.trace.messages)
    return [number] if number != 1 else []


def one_voice(match: Match) -> list[int] | None:
    wrote = Counter(seat for seat in match.trace.messages if seat is not None)
    most, total = max(wrote.values()), sum(wrote.values())
    return [most, total] if 2 * most > total else None


def quiz_missed(match: Match) -> list[int]:
    worst = min(match.trace.quiz, key=lambda known: (known.right / known.given, known.text))
    return [worst.right, worst.given]


def far_apart(match: Match) -> list[int] | None:
    best, middle = max(match.result.scores), median(match.result.scores)
    others = sorted(match.result.scores)[:-1]
    few = sum(score <= round(middle) for score in others)
    return [best, round(middle)] if best >= 2 * middle and 2 * few >= len(others) else None


NUMBERS: Final[dict[str, Expected]] = {
    each.__name__: each
    for each in (*(late_answers, bot_decided, mostly_bots, slow_seat, little_talk, one_voice, quiz_missed, far_apart),)
}
WITHOUT: Final = ("stepped_back", "again")
