"""Students join, change, leave, come back and are replaced during a session, and their teams stay intact."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError

from classrooms.models import Enrolment, SeatPlan, Team
from classrooms.people.class_lists.services.people import (
    course_join,
    course_join_as_guest,
    student_edit,
    student_put_back,
    student_remove,
)
from classrooms.people.class_lists.services.replace import PlaysElsewhere, student_replace
from games.models import SeatHolder
from games.platform.errors import BadRequest, NotAllowed, NotYourSeat
from games.platform.services.matches import match_abort
from tests.classrooms.factories import course_of, enrol, session_of
from tests.games.factories import NOW, person, play_default

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(minutes=10)


@pytest.fixture
def teacher():
    return person("claire")


@pytest.fixture
def people():
    return [person(name) for name in ("lea", "amir", "tomas", "ingrid")]


@pytest.fixture
def course(teacher, people):
    return course_of(teacher, people, join_open=True)


def enrolment(course, user):
    return Enrolment.objects.get(course=course, user=user)


def seated(match):
    """The current holders of a match's seats: seat index and user name."""
    rows = SeatHolder.objects.filter(seat__match=match, released_at=None).order_by("seat__index", "pk")
    return [(row.seat.index, row.user.username) for row in rows.select_related("seat", "user")]


def due_times(match):
    rows = match.decisions.filter(closed_at=None).order_by("pk")
    return list(rows.values_list("key", "seat", "due_at"))


def noted(match):
    rows = match.interventions.order_by("pk")
    return list(rows.values_list("kind", "seat", "user__username", "by__username"))


def test_the_code_enrols_an_account_as_student_and_twice_is_once(course):
    newcomer = person("kwame")

    first, second = (course_join(course=course, user=newcomer) for _time in range(2))

    assert (first.pk, first.role, first.left_at) == (second.pk, "student", None)


def test_the_code_leaves_the_staff_what_they_are_and_brings_back_who_left(course, teacher, people):
    Enrolment.objects.filter(user=people[0]).update(left_at=NOW)

    assert course_join(course=course, user=teacher).role == "instructor"
    assert course_join(course=course, user=people[0]).left_at is None


def test_staff_who_left_come_back_by_the_code_as_students(course):
    gone = enrol(course, person(), "assistant", left_at=NOW)

    assert course_join(course=course, user=gone).role == "student"


@pytest.mark.parametrize("closed", [{"join_open": False}, {"archived_at": NOW}])
def test_a_closed_code_enrols_nobody(course, closed):
    type(course).objects.filter(pk=course.pk).update(**closed)

    with pytest.raises(NotAllowed):
        course_join_as_guest(course=course, display_name="Kwame")

    assert course.enrolments.count() == 5


def test_a_guest_comes_with_a_name_and_an_address_that_opens_nothing(course, people):
    row = course_join_as_guest(course=course, display_name=" Kwame  Mensah ", email=people[0].email)

    assert (row.user.display_name, row.user.email, row.user.is_guest) == ("Kwame Mensah", people[0].email, True)
    assert row.user.pk != people[0].pk


@pytest.mark.parametrize(("name", "mail"), [("", ""), ("x" * 81, ""), ("A\0", ""), ("Kwame", "nonsense")])
def test_a_name_or_address_that_is_none_enrols_nobody(course, name, mail):
    with pytest.raises(BadRequest):
        course_join_as_guest(course=course, display_name=name, email=mail)

    assert course.enrolments.count() == 5


def test_a_guest_is_renamed_and_an_account_is_not(course, people):
    guest = course_join_as_guest(course=course, display_name="Kwame").user

    for user in (guest, people[0]):
        student_edit(
            enrolment=enrolment(course, user),
            display_name="New",
            email="new@example.org",
            student_number=" 7  b ",
            extra_time=25,
        )

    guest.refresh_from_db()
    people[0].refresh_from_db()
    assert (guest.display_name, guest.email) == ("New", "new@example.org")
    assert (people[0].display_name, people[0].email) == ("Lea", "lea@example.org")
    row = enrolment(course, people[0])
    assert (row.student_number, row.extra_time) == ("7 b", 25)


