"""Learning records: the statements about a match, their recipient, and that each is sent once."""

import json
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from pydantic import ValidationError
from ralph.models.xapi.base.statements import BaseXapiStatement

from classrooms.assess.grading.rubric import book_ensure
from classrooms.assess.grading.services.publishing import grades_publish
from classrooms.care.erasure.services.people import person_erase
from classrooms.connect.records import learning
from classrooms.connect.records.learning import (
    LONGEST_REST,
    books_with_news,
    match_send,
    matches_with_news,
    records_request,
)
from classrooms.models import Identity, PublishedGrade, RecordMark, Session
from classrooms.play.sessions.services import session_finish
from games.models import AuthorKind, Job, Match, Move
from games.platform import clock
from games.platform.services.holders import seat_assign
from games.platform.services.undo import move_take_back
from games.platform.work.jobs import do_job
from tests.classrooms.connect.records.playing import match_in, play
from tests.classrooms.factories import course_of, session_of
from tests.every_game import GAMES
from tests.games.factories import NOW, person

pytestmark = pytest.mark.django_db

NAMES = (
    "Quentin",
    "Petit",
    "Zoe",
    "Martin",
    "example.org",
    "Team 1",
    "Rue du Port",
    "Claire",
    "Roux",
    "Site management",
)
"""Names of people, teams, the session and the course, and all typed texts."""


def work(now=None):
    """Do the jobs that the sweep finds. Returns their number."""
    jobs = records_request(now=now or clock.now())
    for job in jobs:
        do_job(job.pk)
    return len(jobs)


def later(**more):
    return clock.now() + timedelta(**more)


def test_a_whole_match_is_said_once_in_statements_that_the_specification_knows(store, session, people):
    match = play(match_in(session))

    assert (work(), work(later(days=1))) == (1, 0)

    moves = Move.objects.filter(match=match, author_kind=AuthorKind.PLAYER).count()
    said = {verb: len(store.said(verb)) for verb in ("initialized", "selected", "completed", "scored", "terminated")}
    assert said == {"initialized": 2, "selected": moves, "completed": 2, "scored": 2, "terminated": 0}
    assert moves > 10
    for statement in store.statements.values():
        BaseXapiStatement.model_validate_json(json.dumps(statement))
    assert set(store.times.values()) == {1}
    assert {each["context"]["registration"] for each in store.statements.values()} == {
        next(iter(store.statements.values()))["context"]["registration"]
    }


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_of_each_game_is_said_as_the_specification_has_it_and_names_nobody(store, game):
    claire = person("claire", display_name="Claire Roux")
    people = [person("quentin", display_name="Quentin Petit"), person("zoe", display_name="Zoe Martin")]
    session = session_of(course_of(claire, people), teams=[people], started=True, game=game, title="Rue du Port")
    match = play(match_in(session), think=True)
    work()
    book_ensure(play_session=session)
    grades_publish(play_session=session, incomplete=True)
    work(later(minutes=1))

    assert match.status == "finished"
    verbs = {each["verb"]["display"]["en"] for each in store.statements.values()}
    assert verbs == {"initialized", "selected", "completed", "scored"}
    assert any(each["object"]["id"].endswith("/marks/") for each in store.statements.values())
    for statement in store.statements.values():
        BaseXapiStatement.model_validate_json(json.dumps(statement))
    text = json.dumps(list(store.statements.values())).lower()
    assert [word for word in NAMES if word.lower() in text] == []


@pytest.mark.parametrize(
    "spoil",
    [
        lambda said: said.pop("actor"),
        lambda said: said.update(id="7"),
        lambda said: said.update(verb={"id": "scored"}),
        lambda said: said["actor"].update(mbox="mailto:zoe@example.org"),
        lambda said: said["actor"]["account"].update(homePage="here"),
        lambda said: said["object"].update(id="match 7"),
        lambda said: said["result"].update(duration="an hour"),
        lambda said: said["result"].update(score={"scaled": 2}),
        lambda said: said["context"].update(registration="match-7"),
        lambda said: said["context"].update(platform=""),
        lambda said: said.update(timestamp="yesterday"),
        lambda said: said.update(more="of it"),
    ],
)
def test_the_models_of_the_specification_refuse_what_it_does_not_know(store, session, spoil):
    """The same models that accept all other statements can refuse a wrong one."""
    play(match_in(session))
    work()
    said = json.loads(json.dumps(store.said("completed")[0]))
    BaseXapiStatement.model_validate_json(json.dumps(said))

    spoil(said)

    with pytest.raises(ValidationError):
        BaseXapiStatement.model_validate_json(json.dumps(said))


