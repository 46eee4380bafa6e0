"""Absent students are found by their own moves and open pages alone. Bots take their seats and give them back."""

import re
from datetime import timedelta

import pytest
from django.contrib.messages import get_messages

from classrooms.models import Session, SessionStatus
from classrooms.play.sessions import services as sessions
from classrooms.play.sessions.queries.absence import absence_of
from classrooms.play.sessions.queries.hand_overs import handed_over
from classrooms.play.sessions.queries.lobby import lobby_of, place_of
from classrooms.play.sessions.services import bots
from classrooms.play.sessions.services.refusals import WrongState
from games.engine import registry
from games.models import Intervention, SeatHolder, Status
from games.platform import clock
from games.platform.pace import Pace
from games.platform.services.bots import play_bots
from games.platform.services.holders import seat_assign
from games.platform.services.matches import match_abort
from games.platform.work import presence
from tests.classrooms.factories import course_of, session_of
from tests.classrooms.play.monitor.workshop import LATER, Workshop, workshop
from tests.games.factories import GAME, NOW, person, play_default

pytestmark = pytest.mark.django_db

LIVE = Pace(mode="live", minutes=3)
OVER_DAYS = Pace(mode="async", hours=24)


def holders(room):
    """The current holders of all seats, with extra time and shared screen."""
    rows = SeatHolder.objects.filter(seat__match__session_team__session=room.play_session, released_at__isnull=True)
    told = rows.order_by("seat__match", "seat__index", "user")
    return list(told.values_list("seat__match", "seat__index", "user", "extra_time", "together_with"))


def strengths_of(room):
    return [list(table.match.seats.order_by("index").values_list("bot", flat=True)) for table in room.tables]


def everywhere(room):
    """Every seat, as (match, index)."""
    return [(table.match_id, seat) for table in room.tables for seat in range(6)]


def absent(room, now=LATER):
    told = absence_of(room.play_session, now)
    return told.number, told.people, len(told.seats)


def sees(room, *users, now=LATER):
    for user in users:
        presence.seen(place_of(room.play_session), user.pk, now)


def waiting_room(*, teams=2, seats=6, **more):
    """A session that has not begun, with people on all seats."""
    teacher = person(display_name="Claire Fontaine")
    people = [[person() for _seat in range(seats)] for _team in range(teams)]
    course = course_of(teacher, [user for team in people for user in team])
    return Workshop(teacher, course, session_of(course, teams=people, **more), people)


def test_who_opened_no_page_and_made_no_move_was_not_seen():
    room = workshop(teams=2, seats=6, pace_of_match=LIVE)
    ada, bob, *_rest = room.people[0]
    sees(room, ada)
    presence.seen(room.match.pk, bob.pk, LATER - timedelta(minutes=9))

    assert absent(room) == (10, 12, 10)


def test_who_moved_was_there_although_no_page_is_open_any_more():
    room = workshop(seats=6, pace_of_match=LIVE)
    play_default(room.match, 0, room.people[0][0])

    assert absent(room) == (5, 6, 5)


def test_a_seat_of_which_one_person_came_is_not_empty_and_who_plays_at_a_screen_of_others_is_not_absent():
    room = workshop(seats=2, pace_of_match=LIVE)
    ada, bob = room.people[0]
    eve, kim = person(), person()
    seat_assign(match_id=room.match.pk, seat=0, user=eve, now=NOW)
    beside = seat_assign(match_id=room.match.pk, seat=1, user=kim, now=NOW)
    beside.together_with = bob
    beside.save()
    sees(room, ada, bob)

    assert absent(room) == (1, 3, 0)


def test_where_presence_is_not_known_nobody_is_called_absent(monkeypatch):
    room = workshop(seats=6, pace_of_match=LIVE)
    monkeypatch.setattr(presence, "last_seen", lambda places: None)

    assert absent(room) == (0, 0, 0)


@pytest.mark.parametrize(("hours", "number"), [(7, 0), (8, 6)])
def test_over_days_nobody_is_missed_in_the_first_third_of_the_time(hours, number):
    room = workshop(seats=6, pace_of_match=OVER_DAYS)

    assert absent(room, NOW + timedelta(hours=hours))[0] == number


