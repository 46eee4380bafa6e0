"""People who look on at a table see what they were allowed, do nothing there, and take no seat after a hidden view."""

import pytest

from classrooms.models import ObserverLink, SessionStatus, TableObserver
from classrooms.people.class_lists.services.merge import guest_merge
from classrooms.people.class_lists.services.observed import LookedOn
from classrooms.people.class_lists.services.people import student_remove
from classrooms.people.class_lists.services.staff import course_staff_sync
from classrooms.play.monitor.queries.observers import notes_for, people_without_seat
from classrooms.play.monitor.services import cockpit
from classrooms.play.monitor.services.observers import (
    HEADINGS,
    HoldsSeat,
    LinkClosed,
    NoSheet,
    NotBegun,
    RunsSession,
    note_share,
    note_write,
    observer_add,
    observer_join,
    observer_link_find,
    observer_link_make,
    observer_link_revoke,
    observer_link_token,
    observer_remove,
)
from classrooms.play.sessions import services as sessions
from classrooms.play.sessions.services.refusals import WrongState
from games.models import Match
from games.platform.errors import BadRequest, NotAllowed, NotYourSeat
from games.platform.permissions import access_to, open_match
from games.platform.services.guests import guest_create
from games.web.table_read import TableRead
from tests.classrooms.factories import course_of, session_of
from tests.classrooms.play.monitor.workshop import LATER, member, workshop
from tests.games.factories import NOW, person, play_on, record_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def room():
    """Two teams that make placements the others must not see yet."""
    return workshop(teams=2, options={"hidden_allocations": True})


@pytest.fixture
def zoe(room):
    return member(room.course, "student")


def look_on(room, user, seat=None, *, friend=False, table=0):
    return observer_add(
        session_team_id=room.tables[table].pk, user=user, seat=seat, is_critical_friend=friend, actor=room.actor()
    )


def link_of(room, seat=None, *, friend=False):
    made = observer_link_make(
        session_team_id=room.tables[0].pk, seat=seat, is_critical_friend=friend, actor=room.actor()
    )
    return observer_link_token(made)


def views(user):
    """Each view that the person ever had: table, seat, and whether it lasts."""
    return [(row.session_team.position, row.seat, row.ended_at is None) for row in user.observed_tables.order_by("pk")]


def test_the_open_view_is_what_everybody_sees(room, zoe):
    look_on(room, zoe)

    access = access_to(room.match.pk, zoe)

    assert (access.observer, access.seats, access.observed) == (True, (), None)
    assert [access.seat_for(index) for index in (None, 0, 1, 9)] == [None] * 4
    assert [access.eyes(index) for index in (None, 0, 1)] == [()] * 3


def test_the_view_of_a_seat_is_that_seat_and_no_other(room, zoe):
    look_on(room, zoe, 1)

    access = access_to(room.match.pk, zoe)

    assert (access.observer, access.seats, access.observed) == (True, (), 1)
    assert [access.seat_for(index) for index in (None, 0, 1, 9)] == [1] * 4
    assert [access.eyes(index) for index in (None, 0, 1)] == [(1,)] * 3


@pytest.mark.parametrize("seat", [None, 1])
def test_an_observer_decides_nothing_and_says_nothing(room, zoe, seat):
    look_on(room, zoe, seat)
    before = record_of(room.match)
    opened = open_match(room.match.pk, zoe)

    with pytest.raises(NotYourSeat):
        opened.access.check_holds(1)
    with pytest.raises(NotAllowed):
        opened.access.check_speaks()
    with pytest.raises(NotAllowed):
        opened.access.check_steward()

    assert TableRead(opened, opened.access.seat_for(1)).card is None
    assert record_of(room.match) == before


def test_people_with_a_seat_in_the_session_are_refused_at_each_table(room):
    player = room.people[1][0]

    for table in (0, 1):
        with pytest.raises(HoldsSeat):
            look_on(room, player, table=table)

    assert TableObserver.objects.count() == 0
    assert list(room.match.observers.all()) == []


def test_people_who_run_the_session_need_no_view(room):
    with pytest.raises(RunsSession):
        look_on(room, room.teacher)


def test_people_outside_the_class_list_and_unknown_seats_are_refused(room, zoe):
    with pytest.raises(BadRequest):
        look_on(room, person())
    with pytest.raises(BadRequest):
        look_on(room, zoe, 40)

    assert TableObserver.objects.count() == 0


