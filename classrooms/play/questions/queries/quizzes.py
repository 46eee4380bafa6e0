"""Reading quizzes: the questions of a person, their answers, and the results of a class."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.crypto import salted_hmac

from classrooms.models import QuizAnswer, Session, When
from classrooms.play.questions.queries.moments import NOWHERE, Moment, Whereabouts, moment_of, places, was_asked
from classrooms.play.questions.queries.participants import Participant, participants
from classrooms.play.questions.queries.session_questions import PosedQuestion, posed_questions

TOKEN_LENGTH: Final = 12


@dataclass(frozen=True)
class Option:
    """An option as one person sees it. `token` is its name in the form and reveals nothing."""

    token: str
    index: int
    text: str
    chosen: bool
    is_right: bool


@dataclass(frozen=True)
class Line:
    """A question in its state for one person. `options` are in this person's own order."""

    asked: PosedQuestion
    moment: Moment
    answer: QuizAnswer | None
    options: tuple[Option, ...]

    @property
    def waits(self) -> bool:
        """Can it be answered now?"""
        return self.answer is None and self.moment == Moment.OPEN


def tokens(question_id: int, user_id: int, count: int) -> dict[str, int]:
    """The options' names in this person's order, with their indexes in the stored order. Both come from a keyed hash:
    nobody can compute another person's order, and a person's own order never changes.
    """
    made = {
        salted_hmac("classrooms.quiz", f"{question_id}/{user_id}/{index}", algorithm="sha256").hexdigest(): index
        for index in range(count)
    }
    return {token[:TOKEN_LENGTH]: made[token] for token in sorted(made)}


def quiz_of(play_session: Session, user: Any) -> list[Line]:
    """All questions of a session for one person, in the order of asking."""
    questions = posed_questions(play_session)
    given = {
        answer.question_id: answer for answer in QuizAnswer.objects.filter(question__session=play_session, user=user)
    }
    place = places([play_session], user).get((play_session.pk, user.pk), NOWHERE)
    return [_line(play_session, each, place, given.get(each.row.pk), user) for each in questions]


def _line(play_session: Session, each: PosedQuestion, place: Whereabouts, answer: QuizAnswer | None, user: Any) -> Line:
    moment = moment_of(play_session, place, each.row.when, each.row.turn)
    words = each.words
    options = tuple(
        Option(token, index, words.options[index], answer is not None and answer.choice == index, index == words.right)
        for token, index in tokens(each.row.pk, user.pk, len(words.options)).items()
    )
    return Line(each, moment, answer, options)


def shares(play_session: Session) -> dict[int, tuple[int, int]]:
    """By student: right answers, and the number of questions asked so far, answered or not. A question after a turn
    that the student's own match did not reach was not asked.
    """
    return {one.user.pk: (tally.right, tally.asked) for one, tally in results(play_session).people}


Answer = tuple[int, int, int, bool]
"""Question, user, choice, and whether it is right."""


def _answers(play_session: Session, questions: Iterable[PosedQuestion]) -> list[Answer]:
    """All answers, oldest first."""
    known = {each.row.pk for each in questions}
    rows = QuizAnswer.objects.filter(question__session=play_session).order_by("created_at", "pk")
    listed = rows.values_list("question", "user", "choice", "is_right")
    return [row for row in listed if row[0] in known]


@dataclass(frozen=True)
class Tally:
    """The number of right answers, of given answers, and of possible answers."""

    right: int = 0
    given: int = 0
    asked: int = 0

    @property
    def percent(self) -> int | None:
        """The share of right answers among those given; None without answers."""
        return round(100 * self.right / self.given) if self.given else None


@dataclass(frozen=True)
class QuestionResult:
    """The results of a question: the number of choices of each option, in the stored order."""

    asked: PosedQuestion
    chosen: tuple[int, ...]
    tally: Tally
    teams: dict[str, Tally]


@dataclass(frozen=True)
class QuizResults:
    """A session's quiz as its staff reads it. `people` have names, which only graders may see."""

    questions: list[QuestionResult]
    teams: dict[str, Tally]
    people: list[tuple[Participant, Tally]]
    total: Tally
    answers: dict[tuple[int, int], int]
    """The choice, by question and user."""
    asked_of: dict[int, set[int]]
    """The questions that were asked of each student."""

    @property
    def open_questions(self) -> list[QuestionResult]:
        """Questions without any answer."""
        return [result for result in self.questions if not result.tally.given]


def results(play_session: Session) -> QuizResults:
    """All results, in a constant number of queries."""
    questions = posed_questions(play_session)
    answers = _answers(play_session, questions)
    people = participants(play_session, {user for _question, user, _choice, _is_right in answers})
    by_question, by_user = _grouped(answers, 0), _grouped(answers, 1)
    asked_of = {
        user: {e.row.pk for e in questions if was_asked(play_session, one.place, e.row.when, e.row.turn)}
        | {row[0] for row in by_user[user]}
        for user, one in people.items()
    }
    team_of = {user: one.team for user, one in people.items() if one.team}
    names = list(dict.fromkeys(team_of.values()))
    found = [_result(each, by_question[each.row.pk], asked_of, team_of, names) for each in questions]
    return QuizResults(
        found,
        {name: _sum(result.teams[name] for result in found) for name in names},
        [(one, _tally(by_user[user], len(asked_of[user]))) for user, one in people.items()],
        _sum(result.tally for result in found),
        {(question, user): choice for question, user, choice, _is_right in answers},
        asked_of,
    )


def _grouped(answers: Iterable[Answer], by: int) -> dict[int, list[Answer]]:
    found: dict[int, list[Answer]] = defaultdict(list)
    for row in answers:
        found[row[by]].append(row)
    return found


def _result(
    each: PosedQuestion, rows: list[Answer], asked_of: dict[int, set[int]], team_of: dict[int, str], names: list[str]
) -> QuestionResult:
    """The result of one question. Answers of people who left the course still count, in no team."""
    chosen = Counter(choice for _question, _user, choice, _is_right in rows)
    wanted = {user for user, keys in asked_of.items() if each.row.pk in keys}
    could = Counter(team_of.get(user, "") for user in wanted)
    by_team: dict[str, list[Answer]] = defaultdict(list)
    for row in rows:
        by_team[team_of.get(row[1], "")].append(row)
    teams = {name: _tally(by_team[name], could[name]) for name in names}
    counts = tuple(chosen[index] for index in range(len(each.words.options)))
    return QuestionResult(each, counts, _tally(rows, len(wanted | {row[1] for row in rows})), teams)


def _tally(rows: Sequence[Answer], number_asked: int) -> Tally:
    return Tally(sum(row[3] for row in rows), len(rows), number_asked)


def _sum(tallies: Iterable[Tally]) -> Tally:
    listed = list(tallies)
    return Tally(sum(t.right for t in listed), sum(t.given for t in listed), sum(t.asked for t in listed))


def open_count(lines: Iterable[Line], when: str | None = None) -> int:
    """The number of questions that wait for an answer."""
    return sum(line.waits for line in lines if when in (None, line.asked.row.when))


MOMENTS: Final = (When.BEFORE, When.DURING, When.AFTER)
