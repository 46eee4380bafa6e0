"""A seat kept by a stand-in bot for a student is handled like a seat that the student holds."""

from datetime import timedelta

import pytest
from django.http import Http404

from classrooms.care.erasure.services.people import person_erase
from classrooms.models import SeatPlan, Session
from classrooms.people.accounts.calendars import entries_of
from classrooms.people.class_lists.services.merge import guest_merge
from classrooms.people.class_lists.services.people import student_remove
from classrooms.people.class_lists.services.replace import PlaysElsewhere, student_replace
from classrooms.people.class_lists.services.several import extra_time_set
from classrooms.play.sessions.services import bots, joining
from classrooms.play.sessions.services.refusals import SeatNotFree
from games.engine import registry
from games.models import SeatHolder
from games.models.people import person_model
from games.platform.permissions import access_to
from games.platform.selectors import holders_of
from games.platform.selectors.past_access import access_back, matches_left
from games.platform.services.arriving import arrive
from games.platform.services.bots import play_bots
from games.platform.services.holders import seat_assign
from games.platform.services.steering_seats import steer_seat_to_bot, steer_seat_to_person
from tests.classrooms.factories import enrol
from tests.classrooms.play.monitor.workshop import LATER, workshop
from tests.games.factories import GAME, NOW, person, play_default

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]

User = person_model()
LATE = LATER + timedelta(minutes=1)


def lent(**more):
    """A team of two people; a stand-in bot plays for the first."""
    room = workshop(seats=2, **more)
    steer_seat_to_bot(match_id=room.match.pk, seat=0, until_back=True, actor=room.actor())
    return room, room.people[0][0]


def enrolment(room, user):
    return room.course.enrolments.get(user=user)


def test_who_is_taken_off_the_list_does_not_come_back_by_opening_the_table():
    room, ada = lent()

    left = student_remove(enrolment=enrolment(room, ada), by=room.teacher, now=LATE)

    assert left == 1
    with pytest.raises(Http404):
        access_to(room.match.pk, ada)
    assert room.log()[-1][0] == "release"


def test_whoever_takes_their_place_has_the_seat():
    room, ada = lent()
    zoe = enrol(room.course, person())

    student_replace(leaving=enrolment(room, ada), coming=enrolment(room, zoe), by=room.teacher, now=LATE)

    assert holders_of(room.match)[0] == [zoe]
    with pytest.raises(Http404):
        access_to(room.match.pk, ada)


def test_extra_time_that_is_given_meanwhile_is_theirs_when_they_come():
    room, ada = lent()
    extra_time_set(course=room.course, user_ids=[ada.pk], percent=33)

    arrive(room.match.pk, ada)

    assert SeatHolder.objects.get(user=ada, released_at=None).extra_time == 33


def test_an_erased_person_is_kept_no_seat():
    room, ada = lent()
    person_erase(user=ada, by=room.teacher, now=LATE)

    assert not SeatHolder.objects.filter(has_stand_in=True).exists()


def test_a_late_comer_is_not_offered_the_seat():
    room, _ada = lent()
    late = enrol(room.course, person())
    offered = dict(joining.seats_offered(room.play_session, late))

    assert 0 not in offered[room.tables[0]]
    with pytest.raises(SeatNotFree):
        joining.session_join(
            session_id=room.play_session.pk, user=late, session_team_id=room.tables[0].pk, seat=0, now=LATE
        )


def test_its_person_finds_it_by_the_code_and_gets_no_second_one():
    room, ada = lent()
    SeatPlan.objects.all().delete()

    place = joining.session_join(session_id=room.play_session.pk, user=ada, now=LATE)

    assert (place.table, place.seat) == (room.tables[0], 0)
    assert SeatHolder.objects.filter(user=ada).count() == 1


def test_who_is_let_in_at_another_table_is_kept_no_seat_at_the_first():
    room, ada = lent(teams=2)

    joining.late_join(session_team_id=room.tables[1].pk, seat=5, user=ada, now=LATE)

    assert not SeatHolder.objects.filter(has_stand_in=True).exists()


