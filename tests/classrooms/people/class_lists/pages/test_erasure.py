"""After an erasure the person's name, address and texts are in no table, file or export, and every match verifies."""

import json

import pytest
from django.contrib.sessions.models import Session as SignIn
from django.test import Client

from classrooms.care.erasure.queries import person_data
from classrooms.care.erasure.services.people import person_erase
from classrooms.models import (
    Debrief,
    Enrolment,
    Forecast,
    GradeBook,
    Mark,
    Paper,
    PeerReview,
    PublishedGrade,
    QuizAnswer,
    RosterImport,
    SurveyAnswer,
    Team,
    User,
)
from classrooms.people.class_lists.services.rosters import lines_of, roster_apply, roster_read
from classrooms.people.class_lists.services.rosters_reading import read_text
from classrooms.people.class_lists.services.staff import LastInstructor
from games.api.authentication import token_create, user_of_token
from games.models import Message, Move
from games.platform.errors import SeatTaken
from games.platform.selectors.position import game_of
from games.platform.services.forks import match_fork
from games.platform.services.guests import guest_by_token, guest_create, return_token
from games.platform.services.talk import message_post
from tests.classrooms.factories import course_of, enrol, session_of
from tests.classrooms.people.class_lists.erasing import (
    MAIL,
    NAME,
    NUMBER,
    SECRETS,
    everywhere,
    finished_with_debrief,
    finished_with_papers,
    found_in_files,
    found_in_tables,
    offer,
    verify_all,
)
from tests.games.factories import NOW, person, played_by_bots

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def media(settings, tmp_path):
    """The folder of stored files, so that they can be searched."""
    settings.MEDIA_ROOT = tmp_path
    settings.STORAGES = settings.STORAGES | {"default": {"BACKEND": "django.core.files.storage.FileSystemStorage"}}
    return tmp_path


@pytest.fixture
def teacher():
    return person("claire", is_staff=True, is_superuser=True)


@pytest.fixture
def zoe():
    return person(MAIL, display_name=NAME, email=MAIL)


@pytest.fixture
def mate():
    return person("mate")


@pytest.fixture
def course(teacher, zoe, mate):
    course = course_of(teacher, [mate])
    enrol(course, zoe, student_number=NUMBER, extra_time=33)
    return course


@pytest.fixture
def session(course, zoe, mate):
    return session_of(course, teams=[[zoe, mate]], started=True, scenario="classic")


@pytest.fixture
def match(session):
    return session.session_teams.get().match


def test_nothing_is_left_of_somebody_who_played_and_everything_verifies(
    session, match, zoe, mate, teacher, media, django_capture_on_commit_callbacks
):
    everywhere(session, match, zoe, mate, teacher)
    fork = match_fork(match_id=match.pk, number=match.number, by=teacher, reason=f"{NAME} asked", now=NOW)
    debrief = finished_with_papers(match)
    digest = debrief.digest
    assert {secret for _where, secret in found_in_tables()} == set(SECRETS)
    assert found_in_files(media) != set()
    before = [(m.number, m.state_hash, m.seat, m.kind) for m in Move.objects.order_by("pk")]

    with django_capture_on_commit_callbacks(execute=True):
        person_erase(user=zoe, by=teacher, now=NOW)

    assert found_in_tables() == []
    assert (found_in_files(media), Paper.objects.exclude(file="").count()) == (set(), 0)
    assert [(m.number, m.state_hash, m.seat, m.kind) for m in Move.objects.order_by("pk")] == before
    verify_all()
    debrief.refresh_from_db()
    assert debrief.digest != digest
    assert "Erased person" in debrief.facts["seats"][0]["holders"]
    assert fork.moves.count() == match.moves.filter(number__lte=fork.number).count()
    assert NAME not in json.dumps(person_data(user=mate), default=str, ensure_ascii=False)


def test_the_words_of_others_stay_without_the_name(session, match, zoe, mate, teacher):
    everywhere(session, match, zoe, mate, teacher)

    person_erase(user=zoe, by=teacher, now=NOW)

    assert list(Message.objects.values_list("author__username", "text")) == [("mate", "Dear […] and […]!")]
    offers = Move.objects.filter(kind="offer").order_by("number").values_list("author", "args__note")
    assert list(offers) == [(zoe.pk, ""), (mate.pk, "for […] only")]
    reasons = match.interventions.order_by("pk").values_list("kind", "reason")
    assert list(reasons) == [("pause", "[…] is late"), ("release", ""), ("release", "")]
    assert SurveyAnswer.objects.get(user=mate).text == "[…] helped"
    assert Mark.objects.get(user=mate).facts == {"with": ["[…]"]}
    team = Team.objects.get()
    assert team.name == f"[…] {team.pk}"
    assert [line.name for line in lines_of(RosterImport.objects.get())] == ["Amir"]


