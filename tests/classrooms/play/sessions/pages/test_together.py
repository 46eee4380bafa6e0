"""Several students at one screen sign in to one seat together. None of them counts as absent."""

import pytest
from django.urls import reverse

from classrooms.assess.reports.services import debrief_freeze
from classrooms.models import Enrolment
from classrooms.play.monitor.queries.participation import own_answers
from classrooms.play.sessions import services as sessions
from classrooms.play.sessions.services.refusals import ClosedToLateComers, SeatNotFree, WrongSeat, WrongState
from classrooms.play.sessions.services.together import (
    NotThem,
    partners_for,
    play_together,
    play_together_new,
    table_credit,
    table_together,
)
from games.models import SeatHolder
from games.platform.errors import BadRequest, OneHand
from games.platform.selectors.authorship import stories
from games.platform.selectors.position import hides
from games.platform.services.guests import return_token
from games.platform.services.interventions import Actor
from tests.classrooms.factories import course_of, enrol, session_of
from tests.games.factories import PASSWORD, person, play_default

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada():
    return person("ada")


@pytest.fixture
def ben():
    return person("ben")


@pytest.fixture
def carl():
    """A guest: a name on the class list, without password, number or address."""
    user = person("carl", email="", is_guest=True)
    user.set_unusable_password()
    user.save()
    return user


@pytest.fixture
def room(ada, ben, carl):
    """A running session: Ada holds the first seat, Ben and Carl have none. Ben's number is known."""
    course = course_of(person("teacher"), [ada, carl])
    enrol(course, ben, student_number="S-17")
    return session_of(course, teams=[[ada]], started=True)


def match_of_room(room):
    return room.session_teams.get().match


def first_own_move(match, user):
    while not match.moves.filter(author=user).exists():
        play_default(match)
    return match.moves.get(author=user)


def beside(room, user):
    rows = SeatHolder.objects.filter(seat__match=match_of_room(room), user=user, released_at__isnull=True)
    return list(rows.values_list("seat__index", "together_with__username"))


@pytest.mark.parametrize("proof", ["s-17", "BEN@example.org", PASSWORD, " S-17 "])
def test_a_partner_shows_with_what_is_theirs_that_they_are_there(room, ada, ben, proof):
    play_together(session_id=room.pk, owner=ada, partner=ben, proof=proof, actor=Actor(ada))

    assert beside(room, ben) == [(0, "ada")]


@pytest.mark.parametrize("proof", ["", "S-18", "wrong"])
def test_nobody_is_signed_in_by_somebody_else(room, ada, ben, proof):
    with pytest.raises(NotThem):
        play_together(session_id=room.pk, owner=ada, partner=ben, proof=proof, actor=Actor(ada))

    assert beside(room, ben) == []


def test_a_bare_name_of_the_class_list_is_believed_as_with_the_code(room, ada, carl):
    play_together(session_id=room.pk, owner=ada, partner=carl, proof="", actor=Actor(ada))

    assert beside(room, carl) == [(0, "ada")]


def test_what_the_one_moves_counts_as_taking_part_for_both(room, ada, ben):
    play_together(session_id=room.pk, owner=ada, partner=ben, proof="S-17", actor=Actor(ada))
    match = match_of_room(room)

    move = first_own_move(match, ada)

    assert {who.id for who in stories(match)[0].own} == {ada.pk, ben.pk}
    assert stories(match)[0].part_of(ben.pk) == (move.number,)
    counts = own_answers(match)
    assert counts[0, ada.pk].own_in_time == counts[0, ben.pk].own_in_time == 1


def test_who_has_a_seat_cannot_play_at_another_screen_and_who_has_none_offers_no_screen(room, ada, ben, carl):
    play_together(session_id=room.pk, owner=ada, partner=ben, proof="S-17", actor=Actor(ada))

    with pytest.raises(SeatNotFree):
        play_together(session_id=room.pk, owner=ada, partner=ben, proof="S-17", actor=Actor(ada))
    with pytest.raises(SeatNotFree):
        play_together(session_id=room.pk, owner=carl, partner=ben, proof="S-17", actor=Actor(carl))
    assert [user.pk for user in partners_for(room, ada)] == [carl.pk]


def test_partners_of_one_name_are_told_apart_without_the_proof_that_is_asked_for(room, ada, ben, carl):
    """A partner's proof of identity is the student number or address."""
    for user, number in ((ben, "20261001"), (carl, "20261002")):
        type(user).objects.filter(pk=user.pk).update(display_name="Léa Martin")
        Enrolment.objects.filter(user=user).update(student_number=number)

    assert [user.called for user in partners_for(room, ada)] == ["Léa Martin (1)", "Léa Martin (2)"]


