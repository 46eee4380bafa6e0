"""Teams, tables and plans of a draft, and seats in the lobby."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classrooms.models import SeatPlan, SessionTeam, Team
from classrooms.play.sessions import services as sessions
from classrooms.play.sessions.services.proposing import _shares, _sizes
from classrooms.play.sessions.services.refusals import WrongSeat, WrongState
from games.models import Match, SeatHolder, Status
from games.platform.errors import BadRequest
from tests.classrooms.factories import course_of, session_of
from tests.games.factories import GAME, NOW, person

pytestmark = pytest.mark.django_db


def team(course, name, people=()):
    made = Team.objects.create(course=course, name=name)
    made.members.set(people)
    return made


def draft(course, teams=(), others=0, **more):
    made = sessions.session_create(course=course, by=None, title="Tuesday workshop", game=GAME, now=NOW, **more)
    sessions.tables_choose(session_id=made.pk, teams=teams, others=others)
    return made


def tables(play_session):
    return list(play_session.session_teams.order_by("position").values_list("name", "team"))


def plan(play_session, table=0):
    rows = SeatPlan.objects.filter(session_team=play_session.session_teams.order_by("position")[table])
    return sorted(rows.values_list("seat", "user"))


def people_of(course, number):
    """So many enrolled students, in the order of the proposal."""
    made = [person(f"student-{index:02}-{course.pk}") for index in range(number)]
    for user in made:
        course.enrolments.create(user=user)
    return made


def test_tables_are_the_chosen_teams_and_some_for_people_without_one():
    course = course_of()
    lintel, mortar = team(course, "Lintel"), team(course, "Mortar")
    play_session = draft(course, [mortar, lintel], others=2)

    assert tables(play_session) == [("Mortar", mortar.pk), ("Lintel", lintel.pk), ("Table 1", None), ("Table 2", None)]


def test_tables_that_stay_keep_their_plans():
    course = course_of()
    ada = people_of(course, 1)[0]
    lintel, mortar = team(course, "Lintel", [ada]), team(course, "Mortar")
    play_session = draft(course, [lintel], others=3)
    sessions.plans_propose(session_id=play_session.pk, share=False)

    sessions.tables_choose(session_id=play_session.pk, teams=[mortar, lintel], others=1)

    assert tables(play_session) == [("Mortar", mortar.pk), ("Lintel", lintel.pk), ("Table 1", None)]
    assert (plan(play_session, 0), plan(play_session, 1)) == ([], [(0, ada.pk)])


def test_a_team_of_another_course_does_not_play():
    course = course_of()
    with pytest.raises(WrongSeat):
        draft(course, [team(course_of(), "Lintel")])


def test_by_lot_the_kept_seed_gives_the_same_roles_again_and_another_one_others():
    course = course_of()
    people = people_of(course, 6)
    play_session = draft(course, [team(course, "Lintel", people)])

    dealt = {}
    for seed in ("first", "second", "first"):
        play_session = sessions.plans_propose(session_id=play_session.pk, seed=seed)
        assert (play_session.deal, play_session.deal_seed) == ("lot", seed)
        assert sorted(user for _seat, user in plan(play_session)) == sorted(user.pk for user in people)
        assert dealt.setdefault(seed, plan(play_session)) == plan(play_session)

    assert [seat for seat, _user in plan(play_session)] == list(range(6))
    assert dealt["first"] != dealt["second"]


def test_without_a_seed_roles_are_drawn_by_a_new_one():
    course = course_of()
    play_session = draft(course, [team(course, "Lintel", people_of(course, 6))])
    seeds = {sessions.plans_propose(session_id=play_session.pk).deal_seed for _time in range(3)}

    assert len(seeds) == 3
    kept = sessions.plans_propose(session_id=play_session.pk, only_empty=True).deal_seed
    assert kept in seeds


@pytest.mark.parametrize("seed", ["x" * 41, "a\nb"])
def test_a_seed_that_cannot_be_kept_is_refused_and_changes_nothing(seed):
    course = course_of()
    play_session = draft(course, [team(course, "Lintel", people_of(course, 6))])
    before = sessions.plans_propose(session_id=play_session.pk).deal_seed, plan(play_session)

    with pytest.raises(BadRequest):
        sessions.plans_propose(session_id=play_session.pk, seed=seed)

    play_session.refresh_from_db()
    assert (play_session.deal_seed, plan(play_session)) == before


def test_over_six_drafts_and_sessions_everybody_has_each_role_once():
    """The first deal is by lot, the others by automatic rotation. Plans of older drafts count like played sessions."""
    course = course_of()
    people = people_of(course, 6)
    lintel = team(course, "Lintel", people)
    deals, held = [], []
    for number in range(6):
        play_session = draft(course, [lintel])
        deals.append(sessions.plans_propose(session_id=play_session.pk).deal)
        held += plan(play_session)
        if number % 2:
            sessions.session_open(session_id=play_session.pk, by=None, now=NOW)

    assert deals == ["lot", *["rotation"] * 5]
    assert sorted(held) == [(seat, user.pk) for seat in range(6) for user in people]


def test_free_seats_forget_how_roles_were_dealt():
    course = course_of()
    play_session = draft(course, [team(course, "Lintel", people_of(course, 6))])
    sessions.plans_propose(session_id=play_session.pk)

    cleared = sessions.plans_clear(session_id=play_session.pk)

    assert (cleared.deal, cleared.deal_seed, plan(play_session)) == ("", "", [])


def test_more_people_than_seats_share():
    course = course_of()
    people = people_of(course, 8)
    play_session = draft(course, [team(course, "Lintel", people)])

    sessions.plans_propose(session_id=play_session.pk)

    seats = [seat for seat, _user in plan(play_session)]
    assert seats == [0, 0, 1, 1, 2, 3, 4, 5]
    assert {user for _seat, user in plan(play_session)} == {user.pk for user in people}


def test_fewer_people_hold_several_roles_and_no_contract_with_themselves():
    """Three people can share Domego's six roles so that nobody has both sides of a contract."""
    course = course_of()
    people = people_of(course, 3)
    play_session = draft(course, [team(course, "Lintel", people)])
    sessions.plans_propose(session_id=play_session.pk)

    held = plan(play_session)
    matches = sessions.session_open(session_id=play_session.pk, by=None, now=NOW)
    sessions.session_start(session_id=play_session.pk, now=NOW)

    assert sorted(seat for seat, _user in held) == list(range(6))
    assert sorted(sum(1 for _seat, user in held if user == one.pk) for one in people) == [2, 2, 2]
    matches[0].refresh_from_db()
    assert '"fixed_contracts":[]' in matches[0].options