def test_before_the_start_nobody_is_missed_on_the_monitor():
    assert absent(waiting_room(pace_of_match=LIVE)) == (0, 0, 0)


def test_one_press_gives_all_empty_seats_to_bots_and_another_gives_them_back_as_they_were():
    room = workshop(teams=2, seats=6, pace_of_match=LIVE)
    SeatHolder.objects.filter(user=room.people[1][2]).update(extra_time=50)
    ada = room.people[0][0]
    sees(room, ada)
    before, strengths = holders(room), strengths_of(room)
    actor = room.actor("nobody came")

    assert bots.absent_to_bots(session_id=room.play_session.pk, named=everywhere(room), actor=actor) == 11
    given = holders(room)
    told = handed_over(room.play_session)
    done = bots.seats_back(session_id=room.play_session.pk, batch=actor.batch, actor=room.actor())

    assert given == [(room.match.pk, 0, ada.pk, 0, None)]
    assert (told.batch, told.seats, told.at, told.by) == (actor.batch, 11, LATER, "Claire Fontaine")
    assert (done.given, done.kept) == (11, 0)
    assert holders(room) == before
    assert strengths_of(room) == strengths
    assert handed_over(room.play_session) is None


def test_a_press_and_its_undo_are_each_one_batch_of_the_log():
    room = workshop(teams=2, seats=2)
    actor, undo = room.actor("nobody came"), room.actor("they came")

    bots.absent_to_bots(session_id=room.play_session.pk, named=everywhere(room), actor=actor)
    bots.seats_back(session_id=room.play_session.pk, batch=actor.batch, actor=undo)

    told = list(Intervention.objects.order_by("pk").values_list("kind", "batch", "reason"))
    assert told == [("to_bot", actor.batch, "nobody came")] * 4 + [("to_person", undo.batch, "they came")] * 4


def test_the_same_press_and_the_same_undo_twice_change_nothing_more():
    room = workshop(seats=2)
    actor = room.actor()

    given = [
        bots.absent_to_bots(session_id=room.play_session.pk, named=everywhere(room), actor=actor) for _time in range(2)
    ]
    back = [
        bots.seats_back(session_id=room.play_session.pk, batch=actor.batch, actor=room.actor()) for _time in range(2)
    ]

    assert given == [2, 0]
    assert [(each.given, each.kept, each.over) for each in back] == [(2, 0, 0), (0, 0, 0)]


def test_a_seat_that_changed_hands_since_stays_and_so_do_people_who_left_or_sit_elsewhere():
    room = workshop(teams=2, seats=3)
    (ada, bob, eve), (kim, *_others) = room.people
    actor = room.actor()
    bots.team_to_bots(
        session_id=room.play_session.pk, session_team_id=room.tables[0].pk, named=everywhere(room), actor=actor
    )
    late = person()
    seat_assign(match_id=room.match.pk, seat=0, user=late, now=LATER + timedelta(minutes=1))
    room.course.enrolments.filter(user=bob).update(left_at=LATER)
    seat_assign(match_id=room.tables[1].match_id, seat=5, user=eve, now=LATER)

    done = bots.seats_back(session_id=room.play_session.pk, batch=actor.batch, actor=room.actor())

    assert (done.given, done.kept) == (0, 3)
    assert [(seat, user) for match, seat, user, *_more in holders(room) if match == room.match.pk] == [(0, late.pk)]


def test_seats_of_a_match_that_somebody_has_ended_since_are_counted_and_stay():
    room = workshop(teams=2, seats=2)
    actor = room.actor()
    bots.absent_to_bots(session_id=room.play_session.pk, named=everywhere(room), actor=actor)
    match_abort(match_id=room.match.pk, now=LATER)

    done = bots.seats_back(session_id=room.play_session.pk, batch=actor.batch, actor=room.actor())

    assert (done.given, done.kept, done.over, done.set_back) == (2, 0, 2, 0)


def test_teams_of_which_nobody_was_seen_are_counted():
    room = workshop(teams=3, seats=2)
    sees(room, room.people[1][0])

    assert absence_of(room.play_session, LATER).teams == 2