def test_another_view_replaces_the_present_one_and_keeps_the_note(room, zoe):
    first = look_on(room, zoe, 1, friend=True)
    note_write(observer_id=first.pk, user=zoe, parts={"to_ask": "Why so late?"}, is_shared=True, now=LATER)

    second = look_on(room, zoe, friend=True)

    assert look_on(room, zoe, friend=True) == second
    assert views(zoe) == [(0, 1, False), (0, None, True)]
    assert (second.to_ask, second.shared_at) == ("Why so late?", LATER)
    first.refresh_from_db()
    assert (first.to_ask, first.shared_at) == ("", None)


def test_who_saw_hidden_cards_takes_no_seat_even_after_it(room, zoe):
    row = look_on(room, zoe, 1)
    observer_remove(observer_id=row.pk, actor=room.actor())
    before = record_of(room.match)

    for table in (0, 1):
        with pytest.raises(LookedOn):
            cockpit.table_seat_to_person(
                session_team_id=room.tables[table].pk, seat=3, user=zoe, beside=False, actor=room.actor()
            )
    with pytest.raises(LookedOn):
        sessions.session_join(session_id=room.play_session.pk, user=zoe, now=LATER)

    assert record_of(room.match) == before
    assert not zoe.held_seats.exists()


def test_who_saw_the_open_view_may_take_a_seat_and_then_looks_on_no_more(room, zoe):
    look_on(room, zoe, table=1)

    cockpit.table_seat_to_person(session_team_id=room.tables[0].pk, seat=3, user=zoe, beside=False, actor=room.actor())

    assert views(zoe) == [(1, None, False)]
    assert list(Match.objects.filter(observers=zoe)) == []
    assert access_to(room.match.pk, zoe).seats == (3,)


def test_in_a_game_without_secrets_the_view_of_a_seat_closes_no_seat():
    room = workshop()
    zoe = member(room.course, "student")
    look_on(room, zoe, 1)

    cockpit.table_seat_to_person(session_team_id=room.tables[0].pk, seat=3, user=zoe, beside=False, actor=room.actor())

    assert (views(zoe), access_to(room.match.pk, zoe).seats) == ([(0, 1, False)], (3,))


def test_two_accounts_of_a_person_are_not_joined_if_one_plays_and_the_other_saw_its_cards(room):
    guest = guest_create(display_name="Léa")
    observer_join(token=link_of(room, 1), user=guest, now=LATER)
    player = room.people[0][0]

    with pytest.raises(LookedOn):
        guest_merge(guest=guest, into=player, now=LATER)

    assert views(guest) == [(0, 1, True)]


def test_a_removed_observer_is_a_stranger_again(room, zoe):
    row = look_on(room, zoe, 1)

    assert observer_remove(observer_id=row.pk, actor=room.actor())

    assert not observer_remove(observer_id=row.pk, actor=room.actor())
    assert list(room.match.observers.all()) == []


def test_an_observer_of_the_course_keeps_the_open_view(room):
    watcher = member(room.course, "observer")
    course_staff_sync(course_id=room.course.pk)
    row = look_on(room, watcher, 1)
    assert access_to(room.match.pk, watcher).observed == 1

    observer_remove(observer_id=row.pk, actor=room.actor())

    assert access_to(room.match.pk, watcher).observed is None


def test_changes_of_staff_leave_the_observers_of_a_table(room, zoe):
    look_on(room, zoe, 1)

    course_staff_sync(course_id=room.course.pk)

    assert access_to(room.match.pk, zoe).observed == 1


def test_a_person_who_leaves_the_course_looks_on_no_more(room, zoe):
    look_on(room, zoe, 1)

    student_remove(enrolment=room.course.enrolments.get(user=zoe), now=LATER)

    assert (views(zoe), list(room.match.observers.all())) == ([(0, 1, False)], [])


def test_after_a_step_back_observers_look_on_at_the_new_branch(room, zoe):
    look_on(room, zoe, 1)
    left = play_on(room.match, 1).pk

    cockpit.table_step_back(session_team_id=room.tables[0].pk, match_id=left, number=0, actor=room.actor("try again"))

    access = access_to(room.match.pk, zoe)

    assert room.match.pk != left
    assert (access.observer, access.observed) == (True, 1)


def test_a_link_lets_anyone_in_with_its_view_until_it_is_withdrawn(room):
    token = link_of(room, 1, friend=True)
    guests = [guest_create(display_name=name) for name in ("Ada", "Bob")]

    rows = [observer_join(token=token, user=guest, now=LATER) for guest in guests]
    again = observer_join(token=token, user=guests[0], now=LATER)
    observer_link_revoke(link_id=ObserverLink.objects.get().pk, actor=room.actor())

    assert [(row.seat, row.is_critical_friend, row.created_by) for row in rows] == [(1, True, room.teacher)] * 2
    assert again == rows[0]
    with pytest.raises(LinkClosed):
        observer_join(token=token, user=guest_create(display_name="Eve"))
    assert [access_to(room.match.pk, guest).observed for guest in guests] == [1, 1]