def test_bots_have_the_rest_where_people_do_not_hold_several_roles():
    course = course_of()
    people = people_of(course, 4)
    play_session = draft(course, [team(course, "Lintel", people)])

    sessions.plans_propose(session_id=play_session.pk, share=False)

    assert [seat for seat, _user in plan(play_session)] == [0, 1, 2, 3]
    assert sorted(user for _seat, user in plan(play_session)) == [user.pk for user in people]


def test_nobody_gets_the_role_again_that_they_played_before():
    course = course_of()
    people = people_of(course, 6)
    lintel = team(course, "Lintel", people)
    session_of(course, teams=[people])
    play_session = draft(course, [lintel])

    sessions.plans_propose(session_id=play_session.pk)

    before = dict(enumerate(user.pk for user in people))
    assert [seat for seat, user in plan(play_session) if before[seat] == user] == []


def test_who_left_the_course_is_not_planned():
    course = course_of()
    ada, bob = people_of(course, 2)
    course.enrolments.filter(user=ada).update(left_at=NOW)
    play_session = draft(course, [team(course, "Lintel", [ada, bob])])

    sessions.plans_propose(session_id=play_session.pk, share=False)

    assert plan(play_session) == [(0, bob.pk)]


def test_a_plan_by_hand_may_give_two_people_one_role_and_one_person_two():
    course = course_of()
    ada, bob = people_of(course, 2)
    play_session = draft(course, [team(course, "Lintel")])
    table = play_session.session_teams.get()

    sessions.seat_plan_set(session_team_id=table.pk, plan={0: [ada.pk, bob.pk], 3: [ada.pk]}, now=NOW)

    assert plan(play_session) == [(0, ada.pk), (0, bob.pk), (3, ada.pk)]