def test_the_seats_of_one_person_go_and_those_they_share_stay():
    room = workshop(seats=2)
    ada, bob = room.people[0]
    for seat in (3, 4):
        seat_assign(match_id=room.match.pk, seat=seat, user=ada, now=NOW)
    seat_assign(match_id=room.match.pk, seat=4, user=bob, now=NOW)

    given = bots.person_to_bots(
        session_id=room.play_session.pk, user_id=ada.pk, named=everywhere(room), actor=room.actor()
    )

    assert given == 2

    assert [(seat, user) for _match, seat, user, *_more in holders(room)] == [(1, bob.pk), (4, ada.pk), (4, bob.pk)]


def test_starting_with_bots_for_who_is_not_here_starts_and_hands_over_at_once():
    room = waiting_room(pace_of_match=LIVE)
    here = room.people[0][:2]
    sees(room, *here)
    actor = room.actor()

    seats = bots.session_start_without(session_id=room.play_session.pk, named=everywhere(room), actor=actor)

    room.play_session.refresh_from_db()
    assert (seats, room.play_session.status) == (10, SessionStatus.RUNNING)
    assert [user for _match, _seat, user, *_more in holders(room)] == [user.pk for user in here]
    assert handed_over(room.play_session).seats == 10


def test_a_session_that_is_over_gives_no_seats():
    room = workshop(seats=2)
    sessions.session_finish(session_id=room.play_session.pk, by=room.teacher, now=LATER)

    with pytest.raises(WrongState):
        bots.absent_to_bots(session_id=room.play_session.pk, named=everywhere(room), actor=room.actor())


WHY = "Say why under Interventions, for the log and the debrief."


def words(answer):
    return [str(message) for message in get_messages(answer.wsgi_request)]


def named(answer):
    """The people whom the confirmation page names, by team, each with the page's remark about them."""
    lines = re.findall(r"<li>(.*?)</li>", answer.content.decode(), re.DOTALL)
    teams = [(re.findall(r"<b>(.*?)</b>", line), re.findall(r"m-sub..(.*?)</div>", line, re.DOTALL)) for line in lines]
    return [
        (team[0], [tuple(" ".join(each.split()).split(", ", 1)) for each in people]) for team, people in teams if people
    ]


def confirm(client, answer, **more):
    """Submit the form of the confirmation page, with these extra fields."""
    page = answer.content.decode()
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))
    places = re.findall(r'name="place" value="([^"]+)"', page)
    (url,) = re.findall(r'action="([^"]+)" id="to-bots"', page)
    return client.post(url, fields | {"place": places} | more)


def post(client, room, act, **typed):
    return client.post(f"/sessions/{room.play_session.pk}/room/{act}/", typed)


def test_the_monitor_says_how_many_were_not_seen_and_offers_one_press_and_its_undo(client):
    room = workshop(teams=2, seats=6, pace_of_match=LIVE)
    client.force_login(room.teacher)
    monitor = f"/sessions/{room.play_session.pk}/monitor/"

    before = " ".join(client.get(monitor).content.decode().split())
    asked = post(client, room, "bots")
    nothing_yet = len(holders(room))
    said = words(confirm(client, asked))
    after = client.get(monitor)
    again = words(post(client, room, "back", batch=after.context["handed_over"].batch))

    assert "12 of 12 with a seat were not seen here" in before
    assert nothing_yet == 12
    assert named(asked) == [
        (table.name, [(user.display_name, "not seen in the last 24 hours") for user in people])
        for table, people in zip(room.tables, room.people, strict=True)
    ]
    assert "No move yet, and not seen on this site since " in before
    assert "2 teams have nobody else. If nobody is at the table, bots wait until somebody comes." in before
    assert "Give 12 seats to bots…" in before
    assert "2 of 2" in before
    assert "waits for somebody who is not here" not in before
    assert said == ["Bots play 12 seats now.", WHY]
    assert "12 seats given to bots: " in " ".join(after.content.decode().split())
    assert "not seen here" not in after.content.decode()
    assert again[-1] == "12 seats are given back."


