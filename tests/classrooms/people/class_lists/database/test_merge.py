"""A guest and an account become one person: every reference to the guest then leads to the account."""

from datetime import timedelta

import pytest

from classrooms.models import (
    Enrolment,
    Forecast,
    GradeBook,
    Mark,
    PeerReview,
    PublishedGrade,
    QuizAnswer,
    RubricLine,
    SeatPlan,
    SurveyAnswer,
    User,
)
from classrooms.people.class_lists.services.merge import (
    ComesFromElsewhere,
    RunsTheCourse,
    guest_merge,
    pointers_to_people,
)
from classrooms.people.class_lists.services.rosters import lines_of, roster_apply, roster_read
from classrooms.people.class_lists.services.rosters_reading import read_text
from games.models import Decision, Notification, SeatHolder
from games.platform.errors import BadRequest
from games.platform.services.guests import guest_create
from games.platform.services.holders import seat_assign
from games.platform.services.interventions import Actor
from games.platform.services.steering_seats import steer_seat_to_bot
from tests.classrooms.factories import course_of, enrol, session_of
from tests.classrooms.people.class_lists.pointers import MAKE, World, a_decision, a_question, a_seat, an_item
from tests.games.factories import NOW, person, play_default

pytestmark = pytest.mark.django_db


@pytest.fixture
def guest():
    return guest_create(display_name="Léa")


@pytest.fixture
def lea():
    return person("lea")


@pytest.fixture
def teacher():
    return person("claire")


@pytest.fixture
def session(teacher):
    return session_of(course_of(teacher), started=True)


@pytest.fixture
def match(session):
    return session.session_teams.get().match


@pytest.fixture
def book(session):
    return GradeBook.objects.create(session=session)


@pytest.fixture
def line(book):
    return RubricLine.objects.create(book=book, kind="manual")


@pytest.fixture
def mark(line):
    return Mark.objects.create(line=line, user=person())


@pytest.fixture
def world(session, match, book, line, mark):
    return World(session, match, book, line, mark)


def columns():
    return {f"{model._meta.label}.{column.name}": (model, column) for model, column in pointers_to_people()}


def test_every_column_that_names_a_person_is_known_here():
    assert set(MAKE) == set(columns())


@pytest.mark.parametrize("name", sorted(MAKE))
def test_each_kind_of_row_moves_to_the_account(world, guest, lea, name):
    model, column = columns()[name]
    MAKE[name](world, guest)
    rows = list(model._base_manager.filter(**{column.name: guest}).values_list("pk", flat=True))
    assert len(rows) == 1

    guest_merge(guest=guest, into=lea, now=NOW)

    assert list(model._base_manager.filter(**{column.name: lea}).values_list("pk", flat=True)) == rows
    assert not User.objects.filter(pk=guest.pk).exists()


def twice(world, guest, lea):
    """Rows of both people in tables that allow one row for each person."""
    item, question, table = an_item(world.session), a_question(world.session), world.session.session_teams.get()
    decision, mate = a_decision(world.match), person("mate")
    for user, number in ((guest, 1), (lea, 2)):
        SurveyAnswer.objects.create(item=item, user=user, value=number, created_at=NOW)
        QuizAnswer.objects.create(question=question, user=user, choice=number, is_right=False, created_at=NOW)
        Forecast.objects.create(match=world.match, user=user, turn=1, move_number=number, created_at=NOW)
        Mark.objects.create(line=world.line, user=user, points=number)
        PublishedGrade.objects.create(book=world.book, user=user, content={}, final=str(number), published_at=NOW)
        SeatPlan.objects.create(session_team=table, seat=0, user=user)
        PeerReview.objects.create(session_team=table, author=user, about=mate, points=number, created_at=NOW)
        PeerReview.objects.create(session_team=table, author=mate, about=user, points=number, created_at=NOW)
        Notification.objects.create(decision=decision, user=user, created_at=NOW)
        seat_assign(match_id=world.match.pk, seat=0, user=user, now=NOW + timedelta(minutes=number))
        table.team.members.add(user)
        world.match.stewards.add(user)
    PeerReview.objects.create(session_team=table, author=guest, about=lea, points=4, created_at=NOW)
    PeerReview.objects.create(session_team=table, author=lea, about=guest, points=4, created_at=NOW)


def test_what_both_have_once_the_account_keeps(world, guest, lea):
    twice(world, guest, lea)

    guest_merge(guest=guest, into=lea, now=NOW)

    assert [row.value for row in SurveyAnswer.objects.all()] == [2]
    assert [row.choice for row in QuizAnswer.objects.all()] == [2]
    assert [row.move_number for row in Forecast.objects.all()] == [2]
    assert [row.points for row in Mark.objects.filter(user=lea)] == [2]
    assert [row.final for row in PublishedGrade.objects.all()] == ["2"]
    assert [row.user for row in SeatPlan.objects.all()] == [lea]
    assert sorted(PeerReview.objects.values_list("author__username", "about__username", "points")) == [
        ("lea", "mate", 2),
        ("mate", "lea", 2),
    ]
    assert [row.user for row in Notification.objects.all()] == [lea]
    assert [row.user for row in SeatHolder.objects.filter(seat__match=world.match)] == [lea]
    assert list(world.session.session_teams.get().team.members.all()) == [lea]