def test_more_time_reaches_the_seats_that_are_played_in_this_course_only(course, people):
    other = course_of(person(), [people[0]])
    here = session_of(course, teams=[[people[0]]], started=True).session_teams.get().match
    there = session_of(other, teams=[[people[0]]], started=True).session_teams.get().match
    over = session_of(course, teams=[[people[0]]], title="Earlier").session_teams.get().match
    match_abort(match_id=over.pk, now=NOW)

    student_edit(enrolment=enrolment(course, people[0]), display_name="", email="", student_number="", extra_time=50)

    times = {match.pk: match.seats.get(index=0).holders.get().extra_time for match in (here, there, over)}
    assert times == {here.pk: 50, there.pk: 0, over.pk: 0}


@pytest.mark.parametrize("changed", [{"extra_time": 10_000}, {"extra_time": -1}, {"student_number": "1" * 61}])
def test_values_out_of_bounds_are_refused(course, people, changed):
    values = {"display_name": "x", "email": "", "student_number": "", "extra_time": 0, **changed}

    with pytest.raises((BadRequest, ValidationError)):
        student_edit(enrolment=enrolment(course, people[0]), **values)


def test_removing_a_student_in_mid_session_leaves_the_seat_to_a_bot_and_no_deadline_moves(course, teacher, people):
    session = session_of(course, teams=[[people[0], people[1]]], started=True)
    match = session.session_teams.get().match
    play_default(match, 0, people[0])
    due = due_times(match)
    session.refresh_from_db()
    shown = session.revision

    left = student_remove(enrolment=enrolment(course, people[0]), by=teacher, now=LATER)

    session.refresh_from_db()
    assert (left, seated(match), due_times(match)) == (1, [(1, "amir")], due)
    assert match.seats.get(index=0).bot != ""
    assert list(match.moves.filter(author=people[0]).values_list("seat", flat=True)) == [0]
    assert noted(match) == [("release", 0, "lea", "claire")]
    assert (session.revision > shown, enrolment(course, people[0]).left_at) == (True, LATER)
    assert list(Team.objects.get(name="Team 1").members.values_list("username", flat=True)) == ["amir"]
    assert list(SeatPlan.objects.values_list("user__username", flat=True)) == ["amir"]


def test_who_was_removed_plays_no_more(course, people):
    match = session_of(course, teams=[[people[0]]], started=True).session_teams.get().match

    student_remove(enrolment=enrolment(course, people[0]), now=LATER)

    with pytest.raises(NotYourSeat):
        play_default(match, 0, people[0])


def test_removing_touches_no_other_course_no_ended_match_and_not_the_staff(course, teacher, people):
    other = course_of(person(), [people[0]])
    there = session_of(other, teams=[[people[0]]], started=True).session_teams.get().match
    over = session_of(course, teams=[[people[0]]]).session_teams.get().match
    match_abort(match_id=over.pk, now=NOW)

    student_remove(enrolment=enrolment(course, people[0]), now=LATER)
    student_remove(enrolment=enrolment(course, teacher), now=LATER)

    assert (seated(there), seated(over)) == ([(0, "lea")], [(0, "lea")])
    assert enrolment(course, teacher).left_at is None


def test_removing_twice_is_removing_once(course, people):
    row = enrolment(course, people[0])

    assert [student_remove(enrolment=row, now=moment) for moment in (NOW, LATER)] == [0, 0]
    assert enrolment(course, people[0]).left_at == NOW


def test_who_is_put_back_has_the_seat_and_the_team_again(course, teacher, people):
    match = session_of(course, teams=[[people[0], people[1]]], started=True).session_teams.get().match
    row = enrolment(course, people[0])
    student_remove(enrolment=row, by=teacher, now=NOW)

    back = student_put_back(enrolment=row, by=teacher, now=LATER)

    assert (back, seated(match)) == (1, [(0, "lea"), (1, "amir")])
    assert noted(match) == [("release", 0, "lea", "claire"), ("to_person", 0, "lea", "claire")]
    assert enrolment(course, people[0]).left_at is None
    assert set(Team.objects.get(name="Team 1").members.values_list("username", flat=True)) == {"lea", "amir"}