def test_a_plan_names_seats_and_people_that_there_are():
    course = course_of()
    ada = people_of(course, 1)[0]
    stranger, observer = person(), person()
    course.enrolments.create(user=observer, role="observer")
    play_session = draft(course, [team(course, "Lintel"), team(course, "Mortar")])
    first, second = play_session.session_teams.order_by("position")
    sessions.seat_plan_set(session_team_id=first.pk, plan={0: [ada.pk]}, now=NOW)

    for table, wrong in ((first, {6: [ada.pk]}), (first, {0: [stranger.pk]}), (first, {0: [observer.pk]})):
        with pytest.raises(WrongSeat):
            sessions.seat_plan_set(session_team_id=table.pk, plan=wrong, now=NOW)
    with pytest.raises(WrongSeat, match=ada.display_name):
        sessions.seat_plan_set(session_team_id=second.pk, plan={0: [ada.pk]}, now=NOW)
    assert (plan(play_session, 0), plan(play_session, 1)) == ([(0, ada.pk)], [])


def test_a_plan_in_the_lobby_moves_people_at_once():
    course = course_of()
    ada, bob = people_of(course, 2)
    play_session = session_of(course, teams=[[ada]])
    table = play_session.session_teams.get()

    sessions.seat_plan_set(session_team_id=table.pk, plan={1: [ada.pk], 2: [bob.pk]}, now=NOW)

    held = SeatHolder.objects.filter(released_at__isnull=True).values_list("seat__index", "user")
    assert sorted(held) == [(1, ada.pk), (2, bob.pk)]


def test_plans_end_with_the_start():
    play_session = session_of(course_of(), started=True)

    with pytest.raises(WrongState):
        sessions.seat_plan_set(session_team_id=play_session.session_teams.get().pk, plan={}, now=NOW)


def test_tables_without_a_name_are_numbered():
    course = course_of()
    play_session = session_of(course, teams=1)

    added = [sessions.table_add(session_id=play_session.pk, by=None, now=NOW).name for _each in range(2)]

    assert added == ["Table 1", "Table 2"]


@pytest.mark.parametrize(("started", "status"), [(False, Status.LOBBY), (True, Status.RUNNING)])
def test_a_table_that_is_added_late_catches_up(started, status):
    course = course_of()
    ada = people_of(course, 1)[0]
    play_session = session_of(course, started=started)

    table = sessions.table_add(session_id=play_session.pk, by=None, team=team(course, "Late", [ada]), now=NOW)

    table = SessionTeam.objects.get(pk=table.pk)
    assert (table.name, table.position, table.match.status) == ("Late", 1, status)
    assert set(SeatHolder.objects.values_list("user", flat=True)) == {ada.pk}


def test_tables_without_anybody_can_be_taken_away_before_the_start():
    course = course_of()
    ada = people_of(course, 1)[0]
    play_session = session_of(course, teams=[[], [ada], []])

    assert sessions.tables_trim(session_id=play_session.pk) == 2

    assert [name for name, _team in tables(play_session)] == ["Team 2"]
    assert Match.objects.count() == 1


def test_of_tables_that_are_all_empty_one_stays():
    play_session = session_of(course_of(), teams=3)

    assert sessions.tables_trim(session_id=play_session.pk) == 2


def test_another_game_starts_with_options_and_seats_of_its_own():
    course = course_of()
    people = people_of(course, 6)
    play_session = draft(course, [team(course, "Lintel", people)], options={"payments": "staged"})
    sessions.plans_propose(session_id=play_session.pk)

    sessions.session_update(session_id=play_session.pk, game="dominyam")

    play_session.refresh_from_db()
    assert (play_session.game, play_session.options) == ("dominyam", {})
    assert {seat for seat, _user in plan(play_session)} < set(range(6))


@given(st.integers(1, 8), st.integers(1, 8))
def test_every_way_to_share_deals_each_seat_once_and_evenly(seats, people):
    people = min(seats, people)
    for shares in _shares(tuple(range(seats)), _sizes(seats, people)):
        assert sorted(seat for hand in shares for seat in hand) == list(range(seats))
        assert sorted(len(hand) for hand in shares) == sorted(_sizes(seats, people))