def test_a_seat_that_was_left_stays_in_the_record_beside_the_one_that_is_held(match, guest, lea):
    seat = a_seat(match)
    SeatHolder.objects.create(seat=seat, user=guest, since=NOW, released_at=NOW + timedelta(minutes=5))
    SeatHolder.objects.create(seat=seat, user=lea, since=NOW + timedelta(minutes=9))

    guest_merge(guest=guest, into=lea, now=NOW)

    assert list(seat.holders.order_by("pk").values_list("user", "released_at")) == [
        (lea.pk, NOW + timedelta(minutes=5)),
        (lea.pk, None),
    ]


def test_in_a_course_of_both_one_enrolment_stays_with_what_either_had(guest, lea):
    course = course_of(person())
    enrol(course, lea, left_at=NOW, extra_time=10)
    enrol(course, guest, student_number="77", extra_time=33)

    guest_merge(guest=guest, into=lea, now=NOW)

    rows = Enrolment.objects.filter(course=course, role="student")
    assert list(rows.values_list("user", "left_at", "student_number", "extra_time")) == [(lea.pk, None, "77", 33)]


def test_the_game_goes_on_from_the_same_seat(guest, lea):
    course = course_of(person())
    enrol(course, guest)
    session = session_of(course, teams=[[guest]], started=True)
    match = session.session_teams.get().match
    play_default(match, 0, guest)
    session.refresh_from_db()
    shown = match.revision, session.revision

    guest_merge(guest=guest, into=lea, now=NOW)

    play_default(match, 0, lea)
    session.refresh_from_db()
    assert [move.author for move in match.moves.filter(seat=0)] == [lea, lea]
    assert (match.revision > shown[0], session.revision > shown[1]) == (True, True)


def test_the_list_remembers_whom_its_line_became(lea):
    roster = roster_read(course=course_of(person()), reading=read_text("Léa\nAmir"), by=person(), now=NOW)
    roster_apply(roster=roster, now=NOW)
    guest, amir = User.objects.filter(is_guest=True).order_by("pk")

    guest_merge(guest=guest, into=lea, now=NOW)

    roster.refresh_from_db()
    assert [line.user for line in lines_of(roster)] == [lea.pk, amir.pk]


def test_interventions_remember_who_left_a_seat(match, guest, lea):
    seat_assign(match_id=match.pk, seat=0, user=guest, now=NOW)
    steer_seat_to_bot(match_id=match.pk, seat=0, actor=Actor(user=person(), at=NOW))

    guest_merge(guest=guest, into=lea, now=NOW)

    row = match.interventions.get()
    assert (row.user, row.params["released"]) == (lea, [lea.pk])


def test_two_guests_become_one(guest):
    other = guest_create(display_name="Léa M.")
    enrol(course_of(person()), guest)

    guest_merge(guest=guest, into=other, now=NOW)

    assert [row.user for row in Enrolment.objects.filter(role="student")] == [other]


def test_an_account_is_never_taken_over(guest, lea):
    for one, other in ((lea, guest), (lea, person()), (guest, guest)):
        with pytest.raises(BadRequest):
            guest_merge(guest=one, into=other)

    assert User.objects.filter(pk__in=[guest.pk, lea.pk]).count() == 2


SIGN_INS = {"classrooms.Identity.user", "classrooms.LmsPerson.user"}
ENDING = {"classrooms.SecondFactor.user", "games.CalendarLink.user", "games.PushSubscription.user"}


@pytest.mark.parametrize("name", sorted(SIGN_INS))
def test_staff_open_no_account_to_the_sign_in_of_a_guest(world, guest, lea, name):
    """A guest may bear anybody's name. The owner of both accounts merges them by the personal link."""
    MAKE[name](world, guest)

    with pytest.raises(ComesFromElsewhere):
        guest_merge(guest=guest, into=lea, by_staff=True)

    assert columns()[name][0].objects.get().user == guest
    guest_merge(guest=guest, into=guest_create(display_name="Léa"), by_staff=True)
    assert columns()[name][0].objects.get().user.is_guest


@pytest.mark.parametrize("name", sorted(ENDING))
def test_what_staff_join_gives_nobody_s_device_or_code_to_an_account(world, guest, lea, name):
    MAKE[name](world, guest)

    guest_merge(guest=guest, into=lea, by_staff=True)

    assert columns()[name][0].objects.count() == 0


def test_a_guest_who_has_a_password_is_an_account(guest, lea):
    guest.set_password("a drawing office")
    guest.save()

    with pytest.raises(BadRequest):
        guest_merge(guest=guest, into=lea)


@pytest.mark.parametrize("role", ["instructor", "assistant", "observer"])
def test_staff_of_the_course_do_not_get_a_student_s_cards(guest, role):
    course = course_of(person())
    staff = enrol(course, person(), role)
    enrol(course, guest)

    with pytest.raises(RunsTheCourse):
        guest_merge(guest=guest, into=staff)

    assert Decision.objects.count() == 0
    assert User.objects.filter(pk=guest.pk).exists()