def test_a_match_in_which_one_is_awaited_is_not_among_those_that_were_handed_over():
    room = workshop(seats=2)
    ada = room.people[0][0]
    play_default(room.match, 0, ada)
    steer_seat_to_bot(match_id=room.match.pk, seat=0, until_back=True, actor=room.actor())

    assert matches_left(ada) == []


def test_somebody_beside_leaves_the_seat_kept_for_the_one_who_is_expected():
    room, ada = lent()
    eve = person()

    joining.late_join(session_team_id=room.tables[0].pk, seat=0, user=eve, now=LATE)
    arrive(room.match.pk, ada)

    assert set(holders_of(room.match)[0]) == {ada, eve}


def test_a_person_who_is_given_another_seat_is_kept_no_other():
    room, ada = lent()

    steer_seat_to_person(match_id=room.match.pk, seat=3, user=ada, actor=room.actor())

    assert arrive(room.match.pk, ada).access.seats == (3,)


def test_a_person_who_is_seated_where_a_bot_stands_in_for_them_has_no_stand_in():
    room, ada = lent()
    seat_assign(match_id=room.match.pk, seat=0, user=ada, now=LATE)

    assert not SeatHolder.objects.filter(has_stand_in=True).exists()


def test_two_persons_who_become_one_have_no_stand_in_where_one_of_them_sits():
    room, ada = lent()
    guest = User.objects.create(username="guest-of-ada", is_guest=True, display_name="Ada")
    guest.set_unusable_password()
    guest.save()
    enrol(room.course, guest)
    seat_assign(match_id=room.match.pk, seat=0, user=guest, now=LATE)
    SeatHolder.objects.filter(user=ada).update(has_stand_in=True)

    guest_merge(guest=guest, into=ada, by_staff=True, now=LATE)

    assert access_to(room.match.pk, ada).stood_in == ()
    assert not SeatHolder.objects.filter(has_stand_in=True).exists()


def test_the_undo_of_a_hand_over_finds_a_guest_who_has_an_account_by_now():
    room = workshop(seats=2)
    guest, account = room.people[0][0], person()
    User.objects.filter(pk=guest.pk).update(is_guest=True, password="!")
    lent_by, given_by = room.actor(), room.actor()
    named = [(room.match.pk, 0)]
    for actor, until_back in ((lent_by, True), (given_by, False)):
        bots.team_to_bots(
            session_id=room.play_session.pk,
            session_team_id=room.tables[0].pk,
            named=named,
            actor=actor,
            until_back=until_back,
        )

    guest_merge(guest=guest, into=account, by_staff=True, now=LATE)

    note = room.match.interventions.get(batch=given_by.batch)
    assert note.params["ended"] == [account.pk]


def test_a_student_who_came_after_bots_had_ended_the_match_finds_it_and_its_debrief():
    room = workshop(seats=2, came=False, scenario_text=registry.get(GAME).micro["pair"])
    ada, bea = room.people[0]
    for seat in (0, 1):
        steer_seat_to_bot(match_id=room.match.pk, seat=seat, until_back=True, actor=room.actor(at=NOW))
    arrive(room.match.pk, bea, now=LATER)
    while not room.match.is_over:
        play_bots(match_id=room.match.pk)
        if not room.match.is_over:
            play_default(room.match, 1, bea)

    assert access_back(room.match.pk, ada).past == (0,)
    assert [line.match for line in matches_left(ada)] == [room.match]


def test_nobody_takes_the_place_of_another_who_is_kept_a_seat_at_another_table():
    room = workshop(teams=2, seats=2)
    (ada, _bob), (eve, _kim) = room.people
    steer_seat_to_bot(match_id=room.tables[1].match_id, seat=0, until_back=True, actor=room.actor())
    SeatPlan.objects.all().delete()

    with pytest.raises(PlaysElsewhere):
        student_replace(leaving=enrolment(room, ada), coming=enrolment(room, eve), by=room.teacher, now=LATE)


def test_the_calendar_keeps_the_sessions_of_somebody_who_has_a_stand_in():
    room, ada = lent()
    Session.objects.update(debrief_at=LATE)
    SeatPlan.objects.all().delete()
    told = [entry.title for entry in entries_of(ada)]

    assert len(told) == 1