def test_the_lobby_says_who_is_not_here_before_the_start_and_offers_bots(client):
    room = waiting_room(pace_of_match=LIVE)
    sees(room, room.people[0][0], now=clock.now())
    client.force_login(room.teacher)

    page = " ".join(client.get(f"/sessions/{room.play_session.pk}/lobby/").content.decode().split())
    asked = client.post(f"/sessions/{room.play_session.pk}/start/", {"in": "0"})
    is_open = Session.objects.get().status == SessionStatus.OPEN
    shown = " ".join(asked.content.decode().split())
    places = re.findall(r'name="place" value="([^"]+)"', shown)
    answer = client.post(
        f"/sessions/{room.play_session.pk}/start/", {"in": "without", "sure": "1", "how": "bot", "place": places}
    )

    assert is_open
    assert len(places) == 11
    assert [user.display_name in shown for team in room.people for user in team] == [False] + [True] * 11
    assert "11 people are not here. What do you do?" in shown
    assert "They have 3 min for a decision. Then the default move is played." in shown
    assert "0 teams are complete. 1 team is not. 1 team has nobody here: it begins with its first person." in shown
    assert "11 of 12 with a seat are not here." in page
    assert "1 team has nobody else. If nobody is at the table, bots wait until somebody comes." in page
    assert "Start…" in page
    assert words(answer) == ["It has begun, and bots play 11 seats."]


def test_a_team_and_a_person_go_to_bots_from_the_page_of_the_team(client):
    room = workshop(seats=2)
    ada = room.people[0][0]
    seat_assign(match_id=room.match.pk, seat=5, user=ada, now=NOW)
    client.force_login(room.teacher)
    table = f"/sessions/{room.play_session.pk}/tables/{room.tables[0].pk}/"

    assert client.get(table).context["several"] == {ada.pk}
    asked = post(client, room, "person-bots", user=ada.pk)
    assert "For how long" in asked.content.decode()
    assert words(confirm(client, asked)) == ["Bots play 2 seats now.", WHY]
    assert words(confirm(client, client.post(f"{table}bots/"), until="end"))[-2:] == ["Bots play 3 seats now.", WHY]
    assert not SeatHolder.objects.filter(has_stand_in=True).exists()
    assert words(post(client, room, "person-bots"))[-1].startswith("user")


def test_only_the_seats_that_the_page_named_go_to_bots():
    room = workshop(teams=2, seats=2, pace_of_match=LIVE)
    named = [(room.match.pk, 0)]

    given = bots.absent_to_bots(session_id=room.play_session.pk, named=named, actor=room.actor())

    assert given == 1
    assert (room.match.pk, 0) not in {each[:2] for each in holders(room)}
    assert len(holders(room)) == 3


def test_who_comes_while_the_page_asks_keeps_the_seat():
    room = workshop(seats=2, pace_of_match=LIVE)
    named = everywhere(room)
    sees(room, room.people[0][1])

    assert bots.absent_to_bots(session_id=room.play_session.pk, named=named, actor=room.actor()) == 1
    assert [each[2] for each in holders(room)] == [room.people[0][1].pk]


def test_a_page_that_names_no_seat_gives_none(client):
    room = workshop(seats=2)
    client.force_login(room.teacher)

    said = words(post(client, room, "bots", sure="1", place="all"))

    assert said[-1].startswith("place")
    assert len(holders(room)) == 2


def test_seats_that_go_to_bots_leave_a_table_waiting_for_its_first_person():
    room = workshop(seats=2, pace_of_match=LIVE, came=False)
    bots.absent_to_bots(session_id=room.play_session.pk, named=everywhere(room), actor=room.actor())

    assert room.match.awaits_people
    assert play_bots(match_id=room.match.pk) == 0