def test_a_new_link_ends_the_earlier_one_of_the_team(room):
    old, new = link_of(room), link_of(room, 1)

    assert observer_link_find(new).seat == 1
    with pytest.raises(LinkClosed):
        observer_link_find(old)


@pytest.mark.parametrize("status", [SessionStatus.FINISHED, SessionStatus.ARCHIVED])
def test_links_end_with_the_session(room, zoe, status):
    token = link_of(room)
    type(room.play_session).objects.update(status=status)

    with pytest.raises(LinkClosed):
        observer_join(token=token, user=zoe)
    with pytest.raises(WrongState):
        look_on(room, zoe)


@pytest.mark.parametrize("token", ["", "x", "a:b", "0" * 32])
def test_a_forged_link_opens_nothing(token):
    with pytest.raises(LinkClosed):
        observer_link_find(token)


def test_before_the_start_a_link_waits_and_a_player_is_refused():
    teacher, player = person("teacher"), person("player")
    play_session = session_of(course_of(teacher, [player]), teams=[[player]])
    table = play_session.session_teams.get()
    made = observer_link_make(session_team_id=table.pk, seat=None, is_critical_friend=False, actor=workshop().actor())

    with pytest.raises(NotBegun):
        observer_join(token=observer_link_token(made), user=guest_create(display_name="Ada"))
    with pytest.raises(HoldsSeat):
        observer_add(
            session_team_id=table.pk, user=player, seat=None, is_critical_friend=False, actor=workshop().actor()
        )


def test_people_who_may_be_chosen_have_no_seat(room, zoe):
    watcher = member(room.course, "observer")
    member(room.course, "assistant")

    assert {user.pk for user in people_without_seat(room.play_session)} == {zoe.pk, watcher.pk}


def test_a_note_is_read_by_the_teaching_team_and_by_the_team_once_it_is_shown(room, zoe):
    row, player = look_on(room, zoe, friend=True), room.people[0][0]
    note_write(observer_id=row.pk, user=zoe, parts={"went_well": "All spoke."}, is_shared=False)

    def readers():
        people = {"teacher": (room.teacher, True), "zoe": (zoe, False), "player": (player, False)}
        return [name for name, (user, runs) in people.items() if notes_for(room.match, user, steward=runs) == [row]]

    assert readers() == ["teacher", "zoe"]
    note_share(observer_id=row.pk, is_shared=True, actor=room.actor())
    assert readers() == ["teacher", "zoe", "player"]
    note_share(observer_id=row.pk, is_shared=False, actor=room.actor())
    assert readers() == ["teacher", "zoe"]


def test_only_a_critical_friend_writes_a_note_and_only_the_own_one(room, zoe):
    plain = look_on(room, zoe)
    friend = look_on(room, member(room.course, "student"), friend=True)

    for observer, user in ((plain, zoe), (friend, zoe)):
        with pytest.raises(NoSheet):
            note_write(observer_id=observer.pk, user=user, parts={"question": "Why?"}, is_shared=False)
    observer_remove(observer_id=friend.pk, actor=room.actor())
    with pytest.raises(NoSheet):
        note_write(observer_id=friend.pk, user=friend.user, parts={"question": "Why?"}, is_shared=False)

    assert [each.has_note for each in TableObserver.objects.all()] == [False, False]


@pytest.mark.parametrize(
    ("lengths", "is_kept"),
    [((4000, 0, 0), True), ((4000, 0, 1), False), ((1333, 1333, 1334), True), ((1334, 1333, 1334), False)],
)
def test_the_three_parts_of_a_note_together_have_at_most_4000_characters(room, zoe, lengths, is_kept):
    row = look_on(room, zoe, friend=True)
    note_write(observer_id=row.pk, user=zoe, parts={"to_ask": "Why?"}, is_shared=True, now=NOW)
    parts = {name: "x" * length for name, length in zip(HEADINGS, lengths, strict=True)}

    if is_kept:
        note_write(observer_id=row.pk, user=zoe, parts=parts, is_shared=False, now=LATER)
    else:
        with pytest.raises(BadRequest):
            note_write(observer_id=row.pk, user=zoe, parts=parts, is_shared=False, now=LATER)

    row.refresh_from_db()
    kept = (parts, None) if is_kept else ({"went_well": "", "to_ask": "Why?", "question": ""}, NOW)
    assert ({name: getattr(row, name) for name in HEADINGS}, row.shared_at) == kept
