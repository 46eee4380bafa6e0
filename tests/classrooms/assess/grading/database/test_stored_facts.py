"""The facts of each kind of line as they are stored: marks of earlier versions are read, and new ones keep the form."""

import json
from datetime import timedelta
from pathlib import Path

import pytest

from classrooms.assess.grading import criteria
from classrooms.assess.grading.rubric import book_ensure
from classrooms.assess.grading.services.grades import grades_compute
from classrooms.models import Mark, PeerReview, SessionTeam, SurveyAnswer, SurveyItem
from classrooms.play.questions.services.forecasts import forecast_write
from games.models import Match, Status
from games.platform.services.holders import seat_assign, seat_release
from tests.classrooms.assess.grading.database.test_answers import answered, question
from tests.classrooms.assess.grading.deciding import analysed, decided, moves_of, now_of, weighed
from tests.classrooms.assess.grading.sessions import BOTS, ENDED, bots_scored, end, matches_of, people, session_with
from tests.classrooms.factories import enrol
from tests.games.factories import NOW, SEED, person

pytestmark = pytest.mark.django_db
STORED = json.loads(Path(__file__, "../../stored_facts.json").resolve().read_text())
SECOND = timedelta(seconds=30)


def stored(play_session):
    """The facts of all marks of a session by kind and user name. Numbers of rows and versions are left out."""
    numbers = {match.pk: at for at, match in enumerate(matches_of(play_session))}
    found = {}
    for mark in Mark.objects.filter(line__book__session=play_session).select_related("line", "user"):
        facts = {name: {"digest": "", "rules": 0}.get(name, value) for name, value in mark.facts.items()}
        for each in [*facts.get("tables", ()), *facts.get("seats", ())]:
            each["match"] = numbers[each["match"]]
        found.setdefault(mark.line.kind, {})[mark.user.username] = facts
    return found


def computed(play_session):
    grades_compute(play_session=play_session, now=ENDED)
    return stored(play_session)


def with_lines(play_session, *kinds):
    """Add lines of these kinds to the rubric."""
    book = book_ensure(play_session=play_session)
    for kind in kinds:
        book.lines.create(kind=kind, weight=10, params=criteria.of(kind).usual_params())


def test_a_seat_that_two_people_held_and_all_that_is_asked_beside_the_match():
    ann, bob = people(2)
    zoe = person("zoe")
    play_session = session_with([None, ann, zoe], has_forecasts=True)
    with_lines(play_session, "forecast", "decisions", "peer", "manual")
    (match,) = matches_of(play_session)
    forecast_write(
        table=SessionTeam.objects.get(), user=ann, turn=1, values={"days": 2, "cost": 1, "cards": 2}, now=NOW
    )
    enrol(play_session.course, bob)
    Match.objects.update(seeds=[[1, SEED.hex()]])
    decided(match, ann, ann, ann, "clock", ann)
    seat_release(match_id=match.pk, seat=1, user=ann, now=now_of(match) - SECOND)
    decided(match, "bot")
    seat_assign(match_id=match.pk, seat=1, user=bob, now=now_of(match) - SECOND)
    decided(match, *[bob] * 4)
    end(match, (6, 30, 6, 5, 24, 10), (475, 135, 20))
    bots_scored(play_session, *BOTS)
    analysed(match, [weighed(number, 1, 0.5, 0.1) for user in (ann, bob) for number in moves_of(match, user)])
    asked = [question(play_session), question(play_session)]
    answered(ann, asked[0])
    before = SurveyItem.objects.create(session=play_session, when="before", text="I plan ahead.")
    SurveyItem.objects.create(session=play_session, when="after", text="I planned ahead.")
    SurveyAnswer.objects.create(item=before, user=ann, value=1, created_at=NOW)
    for author, points in ((bob, 4), (zoe, 1)):
        PeerReview.objects.create(
            session_team=SessionTeam.objects.get(), author=author, about=ann, points=points, created_at=NOW
        )

    assert computed(play_session) == STORED["one seat of two people"]


def test_two_tables_of_one_person_and_low_scores_that_are_good():
    ann = person("ann")
    play_session = session_with([ann], [ann, person("zoe")], game="beer_game")
    Match.objects.update(seeds=[[1, SEED.hex()]])
    result = {"scores": [90, 120, 90, 90], "places": [1, 1, 1, 1], "targets": []}
    matches = Match.objects.filter(pk__in=[match.pk for match in matches_of(play_session)])
    for match in matches:
        decided(match, ann, ann, seat=0)
    matches.update(status=Status.FINISHED, started_at=NOW, ended_at=ENDED, result=result)
    bots_scored(play_session, [80, *[100] * 4, *[200] * 5])

    assert computed(play_session) == STORED["two tables"]


def test_a_match_that_is_judged_on_the_turns_played():
    ann = people(1)[0]
    play_session = session_with([None, ann], unfinished="turns")
    Match.objects.update(seeds=[[1, SEED.hex()]])
    decided(matches_of(play_session)[0], *[ann] * 7)

    assert computed(play_session) == STORED["turns played"]