@pytest.mark.parametrize("came", [False, True])
@pytest.mark.parametrize("until", ["back", "end"])
def test_a_team_is_given_to_bots_until_somebody_comes_or_to_the_end_and_the_page_says_what_bots_do(client, came, until):
    room = workshop(seats=2, pace_of_match=LIVE, came=came)
    client.force_login(room.teacher)

    asked = client.post(f"/sessions/{room.play_session.pk}/tables/{room.tables[0].pk}/bots/")
    page = asked.content.decode()
    confirm(client, asked, until=until)

    assert re.findall(r'name="until" value="(\w+)"( checked)?', page) == [("back", " checked"), ("end", "")]
    assert "If nobody is at the table, bots wait until somebody comes." in page
    assert "Bots play the whole match at once, without people." in page
    assert "You can undo this. If a person has moved by then, the moves are kept." in page
    assert room.match.awaits_people is (until == "back")
    assert (play_bots(match_id=room.match.pk) > 0) is (until == "end")


@pytest.mark.parametrize("where", ["monitor", "tables"])
def test_a_class_that_bots_have_played_to_the_end_is_given_back_from_both_pages(client, where):
    room = workshop(seats=2, pace_of_match=LIVE, came=False, scenario_text=registry.get(GAME).micro["pair"])
    old, base = room.match, f"/sessions/{room.play_session.pk}/"
    client.force_login(room.teacher)
    table = f"{base}tables/{room.tables[0].pk}/"
    confirm(client, client.post(f"{table}bots/"), until="end")
    play_bots(match_id=old.pk)
    sessions.session_settle(session_id=room.play_session.pk)
    room.play_session.refresh_from_db()
    over = (room.match.status, room.play_session.status)

    page = client.get(table if where == "tables" else f"{base}monitor/").content.decode()
    form = re.search(r'<form[^>]*id="back-form">.*?</form>', page, re.DOTALL)[0]
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    client.post(f"{base}room/back/", fields)

    assert over == (Status.FINISHED, SessionStatus.FINISHED)
    assert ("team" in fields) is (where == "tables")
    assert (room.match.parent, room.match.status) == (old, Status.RUNNING)
    assert len(holders(room)) == 2


def test_a_start_that_ended_at_once_is_undone_from_the_monitor_and_an_archived_one_is_not(client):
    room = waiting_room(teams=1, seats=1, pace_of_match=LIVE)
    monitor = f"/sessions/{room.play_session.pk}/monitor/"
    sessions.session_start(session_id=room.play_session.pk)
    match_abort(match_id=room.match.pk)
    sessions.session_settle(session_id=room.play_session.pk)
    client.force_login(room.teacher)

    shown = client.get(monitor).content.decode()
    Session.objects.update(status=SessionStatus.ARCHIVED)
    archived = client.get(monitor).content.decode()

    assert ('id="unstart-form"' in shown, 'id="unstart-form"' in archived) == (True, False)


def test_the_page_that_asks_before_a_start_counts_only_those_who_are_here(client):
    room = waiting_room(teams=1, seats=2, pace_of_match=LIVE)
    ada, bea = room.people[0]
    eve = person(display_name="Eve Petit")
    room.course.enrolments.create(user=eve)
    seat_assign(match_id=room.match.pk, seat=0, user=eve, now=NOW)
    sees(room, ada, now=clock.now())
    client.force_login(room.teacher)

    asked = client.post(f"/sessions/{room.play_session.pk}/start/", {"in": "0"})
    page = " ".join(asked.content.decode().split())

    assert (asked.context["starting"].here, asked.context["starting"].missing) == (1, 2)
    assert "2 people are not here. What do you do?" in page
    assert "Not here either, but somebody else is at their seat: Eve Petit" in page
    assert bea.display_name in page


def test_where_the_cache_is_away_the_page_that_asks_says_nothing_of_when_anybody_was_seen(client, settings):
    room = workshop(teams=2, seats=6, pace_of_match=LIVE)
    client.force_login(room.teacher)
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}

    asked = client.post(f"/sessions/{room.play_session.pk}/tables/{room.tables[0].pk}/bots/")

    assert named(asked) == [(room.tables[0].name, [(user.display_name,) for user in room.people[0]])]


def chosen(client, room, **form):
    """Start the session with these fields, confirming all seats."""
    places = [f"{match}-{seat}" for match, seat in everywhere(room)]
    return client.post(
        f"/sessions/{room.play_session.pk}/start/", {"in": "without", "sure": "1", "place": places} | form
    )