def test_only_students_of_the_course_in_a_session_that_is_open(room, ada, ben):
    with pytest.raises(WrongSeat):
        play_together(session_id=room.pk, owner=ada, partner=person("stranger"), proof="", actor=Actor(ada))
    type(room).objects.filter(pk=room.pk).update(status="finished")
    with pytest.raises(WrongState):
        play_together(session_id=room.pk, owner=ada, partner=ben, proof="S-17", actor=Actor(ada))


def test_nobody_gets_a_match_that_is_over(room, ada, ben):
    while not match_of_room(room).is_over:
        play_default(match_of_room(room))

    with pytest.raises((SeatNotFree, WrongState)):
        play_together(session_id=room.pk, owner=ada, partner=ben, proof="S-17", actor=Actor(ada))
    assert stories(match_of_room(room))[0].part_of(ben.pk) == ()


def test_who_sits_beside_a_partner_sits_at_the_screen_of_whoever_moves(room, ada, ben, carl):
    play_together(session_id=room.pk, owner=ada, partner=ben, proof="S-17", actor=Actor(ada))
    play_together(session_id=room.pk, owner=ben, partner=carl, proof="", actor=Actor(ben))
    match = match_of_room(room)

    move = first_own_move(match, ada)

    assert [stories(match)[0].part_of(user.pk) for user in (ada, ben, carl)] == [(move.number,)] * 3


def test_staff_seat_nobody_at_a_second_table_or_who_has_left_the_course(room, ada, ben):
    other = session_of(room.course, teams=[[ada], [ben]], started=True)
    first, second = other.session_teams.order_by("position")
    teacher = Enrolment.objects.get(course=room.course, role="instructor").user
    asked = {"session_team_id": first.pk, "seat": 0, "owner": ada, "actor": Actor(teacher), "from_start": False}

    with pytest.raises(WrongSeat):
        table_together(**asked, user=ben)
    Enrolment.objects.filter(user=ben).update(left_at=other.created_at)
    second.match.seats.get(index=0).holders.all().delete()
    with pytest.raises(WrongSeat):
        table_together(**asked, user=ben)


def test_the_page_offers_it_says_no_and_says_who_is_there(room, ada, ben, client):
    client.force_login(ada)
    address = reverse("classrooms:session-together", args=[room.pk])

    assert client.get(address).status_code == 200
    refused = client.post(address, {"partner": ben.pk, "proof": "guess"})
    assert (refused.status_code, list(refused.context["form"].errors)) == (422, ["proof"])
    assert client.post(address, {"partner": ben.pk, "proof": "S-17"}).status_code == 302
    assert client.get(address).context["beside"] == ["Ben"]


def test_guessing_ends_after_ten_tries(room, ada, ben, client):
    client.force_login(ada)
    address = reverse("classrooms:session-together", args=[room.pk])
    for number in range(10):
        client.post(address, {"partner": ben.pk, "proof": f"guess {number}"})

    refused = client.post(address, {"partner": ben.pk, "proof": "S-17"})

    assert (refused.status_code, list(refused.context["form"].errors)) == (422, ["__all__"])
    assert beside(room, ben) == []


def test_staff_note_it_afterwards_and_the_debrief_is_made_anew(room, ada, ben):
    match, table = match_of_room(room), room.session_teams.get()
    while not match.is_over:
        play_default(match)
    debrief_freeze(match=match)
    match.jobs.update(state="done")
    teacher = Enrolment.objects.get(course=room.course, role="instructor").user

    note = table_together(session_team_id=table.pk, seat=0, user=ben, owner=ada, actor=Actor(teacher), from_start=True)

    assert note.kind == "together"
    assert stories(match)[0].part_of(ben.pk) == stories(match)[0].part_of(ada.pk) != ()
    assert match.jobs.get(kind="debrief").state == "pending"


def test_staff_give_moves_to_students_of_the_course_alone(room, ada, ben):
    match, table = match_of_room(room), room.session_teams.get()
    move = first_own_move(match, ada)
    teacher = Enrolment.objects.get(course=room.course, role="instructor").user
    asked = {"session_team_id": table.pk, "seat": 0, "first": 1, "last": match.number}

    with pytest.raises(WrongSeat):
        table_credit(**asked, user=person("stranger"), actor=Actor(teacher, "Wrong name"))
    with pytest.raises(BadRequest):
        table_credit(**asked, user=ben, actor=Actor(teacher))
    table_credit(**asked, user=ben, actor=Actor(teacher, "Wrong name"))

    assert stories(match)[0].part_of(ben.pk) == (move.number,)


