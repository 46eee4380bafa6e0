"""The page *Events*: preview, bringing, planning, cancelling, faults, marks, and the list of events."""

import re

import pytest
from django.contrib.messages import get_messages
from django.urls import reverse
from django.utils import translation

from classrooms.play.monitor.services.events import room_event
from games.engine import registry
from games.engine.facilitation import Brought
from games.models import AuthorKind, Intervention, Move
from games.platform.services.matches import match_pause
from games.platform.services.steering import steer_end
from tests.classrooms.factories import session_of
from tests.classrooms.play.monitor.workshop import member, workshop
from tests.games.factories import play_on

pytestmark = pytest.mark.django_db

Kind = Intervention.Kind
STRIKE = {"event": "strike", "amount": "4", "to": "all"}


@pytest.fixture
def room():
    return workshop(teams=2)


@pytest.fixture
def teacher(client, room):
    client.force_login(room.teacher)
    return client


def url(room, name="session-events"):
    return reverse(f"classrooms:{name}", args=[room.play_session.pk])


def hidden(answer):
    """The hidden fields of the form, as the button sends them."""
    found = re.findall(r'<input type="hidden" name="(submission_id|seen)" value="([^"]+)"', answer.content.decode())
    return dict(found)


def words(answer):
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def said(answer):
    return [str(each) for each in get_messages(answer.wsgi_request)]


def brought():
    rows = Move.objects.filter(author_kind=AuthorKind.BROUGHT)
    return sorted((row.match_id, row.args["event"], row.args["amount"], row.args["seat"]) for row in rows)


def bring(client, room, **more):
    """Preview an event, then send it."""
    data = {**STRIKE, **more}
    return client.post(url(room), {**data, **hidden(client.post(url(room), data)), "bring": "1"})


def test_the_preview_says_what_the_event_does_and_to_whom(teacher, room):
    answer = teacher.post(url(room), STRIKE)

    assert answer.status_code == 200
    assert "Preview Strike The activity under way takes 4 days more. Now Team 1 Team 2" in words(answer)
    assert "Events do not count in marks: their amounts are taken out of results and points." in words(answer)
    assert "Bring to 2 teams" in words(answer)
    assert brought() == []


def test_an_event_is_brought_after_its_preview_to_all_teams_alike_and_listed(teacher, room):
    seen = {**STRIKE, "reason": "a lesson on delays", **hidden(teacher.post(url(room), STRIKE)), "bring": "1"}

    sent, again = teacher.post(url(room), seen), teacher.post(url(room), seen)

    assert (sent.status_code, again.status_code) == (302, 302)
    assert said(sent) == ["2 teams have the event now."]
    assert said(again)[-1] == "This event was brought before. It is not brought twice."
    assert brought() == sorted((table.match_id, "strike", 4, None) for table in room.tables)
    text = words(teacher.get(url(room)))
    assert "Events so far Strike The activity under way takes 4 days more. In Activity 1, " in text
    assert "Claire Fontaine, Team 1, Team 2 a lesson on delays" in text
    assert "This was chosen before the first event and stays." in text
    log = words(teacher.get(url(room, "interventions")))
    assert "Event brought: Strike. The activity under way takes 4 days more. It does not count in marks." in log


def test_an_event_for_one_role_of_one_team(teacher, room):
    done = bring(
        teacher, room, event="bonus", amount="7", seat="1", to="some", teams=[room.tables[1].pk], reason="well argued"
    )

    assert said(done) == ["1 team has the event now."]
    assert brought() == [(room.tables[1].match_id, "bonus", 7, 1)]
    assert "The architect receives 7k at once." in words(teacher.get(url(room)))


def test_the_table_reads_what_was_brought_and_by_whom(teacher, room, client):
    bring(teacher, room)
    player = room.people[0][0]
    client.force_login(player)

    table = words(client.get(reverse("games:match", args=[room.match.pk])))
    history = words(client.get(reverse("games:history", args=[room.match.pk])))

    assert "Brought by the facilitator: Strike. The activity under way takes 4 days more." in table
    assert "Strike : 4 days more in activity 1." in history
    assert "brought by the facilitator" in history


def test_an_event_planned_for_a_turn_can_be_cancelled(teacher, room):
    done = bring(teacher, room, when="3")

    assert said(done) == ["The event is planned for 2 teams."]
    assert brought() == []
    page = teacher.get(url(room))
    assert "Strike planned The activity under way takes 4 days more. At the beginning of Activity 3" in words(page)
    batch = re.search(r'name="batch" value="([0-9a-f]+)"', page.content.decode())[1]

    off = teacher.post(url(room, "event-off"), {"batch": batch})
    again = teacher.post(url(room, "event-off"), {"batch": batch})

    assert said(off)[-1] == "The planned event is cancelled for 2 teams."
    assert said(again)[-1] == "Nothing was planned any more."
    assert "Strike cancelled The activity under way takes 4 days more." in words(teacher.get(url(room)))