def test_at_the_start_bots_play_until_people_come_or_to_the_end_or_nobody_does_as_chosen_for_each_seat(client):
    room = waiting_room(teams=1, seats=3, pace_of_match=LIVE)
    pk = room.match.pk
    client.force_login(room.teacher)

    answer = chosen(client, room, how="bot", **{f"for-{pk}-1": "wait", f"for-{pk}-2": "end"})

    kept = SeatHolder.objects.filter(seat__match=pk, has_stand_in=True)
    assert words(answer) == ["It has begun, and bots play 2 seats."]
    assert [(seat, user) for _match, seat, user, *_more in holders(room)] == [(1, room.people[0][1].pk)]
    assert list(kept.values_list("seat__index", "user")) == [(0, room.people[0][0].pk)]


def test_at_the_start_all_may_be_waited_for(client):
    room = waiting_room(teams=1, seats=3, pace_of_match=LIVE)
    client.force_login(room.teacher)

    chosen(client, room, how="wait")

    room.play_session.refresh_from_db()
    assert room.play_session.status == SessionStatus.RUNNING
    assert len(holders(room)) == 3


@pytest.mark.parametrize("form", [{"how": "never"}, {"for-{pk}-0": "robots"}])
def test_what_is_no_choice_starts_nothing(client, form):
    room = waiting_room(teams=1, seats=3, pace_of_match=LIVE)
    client.force_login(room.teacher)

    chosen(client, room, **{name.format(pk=room.match.pk): value for name, value in form.items()})

    room.play_session.refresh_from_db()
    assert room.play_session.status == SessionStatus.OPEN


def test_where_everybody_is_here_the_session_starts_at_once(client):
    room = waiting_room(teams=1, seats=2, pace_of_match=LIVE)
    sees(room, *room.people[0], now=clock.now())
    client.force_login(room.teacher)

    client.post(f"/sessions/{room.play_session.pk}/start/", {"in": "0"})

    room.play_session.refresh_from_db()
    assert room.play_session.status == SessionStatus.RUNNING


def test_a_single_seat_is_named_before_it_goes_to_a_bot(client):
    room = workshop(seats=2)
    client.force_login(room.teacher)
    url = f"/sessions/{room.play_session.pk}/tables/{room.tables[0].pk}/bot/"

    asked = client.post(url, {"seat": "1", "bot": "cautious", "reason": "ill"})
    before = len(holders(room))
    said = words(confirm(client, asked))

    assert before == 2
    assert [len(people) for _team, people in named(asked)] == [1]
    assert said == [f"A bot plays this seat in {room.tables[0].name} now.", WHY]
    assert [seat for _match, seat, *_more in holders(room)] == [0]
    assert SeatHolder.objects.get(has_stand_in=True).user == room.people[0][1]
    assert strengths_of(room)[0][1] == "cautious"


def test_a_page_anywhere_on_the_site_counts_as_being_here(client):
    room = waiting_room(teams=1, seats=2, pace_of_match=LIVE)
    client.force_login(room.people[0][0])
    client.get("/games/")

    told = lobby_of(room.play_session, clock.now())

    assert (told.seated_here, told.away) == (1, 1)


def test_when_somebody_was_last_seen_is_told_of_any_page(client):
    room = workshop(seats=2)
    client.force_login(room.people[0][0])
    client.get("/games/")
    client.force_login(room.teacher)

    asked = client.post(f"/sessions/{room.play_session.pk}/tables/{room.tables[0].pk}/bots/")

    ((_team, people),) = named(asked)
    assert people[0][1] == "seen just now"
    assert people[1][1] == "not seen in the last 24 hours"


@pytest.mark.parametrize(("pace", "proposed"), [(LIVE, "bot"), (OVER_DAYS, "wait")])
def test_over_days_waiting_is_proposed_and_in_a_room_bots_until_people_come(client, pace, proposed):
    room = waiting_room(teams=1, seats=2, pace_of_match=pace)
    client.force_login(room.teacher)

    page = client.post(f"/sessions/{room.play_session.pk}/start/", {"in": "0"}).content.decode()

    assert re.findall(r'name="how" value="(\w+)" checked', page) == [proposed]