def test_staff_do_both_from_the_page_of_a_table(room, ada, ben, client):
    match, table = match_of_room(room), room.session_teams.get()
    first_own_move(match, ada)
    client.force_login(Enrolment.objects.get(course=room.course, role="instructor").user)
    page = reverse("classrooms:session-table", args=[room.pk, table.pk])
    act = {name: reverse("classrooms:table-act", args=[room.pk, table.pk, name]) for name in ("together", "credit")}

    assert client.get(page).context["whose"][0].parts[0][:2] == (stories(match)[0].stretches[0].people[0], 1)
    client.post(act["together"], {"seat": 0, "user": ben.pk, "with": ada.pk, "from_start": "1"})
    client.post(act["credit"], {"seat": 0, "first": 1, "last": match.number, "user": ben.pk, "reason": "Ben's"})

    assert [person.id for person in stories(match)[0].own] == [ben.pk]
    assert list(match.interventions.order_by("pk").values_list("kind", flat=True)) == ["together", "credit"]


def team_room(ada, ben, **more):
    """Ada and Ben hold the first two seats of a team, and Ben has a student number."""
    course = course_of(person("teacher"), [ada])
    enrol(course, ben, student_number="S-17")
    return session_of(course, teams=[[ada, ben]], **more)


def test_a_team_mate_keeps_their_seat_and_both_seats_are_played_at_one_screen(ada, ben):
    room = team_room(ada, ben)

    assert [user.pk for user in partners_for(room, ada)] == [ben.pk]
    play_together(session_id=room.pk, owner=ada, partner=ben, proof="S-17", actor=Actor(ada))

    assert sorted(beside(room, ada)) == [(0, None), (1, None)]
    assert sorted(beside(room, ben)) == [(0, "ada"), (1, "ada")]


def test_moves_on_both_seats_are_those_of_both(ada, ben):
    room = team_room(ada, ben)
    play_together(session_id=room.pk, owner=ada, partner=ben, proof="S-17", actor=Actor(ada))
    sessions.session_start(session_id=room.pk, wait_for_people=False)
    match = match_of_room(room)

    first_own_move(match, ada)

    assert {frozenset(who.id for who in story.own) for story in stories(match) if story.own} == {
        frozenset({ada.pk, ben.pk})
    }


def test_after_the_start_nobody_learns_another_hand_by_joining_screens(ada, ben):
    room = team_room(ada, ben, started=True, game="dominato", scenario="three")
    assert hides(match_of_room(room))

    assert partners_for(room, ada) == []
    with pytest.raises(OneHand):
        play_together(session_id=room.pk, owner=ada, partner=ben, proof="S-17", actor=Actor(ada))
    assert (beside(room, ada), beside(room, ben)) == ([(0, None)], [(1, None)])


def test_somebody_at_another_table_stays_there(ada, ben):
    course = course_of(person("teacher"), [ada, ben])
    room = session_of(course, teams=[[ada], [ben]])

    assert partners_for(room, ada) == []
    with pytest.raises(SeatNotFree):
        play_together(session_id=room.pk, owner=ada, partner=ben, proof=PASSWORD, actor=Actor(ada))


def test_somebody_new_plays_at_the_screen_and_gets_a_link(room, ada, client):
    client.force_login(ada)
    address = reverse("classrooms:session-together", args=[room.pk])

    done = client.post(address, {"partner": "", "new_name": "Zoé Petit"}, follow=True)

    zoe = Enrolment.objects.get(course=room.course, user__display_name="Zoé Petit").user
    assert beside(room, zoe) == [(0, "ada")]
    assert return_token(zoe) in done.content.decode()


@pytest.mark.parametrize("sent", [{}, {"new_name": "carl"}, {"new_name": "\u202e"}])
def test_nobody_new_is_made_without_a_name_or_under_one_of_the_list(room, ada, carl, client, sent):
    client.force_login(ada)
    before = Enrolment.objects.count()

    refused = client.post(reverse("classrooms:session-together", args=[room.pk]), sent)

    assert (refused.status_code, Enrolment.objects.count()) == (422, before)


def test_nobody_new_comes_where_the_code_lets_nobody_in(room, ada, client):
    type(room).objects.filter(pk=room.pk).update(late_join=False)
    client.force_login(ada)
    address = reverse("classrooms:session-together", args=[room.pk])

    assert 'name="new_name"' not in client.get(address).content.decode()
    with pytest.raises(ClosedToLateComers):
        play_together_new(session_id=room.pk, owner=ada, display_name="Zoé", actor=Actor(ada))


def test_who_joins_by_the_code_is_told_how_somebody_plays_beside_them(client, room):
    type(room).objects.filter(pk=room.pk).update(late_join=True)
    address = reverse("classrooms:join-session", args=[room.join_code])

    asked = client.get(address).content.decode()
    joined = client.post(address, {"name": "Nadia", "email": "", "seat": ""}).content.decode()

    assert "That person adds you in the lobby." in asked
    assert reverse("classrooms:session-together", args=[room.pk]) in joined