def test_the_verbs_and_types_are_those_of_adl_and_the_serious_games_profile(store, session):
    play(match_in(session))
    work()

    one = {verb: store.said(verb)[0] for verb in ("initialized", "selected", "completed", "scored")}
    game = "https://w3id.org/xapi/seriousgames/activity-types/serious-game"
    assert {verb: (each["verb"]["id"], each["object"]["definition"]["type"]) for verb, each in one.items()} == {
        "initialized": ("http://adlnet.gov/expapi/verbs/initialized", game),
        "selected": (
            "https://w3id.org/xapi/adb/verbs/selected",
            "https://w3id.org/xapi/seriousgames/activity-types/alternative",
        ),
        "completed": ("http://adlnet.gov/expapi/verbs/completed", game),
        "scored": ("http://adlnet.gov/expapi/verbs/scored", game),
    }
    match = match_in(session)
    match.refresh_from_db()
    seats = {each["object"]["id"]: each["result"]["score"]["raw"] for each in store.said("scored")}
    home = f"http://127.0.0.1:8000/matches/{match.pk}/"
    assert seats == {f"{home}seats/{seat}": match.result["scores"][seat] for seat in (0, 1)}
    assert one["completed"]["result"]["completion"] is True


def test_a_pseudonym_is_one_persons_in_all_statements(store, session, people):
    play(match_in(session))
    work()

    actors = {each["actor"]["account"]["name"] for each in store.statements.values()}
    assert (len(actors), {len(name) for name in actors}) == (2, {32})


def test_without_pseudonyms_people_are_named_as_their_institution_knows_them(store, session, people, domego):
    domego.XAPI_PSEUDONYMS, domego.OIDC_ISSUER = False, "https://login.example.org"
    Identity.objects.create(user=people[0], issuer="https://login.example.org", subject="z-1", linked_at=NOW)
    play(match_in(session))
    work()

    actors = {json.dumps(each["actor"], sort_keys=True) for each in store.statements.values()}
    assert [json.loads(actor) for actor in sorted(actors)] == [
        {
            "objectType": "Agent",
            "name": "Max Petit",
            "account": {"homePage": "http://127.0.0.1:8000", "name": str(people[1].pk)},
        },
        {
            "objectType": "Agent",
            "name": "Zoe Martin",
            "account": {"homePage": "https://login.example.org", "name": "z-1"},
        },
    ]


def test_nothing_is_sent_where_no_store_is_named(session, no_broker):
    play(match_in(session))
    learning._look(clock.now())

    assert (Job.objects.filter(kind="records").count(), RecordMark.objects.count()) == (0, 0)


def test_what_is_new_is_sent_while_the_match_goes_on_once_it_stands(store, session):
    match = play(match_in(session), 6)
    match_send(match_id=match.pk, now=later(seconds=10))
    assert len(store.said("selected")) == 0

    match_send(match_id=match.pk, now=later(minutes=1))
    first = len(store.said("selected"))
    play(match)
    assert [each.pk for each in matches_with_news(later(minutes=3))] == [match.pk]
    match_send(match_id=match.pk, now=later(minutes=3))

    moves = Move.objects.filter(match=match, author_kind=AuthorKind.PLAYER).count()
    assert 0 < first < len(store.said("selected")) == moves
    assert list(matches_with_news(later(minutes=5))) == []
    assert set(store.times.values()) == {1}


def test_a_decision_that_was_taken_back_is_never_said(store, session, people):
    match = play(match_in(session), 1)
    move = Move.objects.get(match=match, number=1)
    move_take_back(match_id=match.pk, number=1, by=move.author)
    play(match)
    work()

    responses = [each["id"] for each in store.said("selected")]
    kept = Move.objects.filter(match=match).kept().filter(author_kind=AuthorKind.PLAYER).count()
    assert len(responses) == kept