def test_what_counts_in_sums_stays_and_marks_go(session, match, zoe, mate, teacher):
    everywhere(session, match, zoe, mate, teacher)

    person_erase(user=zoe, by=teacher, now=NOW)

    assert QuizAnswer.objects.get(user=zoe).choice == 1
    assert Forecast.objects.get(user=zoe).values == {"cost": 3}
    assert sorted(PeerReview.objects.values_list("points", "note")) == [(3, ""), (3, "")]
    assert (Mark.objects.filter(user=zoe).count(), PublishedGrade.objects.filter(user=zoe).count()) == (0, 0)
    assert GradeBook.objects.get().revision == 1


def test_the_person_is_signed_out_everywhere_and_nobody_signs_in_as_them(match, zoe):
    client = Client()
    client.force_login(zoe)
    token, _until = token_create(zoe, NOW)
    assert client.get("/account/").status_code == 200

    person_erase(user=zoe, now=NOW)

    zoe.refresh_from_db()
    assert client.get("/account/").status_code == 302
    assert (SignIn.objects.count(), user_of_token(token)) == (0, None)
    assert (zoe.is_active, zoe.has_usable_password(), zoe.erased_at, zoe.get_full_name()) == (
        False,
        False,
        NOW,
        "Erased person",
    )


def test_bots_take_the_seats_and_the_course_goes_on(match, zoe, mate):
    person_erase(user=zoe, now=NOW)

    assert [(row.seat.index, row.user) for row in match_holders(match)] == [(1, mate)]
    row = Enrolment.objects.get(user=zoe)
    assert (row.left_at, row.student_number, row.extra_time) == (NOW, "", 0)
    assert played_by_bots(match).number > 0


def match_holders(match):
    from games.models import SeatHolder

    return SeatHolder.objects.filter(seat__match=match, released_at=None).select_related("seat", "user")


def test_who_never_took_part_goes_altogether(course):
    guest = guest_create(display_name=NAME)
    enrol(course, guest)
    token = return_token(guest)

    person_erase(user=guest, now=NOW)

    assert not User.objects.filter(pk=guest.pk).exists()
    with pytest.raises(SeatTaken):
        guest_by_token(token)


def test_a_list_forgets_the_line_of_an_erased_guest(course, teacher):
    roster = roster_read(course=course, reading=read_text(f"{NAME};{MAIL}x;99\nAmir"), by=teacher, now=NOW)
    roster_apply(roster=roster, now=NOW)

    person_erase(user=User.objects.get(email=f"{MAIL}x"), now=NOW)

    roster.refresh_from_db()
    assert [line.name for line in lines_of(roster)] == ["Amir"]


def test_somebody_else_with_part_of_the_name_keeps_theirs(course, zoe, mate, session, match):
    User.objects.filter(pk=mate.pk).update(display_name="Quillfeather Senior")
    debrief = finished_with_debrief(match)
    message_post(match_id=match.pk, seat=1, author=mate, text="quillfeathers are birds", now=NOW)

    person_erase(user=zoe, now=NOW)

    mate.refresh_from_db()
    assert (mate.display_name, Message.objects.get().text) == ("Quillfeather Senior", "quillfeathers are birds")
    assert Debrief.objects.get(pk=debrief.pk).facts["seats"][1]["holders"] == ["Quillfeather Senior"]


def test_erasing_twice_is_erasing_once(match, zoe):
    person_erase(user=zoe, now=NOW)
    zoe.refresh_from_db()
    name = zoe.username

    person_erase(user=zoe)

    zoe.refresh_from_db()
    assert (zoe.username, zoe.erased_at) == (name, NOW)


def test_the_last_instructor_of_a_living_course_is_not_erased(course, teacher):
    with pytest.raises(LastInstructor):
        person_erase(user=teacher)
    teacher.refresh_from_db()
    assert teacher.erased_at is None
    type(course).objects.update(archived_at=NOW)

    person_erase(user=teacher, now=NOW)

    assert not User.objects.filter(username="claire").exists()


def test_a_match_of_other_rules_is_cleaned_all_the_same(match, zoe, monkeypatch):
    number = offer(match, zoe, "a note of mine")
    rules = game_of(match).rules
    monkeypatch.setattr(type(rules), "choices", _refusing)

    person_erase(user=zoe, now=NOW)

    monkeypatch.undo()
    move = Move.objects.get(match=match, number=number)
    assert (move.args["note"], [event.data["note"] for event in move.events.filter(kind="offered")]) == ("", [""])
    verify_all()


def _refusing(*_args):
    from games.engine.errors import IllegalMove

    raise IllegalMove("other_rules")
