"""Looking over a shoulder: a teacher without a seat sees a supervised match as a seat does, and plays nothing."""

import pytest
from django.urls import reverse

from games.platform import selectors
from games.platform.services.holders import seat_assign
from games.platform.services.interventions import Actor
from games.platform.services.steering import steer_message
from games.platform.services.steering_seats import steer_remind
from games.platform.services.talk import message_post
from tests.games.factories import match_of, person, play_on, record_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def tutor():
    return person("tutor")


@pytest.fixture
def match(tutor):
    """A match in which Ada and Bob make placements that the other must not see yet."""
    match = match_of(person("ada"), person("bob"), by=tutor, scenario="pair", options={"hidden_allocations": True})
    match.supervised = True
    match.save(update_fields=["supervised"])
    return play_on(match, 1)


def page(match, seat=None):
    return reverse("games:match", args=[match.pk]) + ("" if seat is None else f"?seat={seat}")


def user_of(match, seat):
    return selectors.holders_of(match)[seat][0]


def test_every_seat_can_be_looked_from_and_none_played_from(client, tutor, match):
    client.force_login(tutor)

    shown = [client.get(page(match, seat)).context["page"].read for seat in (None, 0, 1, 9)]

    assert [each.seat for each in shown] == [None, 0, 1, None]
    assert [each.card for each in shown] == [None] * 4
    assert [each.scene.view.seat for each in shown] == [None, 0, 1, None]


def test_a_shoulder_shows_what_that_seat_knows_and_no_other(client, tutor, match):
    while not match.events.filter(kind="placed").exists():
        play_on(match, 1)
    placed = match.events.get(kind="placed")
    seat = placed.seat
    client.force_login(tutor)

    def knows(looked_from):
        lines = client.get(reverse("games:history", args=[match.pk]), {"seat": looked_from}).context["lines"]
        return len(lines)

    assert placed.audience == 1 << seat
    assert knows(seat) == knows(1 - seat) + 1


def test_what_is_asked_of_the_seat_is_told(client, tutor, match):
    awaited = selectors.open_decisions([match])[match.pk][0].seat
    client.force_login(tutor)

    assert "This seat is asked" in client.get(page(match, awaited)).content.decode()
    assert "Nothing is asked of this seat now" in client.get(page(match, 1 - awaited)).content.decode()


def test_a_move_sent_over_a_shoulder_is_refused(client, tutor, match):
    row = selectors.open_decisions([match])[match.pk][0]
    before = record_of(match)
    client.force_login(tutor)

    answer = client.post(reverse("games:play", args=[match.pk]), {"seat": row.seat, "key": row.key, "buy": 0})

    assert answer.status_code == 403
    assert record_of(match) == before


def test_news_over_a_shoulder_come_with_the_same_tag_as_the_page(client, tutor, match):
    client.force_login(tutor)
    etag = client.get(page(match, 1)).context["etag"]

    answer = client.get(reverse("games:live", args=[match.pk]), {"seat": 1}, HTTP_IF_NONE_MATCH=etag)

    assert answer.status_code == 304


def test_who_plays_looks_over_no_shoulder(client, tutor, match):
    seat_assign(match_id=match.pk, seat=0, user=tutor)
    client.force_login(tutor)

    assert client.get(page(match, 1)).context["page"].read.seat == 0
    assert client.get(reverse("games:live", args=[match.pk]), {"seat": 1}).status_code == 404


def test_in_a_match_of_no_course_nobody_looks_over_a_shoulder(client, tutor):
    match = match_of(person(), None, by=tutor, scenario="pair")
    client.force_login(tutor)

    assert client.get(page(match, 0)).context["page"].read.seat is None


def test_an_observer_sees_what_everybody_sees_and_says_nothing(client, match):
    looker = person("looker")
    match.observers.add(looker)
    client.force_login(looker)

    shown = client.get(page(match, 1))
    client.post(reverse("games:talk", args=[match.pk]), {"text": "Psst."})
    said = client.post(f"/api/v1/matches/{match.pk}/messages", {"text": "Psst."}, content_type="application/json")

    assert (shown.status_code, shown.context["page"].read.seat) == (200, None)
    assert 'id="say-form"' not in shown.content.decode()
    assert said.status_code == 403
    assert not match.messages.exists()
    assert client.get(reverse("games:live", args=[match.pk])).status_code == 200


def test_a_message_to_one_seat_is_read_by_that_seat_alone(client, tutor, match):
    actor = Actor(tutor)
    steer_message(match_id=match.pk, text="Only for you.", to_seat=1, actor=actor)
    message_post(match_id=match.pk, seat=0, author=user_of(match, 0), text="To all.")

    def reads(user):
        client.force_login(user)
        told = client.get(f"/api/v1/matches/{match.pk}/messages").json()["messages"]
        return [row.text for row in client.get(page(match)).context["page"].part("talk").lines], [
            row["text"] for row in told
        ]

    assert reads(user_of(match, 1)) == (["Only for you.", "To all."], ["Only for you.", "To all."])
    assert reads(tutor) == (["Only for you.", "To all."], ["Only for you.", "To all."])
    assert reads(user_of(match, 0)) == (["To all."], ["To all."])


def test_the_instructors_word_stands_at_the_top_of_the_table(client, tutor, match):
    steer_message(match_id=match.pk, text="Think of the delay.", actor=Actor(tutor))
    client.force_login(user_of(match, 0))

    shown = client.get(page(match))

    assert shown.context["page"].part("notice").message == "Think of the delay."
    assert "From your instructor" in shown.content.decode()


def test_what_is_said_over_a_shoulder_goes_to_that_seat_if_wanted(client, tutor, match):
    client.force_login(tutor)
    talk = reverse("games:talk", args=[match.pk])

    client.post(talk, {"text": "All of you.", "seat": 1})
    client.post(talk, {"text": "You.", "seat": 1, "only": "1"})

    said = list(match.messages.values_list("text", "seat", "to_seat"))
    assert said == [("All of you.", None, None), ("You.", None, 1)]


def test_a_reminder_is_seen_by_whom_it_is_for(client, tutor, match):
    awaited = selectors.open_decisions([match])[match.pk][0].seat
    steer_remind(match_id=match.pk, actor=Actor(tutor))

    def is_told(user):
        client.force_login(user)
        return client.get(page(match)).context["page"].part("notice").reminded

    assert is_told(user_of(match, awaited))
    assert not is_told(user_of(match, 1 - awaited))
    play_on(match, 1)
    assert not is_told(user_of(match, awaited))


@pytest.mark.parametrize(("action", "kind"), [({"action": "pause"}, "pause"), ({"action": "end", "sure": "1"}, "end")])
def test_what_is_done_at_the_table_itself_is_noted_too(client, tutor, match, action, kind):
    client.force_login(tutor)

    client.post(reverse("games:steer", args=[match.pk]), action)

    assert list(match.interventions.values_list("kind", "by", "counts")) == [(kind, tutor.pk, False)]


def test_finding_people_before_the_start_is_no_intervention(client, tutor):
    match = match_of(person(), None, by=tutor, scenario="pair", started=False)
    client.force_login(tutor)

    client.post(reverse("games:seat", args=[match.pk, 0]), {"action": "bot", "bot": "balanced"})
    client.post(reverse("games:begin", args=[match.pk]))
    client.post(reverse("games:seat", args=[match.pk, 1]), {"action": "take"})

    assert list(match.interventions.values_list("kind", "seat")) == [("start", None), ("to_person", 1)]
