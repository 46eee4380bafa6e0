"""Reading surveys: the surveys of a person, the people who answered, and answers without names."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from django.utils.crypto import salted_hmac

from classrooms.models import Session, SurveyAnswer, SurveyItem, When
from classrooms.play.questions.queries.moments import NOWHERE, Moment, moment_of, places
from classrooms.play.questions.queries.survey_bank import item_text

FEWEST: Final = 3
"""The least number of answers that are shown: of two, a person could tell the other's."""
STEPS: Final = (1, 2, 3, 4, 5)
MOMENTS: Final = (When.BEFORE, When.AFTER)


@dataclass(frozen=True)
class SurveyPart:
    """The survey of one moment, in its state for one person."""

    when: str
    items: tuple[SurveyItem, ...]
    moment: Moment
    done: bool

    @property
    def waits(self) -> bool:
        """Can it be answered now?"""
        return bool(self.items) and not self.done and self.moment == Moment.OPEN


def survey_of(play_session: Session, user: Any) -> list[SurveyPart]:
    """The surveys of a session for one person; a moment without items is left out."""
    items = list(SurveyItem.objects.filter(session=play_session).order_by("position", "pk"))
    answered = set(
        SurveyAnswer.objects.filter(item__session=play_session, user=user).values_list("item__when", flat=True)
    )
    place = places([play_session], user).get((play_session.pk, user.pk), NOWHERE)
    parts = []
    for when in MOMENTS:
        own = tuple(item for item in items if item.when == when)
        if own:
            moment = moment_of(play_session, place, when, None)
            parts.append(SurveyPart(when, own, moment, when in answered))
    return parts


def done(play_session: Session) -> set[int]:
    """The people who sent in every survey of the session."""
    moments = set(SurveyItem.objects.filter(session=play_session).values_list("when", flat=True))
    sent: dict[int, set[str]] = defaultdict(set)
    rows = SurveyAnswer.objects.filter(item__session=play_session).values_list("user", "item__when").distinct()
    for user, when in rows:
        sent[user].add(when)
    return {user for user, own in sent.items() if own == moments}


@dataclass(frozen=True)
class ItemResult:
    """The answers to an item. `counts` are the numbers of choices from 1 to 5; `texts` are in an order unrelated to
    people. Both are None below `FEWEST` answers.
    """

    item: SurveyItem
    text: str
    sent: int
    counts: tuple[int, ...] | None = None
    texts: tuple[str, ...] | None = None

    @property
    def given(self) -> int:
        """The number of people who chose a step."""
        return sum(self.counts or ())

    @property
    def mean(self) -> float | None:
        """Mean of the steps chosen."""
        return _mean([step for step, n in zip(STEPS, self.counts or (), strict=False) for _one in range(n)])


@dataclass(frozen=True)
class Comparison:
    """The same statement before and after, among people who answered both times."""

    text: str
    people: int
    before: float
    after: float
    up: int
    same: int
    down: int

    @property
    def change(self) -> float:
        """Mean change."""
        return self.after - self.before


@dataclass(frozen=True)
class SurveyResults:
    """A session's survey as its staff reads it. `sent` are numbers of people who sent it in, by moment."""

    items: dict[str, list[ItemResult]]
    comparisons: list[Comparison]
    sent: dict[str, int]


def results(play_session: Session) -> SurveyResults:
    """All results, in two queries."""
    items = list(SurveyItem.objects.filter(session=play_session).order_by("position", "pk"))
    answers: dict[int, list[SurveyAnswer]] = defaultdict(list)
    for answer in SurveyAnswer.objects.filter(item__session=play_session):
        answers[answer.item_id].append(answer)
    by_moment = {when: [item for item in items if item.when == when] for when in MOMENTS}
    sent = {
        when: len({answer.user_id for item in own for answer in answers[item.pk]}) for when, own in by_moment.items()
    }
    return SurveyResults(
        {when.value: [_result(item, answers[item.pk]) for item in own] for when, own in by_moment.items()},
        _comparisons(by_moment, answers),
        {when.value: number for when, number in sent.items()},
    )


def _result(item: SurveyItem, answers: list[SurveyAnswer]) -> ItemResult:
    text = item_text(item)
    if item.kind == SurveyItem.Kind.TEXT:
        written = sorted((answer for answer in answers if answer.text), key=_no_order)
        texts = tuple(answer.text for answer in written) if len(answers) >= FEWEST else None
        return ItemResult(item, text, len(answers), texts=texts)
    steps = [answer.value for answer in answers if answer.value is not None]
    counts = tuple(steps.count(step) for step in STEPS) if len(steps) >= FEWEST else None
    return ItemResult(item, text, len(answers), counts)


def _no_order(answer: SurveyAnswer) -> str:
    """A sort key that depends on neither author nor time."""
    return salted_hmac("classrooms.survey", str(answer.pk), algorithm="sha256").hexdigest()


def _comparisons(by_moment: dict[When, list[SurveyItem]], answers: dict[int, list[SurveyAnswer]]) -> list[Comparison]:
    later = {_same(item): item for item in by_moment[When.AFTER] if item.kind == SurveyItem.Kind.LIKERT}
    found = []
    for item in by_moment[When.BEFORE]:
        other = later.get(_same(item))
        if other is None or item.kind != SurveyItem.Kind.LIKERT:
            continue
        first, second = _steps(answers[item.pk]), _steps(answers[other.pk])
        pairs = [(first[user], second[user]) for user in first if user in second]
        if len(pairs) >= FEWEST:
            found.append(_comparison(item_text(item), pairs))
    return found


def _same(item: SurveyItem) -> tuple[str, str]:
    return item.bank_key, "" if item.bank_key else item.text.strip().casefold()


def _steps(answers: Iterable[SurveyAnswer]) -> dict[int, int]:
    return {answer.user_id: answer.value for answer in answers if answer.value is not None}


def _comparison(text: str, pairs: list[tuple[int, int]]) -> Comparison:
    before, after = _mean([first for first, _after in pairs]), _mean([second for _before, second in pairs])
    up = sum(second > first for first, second in pairs)
    down = sum(second < first for first, second in pairs)
    return Comparison(text, len(pairs), before or 0.0, after or 0.0, up, len(pairs) - up - down, down)


def _mean(steps: list[int]) -> float | None:
    return sum(steps) / len(steps) if steps else None
