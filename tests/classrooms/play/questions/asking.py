"""Sessions with questions: `asking()` has a team, two students and questions of the shipped bank."""

from classrooms.models import SessionQuestion, SurveyItem
from classrooms.play.questions.queries import quizzes
from classrooms.play.questions.queries.moments import turn_of
from classrooms.play.questions.services.quizzes import quiz_answer
from classrooms.play.sessions.services import session_create
from games.ui import faces
from tests.classrooms.factories import course_of, session_of
from tests.games.factories import NOBODY, NOW, person, play_default, play_on

BEFORE, DURING, AFTER = "targets", "late-effect", "retention"
"""Questions of the shipped bank; the second is about turn 1."""


def question(play_session, key=BEFORE, when="before", turn=None, own=None):
    """A question of the bank, or an own one."""
    return SessionQuestion.objects.create(
        session=play_session,
        bank_key="" if own else key,
        own=own,
        when=when,
        turn=turn,
        position=play_session.questions.count() + 1,
    )


def three_questions(play_session):
    """One before, one after turn 1, one after the game."""
    return (
        question(play_session, BEFORE),
        question(play_session, DURING, "during", 1),
        question(play_session, AFTER, "after"),
    )


def item(play_session, when="before", kind="likert", key="interest", text=""):
    """A survey item: a shipped one, or an own one if it has a text."""
    return SurveyItem.objects.create(
        session=play_session,
        when=when,
        kind=kind,
        bank_key="" if text else key,
        text=text,
        position=play_session.survey_items.count() + 1,
    )


def class_of(*names, teams=None, **more):
    """A running session and its students; `teams` are lists of names, one table for all if none are given."""
    people = {name: person(name) for name in names}
    course = course_of(None, people.values())
    tables = [[people[name] for name in team] for team in (teams or [names])]
    return session_of(course, **{"teams": tables, "started": True, **more}), people


def draft_of(course=None, **more):
    """A session that is not open yet."""
    course = course or course_of()
    by = course.enrolments.get(role="instructor").user
    return session_create(course=course, by=by, game="domego", title="Next week", now=NOW, **more)


def match_in(play_session, table=0):
    """The match of a table."""
    return play_session.session_teams.order_by("position")[table].match


def pass_turn(match, turns=1):
    """Play defaults until so many turns are over. No member of the class is their author."""
    wanted = turn_of(match) + turns
    while not match.is_over and turn_of(match) < wanted:
        play_default(match, user=NOBODY)
    return match


def finish(play_session):
    """Play all matches and the session to the end."""
    for table in play_session.session_teams.select_related("match"):
        play_on(table.match, -1)
    type(play_session).objects.filter(pk=play_session.pk).update(status="finished", finished_at=NOW)
    play_session.refresh_from_db()
    return play_session


def right_of(row):
    """The index of the right option."""
    if row.own:
        return row.own.right
    return faces.get(row.session.game).quiz().get(row.bank_key).right


def token(row, user, index):
    """The value that a page sends for an option. Each student sees the options in another order."""
    return next(name for name, place in quizzes.tokens(row.pk, user.pk, 4).items() if place == index)


def answer(row, user, right=True):
    """Answer one question, rightly or not."""
    index = right_of(row) if right else (right_of(row) + 1) % 3
    return quiz_answer(play_session=row.session, user=user, when=row.when, chosen={row.pk: index}, now=NOW)


def moments(play_session, user):
    """The state of each question for a user, in the order of asking."""
    return [(line.asked.row.when, str(line.moment)) for line in quizzes.quiz_of(play_session, user)]
