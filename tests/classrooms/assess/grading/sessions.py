"""Sessions to be marked: `played(teams=2)` has matches that ended with the results that a test wants."""

from datetime import timedelta

import msgspec
from django.test import Client

from classrooms.assess.grading.bot_scores import role_scores_request
from classrooms.assess.grading.rubric import book_ensure
from classrooms.models import GradeBook, RoleScores, SessionTeam, User
from games.engine.types import Result, Target, places
from games.models import AuthorKind, Match, SeatHolder, Status
from games.platform.selectors.position import game_of, state_of
from tests.classrooms.factories import course_of, session_of
from tests.games.factories import NOW, person, play

ENDED = NOW + timedelta(hours=2)
WEIGHTS = (("project", 30), ("objectives", 30), ("participation", 25), ("quiz", 10), ("survey", 5))
BOTS = ([85, *[45] * 4, *[17] * 5], [80, *[50] * 4, *[20] * 5])
"""Scores of bots as owners, and in any other role. 50 is the median there."""
GOALS = (("delay", 380), ("cost", 135), ("failures", 20))


def result(scores, reached=(380, 135, 20)):
    """A result with the classic scenario's targets."""
    targets = tuple(
        Target(name, value, goal, value <= goal) for (name, goal), value in zip(GOALS, reached, strict=True)
    )
    return msgspec.to_builtins(Result(tuple(scores), places(tuple(scores)), targets))


def end(match, scores, reached=(380, 135, 20), at=ENDED):
    """End a match with these scores, without regard to its moves."""
    Match.objects.filter(pk=match.pk).update(
        status=Status.FINISHED, result=result(scores, reached), ended_at=at, started_at=NOW
    )


def people(count, name="student"):
    """Students with numbered user names."""
    return [person(f"{name}-{number:02}") for number in range(1, count + 1)]


def session_with(*teams, course=None, smallest=0, **more):
    """A running session with these people in its teams. By default, any share of the rubric is enough for a mark, so
    that each line can be tested alone.
    """
    everybody = [user for team in teams for user in team if user is not None]
    course = course or course_of(person("claire"), list(dict.fromkeys(everybody)))
    play_session = session_of(course, teams=teams, started=True, **more)
    if not play_session.is_rehearsal:
        book_ensure(play_session=play_session)
        GradeBook.objects.filter(session=play_session).update(smallest_share=smallest)
        all_lines(play_session)
    return play_session


def all_lines(play_session):
    """A rubric with own objectives on, so that it has every line that is computed."""
    book = book_ensure(play_session=play_session)
    for position, (kind, weight) in enumerate(WEIGHTS):
        book.lines.update_or_create(kind=kind, defaults={"weight": weight, "position": position})


def bots_scored(play_session, *by_seat):
    """Store these scores of bots for all matches of a session, one list by seat. The last list holds for all further
    seats.
    """
    for match in matches_of(play_session):
        seats = match.seats.count()
        row = role_scores_request(match=match, seats=seats, play_session=play_session, now=ENDED)
        scores = [list(by_seat[min(seat, len(by_seat) - 1)]) for seat in range(seats)]
        RoleScores.objects.filter(pk=row.pk).update(scores=scores, made_at=ENDED)


def everybody_moves(play_session):
    """Add a move for each person with a seat. Returns the session."""
    for match in matches_of(play_session):
        holders = SeatHolder.objects.filter(seat__match=match).select_related("seat").order_by("pk")
        for number, holder in enumerate(holders, start=match.moves.count() + 1):
            match.moves.create(
                number=number,
                seat=holder.seat.index,
                kind="buy",
                args={},
                author_kind=AuthorKind.PLAYER,
                author_id=holder.user_id,
                created_at=NOW,
            )
    return play_session


def matches_of(play_session):
    """The matches of a session, in the order of its teams."""
    return [table.match for table in SessionTeam.objects.filter(session=play_session).select_related("match")]


def marks_of(play_session, kind):
    """Points by username on the line of a kind."""
    line = play_session.grade_book.lines.get(kind=kind)
    return {mark.user.username: mark.points for mark in line.marks.select_related("user").order_by("user__username")}


def facts_of(play_session, kind, user):
    """The facts of one mark."""
    return play_session.grade_book.lines.get(kind=kind).marks.get(user=user).facts


def answer(match, seat, user, at):
    """Give the default answer of a seat as `user`."""
    rules, state = game_of(match).rules, state_of(match)
    prompt = next(each for each in rules.prompts(state) if each.seat == seat and not each.optional)
    play(match, seat, prompt.key, rules.default(state, seat, prompt.key), user, now=at)


def signed_in(user):
    client = Client()
    client.force_login(user)
    return client


def at(play_session, path=""):
    return f"/sessions/{play_session.pk}/grades/{path}"


def line_of(play_session, kind):
    return play_session.grade_book.lines.get(kind=kind)


def student(number=1):
    return User.objects.get(username=f"student-{number:02}")


def eight_teams():
    """Eight tables; the owners' scores are 10, 20, ... 80. For own objectives that is 1500, 1875, 3125, ... 9375."""
    owners = people(8)
    play_session = session_with(*[[owner] for owner in owners])
    for number, match in enumerate(matches_of(play_session), start=1):
        end(match, (10 * number, 50, 50, 50, 50, 50))
    bots_scored(play_session, *BOTS)
    return play_session, owners