def test_a_store_that_is_away_is_asked_again_and_nothing_is_given_up(store, session):
    match = play(match_in(session))
    store.status, now = 503, clock.now()
    assert (work(now), Job.objects.get(kind="records").state) == (1, "done")
    for minute in range(0, 24 * 60, 5):
        for each in matches_with_news(now + timedelta(minutes=minute)):
            match_send(match_id=each.pk, now=now + timedelta(minutes=minute))

    assert 8 < store.requests < 20
    assert (RecordMark.objects.get(match=match).is_whole, store.statements) == (False, {})
    store.status = 0
    assert work(now + timedelta(days=1) + LONGEST_REST) == 1
    assert len(store.said("completed")) == 2


def test_a_statement_that_the_store_has_otherwise_stays_and_the_others_are_taken(store, session, domego):
    match = play(match_in(session))
    work()
    before = dict(store.statements)
    gone = store.said("completed")[0]["id"]
    del store.statements[gone]
    domego.XAPI_PSEUDONYMS = False

    assert call_command("send_records", "--session", str(session.pk)) is None
    do_job(Job.objects.get(kind="records", match=match).pk)

    assert store.statements.keys() == before.keys()
    assert {pk: each for pk, each in store.statements.items() if pk != gone} == {
        pk: each for pk, each in before.items() if pk != gone
    }


def test_old_matches_are_sent_on_request_alone(store, session):
    match = play(match_in(session))
    Match.objects.filter(pk=match.pk).update(ended_at=clock.now() - timedelta(days=40))
    assert work() == 0

    call_command("send_records", "--course", str(session.course_id))
    for job in Job.objects.filter(kind="records"):
        do_job(job.pk)

    assert len(store.said("completed")) == 2
    assert RecordMark.objects.get(match=match).is_whole is True


def test_the_command_says_that_there_is_no_store(session):
    with pytest.raises(CommandError, match="set XAPI_ENDPOINT"):
        call_command("send_records", "--all")


def test_rehearsals_count_nowhere(store, session):
    Session.objects.update(is_rehearsal=True)
    play(match_in(session))

    assert (work(), store.requests) == (0, 0)


def test_who_was_erased_is_not_spoken_of(store, session, people):
    play(match_in(session))
    person_erase(user=people[0])
    work()

    assert len({each["actor"]["account"]["name"] for each in store.statements.values()}) == 1
    assert len(store.said("completed")) == 1


def test_marks_are_said_when_they_are_published_and_again_when_they_change(store, session, people):
    play(match_in(session))
    work()
    book_ensure(play_session=session)
    grades_publish(play_session=session, incomplete=True)
    assert work() == 1
    assert list(books_with_news(later(minutes=1))) == []

    marks = [each for each in store.said("scored") if each["object"]["id"].endswith("/marks/")]
    finals = sorted(float(row.final) for row in PublishedGrade.objects.exclude(final=""))
    assert sorted(each["result"]["score"]["raw"] for each in marks if "score" in each["result"]) == finals
    assert len(marks) == PublishedGrade.objects.count()
    for statement in marks:
        BaseXapiStatement.model_validate_json(json.dumps(statement))

    moved = PublishedGrade.objects.first()
    PublishedGrade.objects.filter(pk=moved.pk).update(published_at=later(hours=1))
    type(moved.book).objects.update(published_at=later(hours=1))
    assert work(later(hours=1)) == 1
    again = [each for each in store.said("scored") if each["object"]["id"].endswith("/marks/")]
    assert len(again) == len(marks) + 1


def test_a_match_that_was_stopped_is_terminated_and_has_no_score(store, session):
    play(match_in(session), 8)
    session_finish(session_id=session.pk, by=None)
    work()

    assert (len(store.said("terminated")), len(store.said("completed")), len(store.said("scored"))) == (2, 0, 0)
    assert store.said("terminated")[0]["result"]["completion"] is False


def test_who_comes_later_begins_when_they_sit_down(store, session):
    match = play(match_in(session), 4)
    match_send(match_id=match.pk, now=later(minutes=1))
    late = person("late")
    seat_assign(match_id=match.pk, seat=2, user=late, now=later(minutes=2))
    play(match)
    match_send(match_id=match.pk, now=later(minutes=5))

    assert len(store.said("initialized")) == 3


def test_what_is_new_is_found_in_one_query(store, session, django_assert_num_queries):
    for _each in range(3):
        session_of(session.course, teams=1, started=True)

    now = later(minutes=1)
    with django_assert_num_queries(1):
        assert len(list(matches_with_news(now))) == 4