def test_who_is_put_back_does_not_sit_down_on_somebody_else(course, people):
    match = session_of(course, teams=[[people[0]]], started=True).session_teams.get().match
    row = enrolment(course, people[0])
    student_remove(enrolment=row, now=NOW)
    SeatHolder.objects.create(seat=match.seats.get(index=0), user=people[2], since=NOW)

    assert (student_put_back(enrolment=row, now=LATER), seated(match)) == (0, [(0, "tomas")])


def test_a_replacement_takes_seats_plans_and_team_and_nothing_stands_still(course, teacher, people):
    lea, amir, tomas, _ingrid = people
    session = session_of(course, teams=[[lea, amir]], started=True)
    planned = session_of(course, teams=[[lea]], title="Next week", status="open")
    match = session.session_teams.get().match
    play_default(match, 0, lea)
    due, number = due_times(match), match.number
    Enrolment.objects.filter(user=tomas).update(extra_time=33)
    team = Team.objects.get(name="Team 1")
    team.members.set([lea, amir])

    seats = student_replace(leaving=enrolment(course, lea), coming=enrolment(course, tomas), by=teacher, now=LATER)

    match.refresh_from_db()
    assert (seats, seated(match)) == (2, [(0, "tomas"), (1, "amir")])
    assert (due_times(match), match.number) == (due, number)
    assert seated(planned.session_teams.get().match) == [(0, "tomas")]
    assert set(SeatPlan.objects.values_list("session_team__session__title", "seat", "user__username")) == {
        ("Tuesday workshop", 0, "tomas"),
        ("Tuesday workshop", 1, "amir"),
        ("Next week", 0, "tomas"),
    }
    assert set(team.members.values_list("username", flat=True)) == {"tomas", "amir"}
    assert SeatHolder.objects.get(seat__match=match, user=tomas).extra_time == 33
    assert noted(match) == [("to_person", 0, "tomas", "claire"), ("release", 0, "lea", "claire")]
    assert enrolment(course, lea).left_at is None
    play_default(match, 0, tomas)


def test_a_replacement_may_also_remove_who_leaves(course, people):
    student_replace(
        leaving=enrolment(course, people[0]), coming=enrolment(course, people[1]), also_remove=True, now=LATER
    )

    assert enrolment(course, people[0]).left_at == LATER


def test_nobody_plays_at_two_tables_of_one_session(course, people):
    session = session_of(course, teams=[[people[0]], [people[1]]], started=True)
    before = [seated(table.match) for table in session.session_teams.all()]

    with pytest.raises(PlaysElsewhere) as refused:
        student_replace(leaving=enrolment(course, people[0]), coming=enrolment(course, people[1]))

    assert str(refused.value) == "Amir plays in the same session already (Team 2)."
    assert [seated(table.match) for table in session.session_teams.all()] == before


def test_a_team_mate_may_hold_both_seats(course, people):
    match = session_of(course, teams=[[people[0], people[1]]], started=True).session_teams.get().match

    student_replace(leaving=enrolment(course, people[0]), coming=enrolment(course, people[1]), now=LATER)

    assert seated(match) == [(0, "amir"), (1, "amir")]


def test_only_students_of_the_same_course_replace_each_other(course, teacher, people):
    other = course_of(person(), [person("stranger")])
    stranger = other.enrolments.get(role="student")
    gone = enrolment(course, people[2])
    student_remove(enrolment=gone, now=NOW)
    gone.refresh_from_db()
    for coming in (stranger, enrolment(course, teacher), gone, enrolment(course, people[0])):
        with pytest.raises(BadRequest):
            student_replace(leaving=enrolment(course, people[0]), coming=coming)