def test_a_changed_event_is_shown_again_before_it_is_brought(teacher, room):
    seen = hidden(teacher.post(url(room), STRIKE))

    answer = teacher.post(url(room), {**STRIKE, "amount": "9", **seen, "bring": "1"})

    assert answer.status_code == 200
    assert "You changed the event after its preview." in words(answer)
    assert brought() == []


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"amount": ""}, "This field is required."),
        ({"amount": "four"}, "Enter a whole number."),
        ({"amount": "11"}, "11 is not possible for this event: choose from 1 to 10."),
        ({"amount": "0"}, "0 is not possible for this event: choose from 1 to 10."),
        ({"event": "flood"}, "flood is not one of the available choices."),
        ({"event": "bonus"}, "Choose the role that this event concerns."),
        ({"seat": "0"}, "This event concerns the whole table: choose no role."),
        ({"seat": "9"}, "9 is not one of the available choices."),
        ({"when": "1"}, "1 is not one of the available choices."),
        ({"when": "13"}, "13 is not one of the available choices."),
        ({"to": "some"}, "Choose at least one team."),
        ({"to": "some", "teams": "0"}, "0 is not one of the available choices."),
        ({"reason": "y" * 301}, "at most 300 characters (it has 301)"),
    ],
)
def test_a_fault_is_named_and_nothing_typed_is_lost(teacher, room, more, says):
    typed = {**STRIKE, "reason": "why not", **more}

    answer = teacher.post(url(room), {**typed, "bring": "1"})

    assert answer.status_code == 422
    assert says in words(answer)
    assert f'value="{typed["reason"]}"' in answer.content.decode()
    assert (brought(), Intervention.objects.filter(kind=Kind.EVENT).count()) == ([], 0)


def test_a_paused_team_does_not_get_it_and_the_page_says_so(teacher, room):
    match_pause(match_id=room.match.pk)

    preview = words(teacher.post(url(room), STRIKE))
    done = bring(teacher, room)

    assert "Bring to 1 team" in preview
    assert "These teams do not get it: Team 1 (it is paused)" in preview
    assert said(done) == [
        "Team 1 does not get the event: This match is not running, so no move can be played.",
        "1 team has the event now.",
    ]
    assert [match for match, *_rest in brought()] == [room.tables[1].match_id]


def test_without_a_running_match_the_page_says_so_and_a_form_sent_late_is_refused(teacher, room):
    seen = hidden(teacher.post(url(room), STRIKE))
    for table in room.tables:
        steer_end(match_id=table.match_id, actor=room.actor("enough"))

    page = teacher.get(url(room))
    late = teacher.post(url(room), {**STRIKE, **seen, "bring": "1"})

    assert "No match is running: no event can be brought." in words(page)
    assert (late.status_code, brought()) == (422, [])


def test_a_game_without_events_says_so(client, room, monkeypatch):
    other = session_of(room.course, game="beer_game", teams=1, started=True)
    monkeypatch.delattr(type(registry.get("beer_game").rules), "facilitation")
    client.force_login(room.teacher)

    answer = client.get(reverse("classrooms:session-events", args=[other.pk]))

    assert "This game has no events to bring." in words(answer)


def test_a_draft_leads_to_its_set_up(teacher, room):
    draft = session_of(room.course, teams=1, status="draft")

    answer = teacher.get(reverse("classrooms:session-events", args=[draft.pk]))

    assert answer.status_code == 302


def test_whether_events_count_is_chosen_before_the_first_one(teacher, room):
    first = teacher.post(url(room, "events-marks"), {"counts": "1"})
    bring(teacher, room)
    later = teacher.post(url(room, "events-marks"), {})
    room.play_session.refresh_from_db()

    assert said(first) == ["Events count in marks."]
    assert said(later)[-1].startswith("An event was brought or planned already")
    assert room.play_session.events_count is True
    assert "Events count in marks in this session." in words(teacher.get(url(room)))


def test_only_those_who_run_the_session_may_bring_events(client, room):
    for who, status in ((room.people[0][0], 403), (member(room.course, "observer"), 403)):
        client.force_login(who)
        assert client.post(url(room), {**STRIKE, "bring": "1"}).status_code == status
        assert client.get(url(room)).status_code == status
        assert client.post(url(room, "event-off"), {"batch": "0"}).status_code == status
        assert client.post(url(room, "events-marks"), {"counts": "1"}).status_code == status
    stranger = workshop().teacher
    client.force_login(stranger)
    assert client.get(url(room)).status_code == 404
    assert client.post(url(room), {**STRIKE, "bring": "1"}).status_code == 404
    assert brought() == []


def test_a_batch_of_another_session_is_not_cancelled(teacher, room):
    other = workshop()
    actor = other.actor()
    room_event(
        session_id=other.play_session.pk,
        tables=[other.tables[0].pk],
        brought=Brought("strike", 2),
        turn=4,
        actor=actor,
    )

    off = teacher.post(url(room, "event-off"), {"batch": actor.batch})

    assert said(off) == ["Nothing was planned any more."]
    assert not Intervention.objects.filter(kind=Kind.EVENT_OFF).exists()


def test_a_plan_that_is_impossible_when_its_turn_comes_is_listed_as_such(teacher, room):
    table = room.tables[0]
    room_event(
        session_id=room.play_session.pk,
        tables=[table.pk],
        brought=Brought("penalty", 99, 0),
        turn=2,
        actor=room.actor(),
    )
    while room.match.number < 200 and not Intervention.objects.filter(kind=Kind.EVENT_OFF).exists():
        play_on(room.match, 1)

    assert "Penalty by hand impossible when its turn came" in words(teacher.get(url(room)))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_is_whole_in_both_languages(teacher, room, language):
    bring(teacher, room)
    room.teacher.language = language
    room.teacher.save()
    with translation.override(language):
        answer = teacher.get(url(room), headers={"accept-language": language})

    assert answer.status_code == 200
