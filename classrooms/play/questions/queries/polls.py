"""Answers of the room to polls: sums, without names."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count

from classrooms.models import Poll, PollVote, Session


@dataclass(frozen=True)
class Bar:
    """An answer, how many gave it, and their share of all votes in percent."""

    text: str
    count: int
    percent: int


@dataclass(frozen=True)
class PollResult:
    """A poll with its votes so far, or at its end."""

    poll: Poll
    bars: tuple[Bar, ...]

    @property
    def total(self) -> int:
        """The number of all votes."""
        return sum(bar.count for bar in self.bars)

    @property
    def is_open(self) -> bool:
        """Are votes still taken?"""
        return self.poll.closed_at is None

    @property
    def tag(self) -> tuple[object, ...]:
        """A tag that changes with all shown data of the poll."""
        return (self.poll.pk, self.is_open, [bar.count for bar in self.bars])


def counts_of(poll: Poll) -> list[int]:
    """Votes for each answer."""
    return list(poll.counts) if poll.closed_at is not None else _counted([poll])[poll.pk]


def results_of(play_session: Session) -> list[PollResult]:
    """All polls of a session in the order in which they were asked, in two queries."""
    return _results(play_session.polls.select_related("match").order_by("opened_at", "pk"))


def answered_in(play_session: Session) -> list[PollResult]:
    """The closed polls of a session with any vote, for its debriefs; in one query."""
    rows = play_session.polls.filter(closed_at__isnull=False).select_related("match").order_by("opened_at", "pk")
    return [result for result in _results(rows) if result.total]


def displayed_poll(play_session: Session) -> PollResult | None:
    """The poll that the projector shows, and the phones with it."""
    rows = play_session.polls.filter(is_shown=True).select_related("match").defer("match__state")
    return next(iter(_results(rows.order_by("-opened_at", "-pk")[:1])), None)


def _results(rows: Iterable[Poll]) -> list[PollResult]:
    polls = list(rows)
    counted = _counted(poll for poll in polls if poll.closed_at is None)
    return [PollResult(poll, _bars(poll, counted.get(poll.pk, poll.counts))) for poll in polls]


def _counted(polls: Iterable[Poll]) -> dict[int, list[int]]:
    found = {poll.pk: [0] * len(poll.options) for poll in polls}
    if found:
        rows = PollVote.objects.filter(poll__in=found).order_by().values_list("poll", "choice")
        for pk, choice, count in rows.annotate(count=Count("pk")):
            found[pk][choice] = count
    return found


def _bars(poll: Poll, counts: list[int]) -> tuple[Bar, ...]:
    total = sum(counts) or 1
    pairs = zip(poll.answers, counts, strict=True)
    return tuple(Bar(text, count, round(100 * count / total)) for text, count in pairs)
