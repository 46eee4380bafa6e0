"""The class predicts an event of a match before it happens, from its phones: the odds of the rules, and what came."""

import pytest
from django.urls import reverse
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from classrooms.assess.reports.class_report import class_document
from classrooms.models import Poll, PollVote
from classrooms.play.questions.queries.predictions import brier, offers_of, outcome_of, predicted_in
from classrooms.play.questions.services.polls import poll_close, poll_vote, prediction_open
from classrooms.play.questions.services.refusals import BadQuestion, PollOver
from classrooms.play.sessions.services.projecting import projector_renew
from games.models import Event, Match, Status
from games.platform.selectors.position import scenario_of
from games.ui.learning import NOTHING
from tests.classrooms.factories import course_of, session_of
from tests.classrooms.play.questions.asking import match_in, pass_turn
from tests.games.factories import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def room():
    """A running session with two teams, and a student at each."""
    teacher, *students = (person(name) for name in ("teacher", "sam", "zoe"))
    return session_of(course_of(teacher, students), teams=[[students[0]], [students[1]]], started=True)


@pytest.fixture
def asked(room):
    """The class predicts for the first team."""
    return prediction_open(session_id=room.pk, match_id=match_in(room).pk, key="card-1")


def teacher_of(room):
    return room.course.enrolments.get(role="instructor").user


def vote(room, poll, ballot, choice):
    poll_vote(session_id=room.pk, poll_id=poll.pk, ballot=ballot, choice=choice)


def first_card(match):
    """The days that the first card of the first activity adds to it, read from the record."""
    drawn = Event.objects.filter(match=match, kind="card_drawn", data__turn=1).order_by("number").first()
    if drawn is None:
        return None
    card = next(each for each in scenario_of(match).risk_cards if each.id == drawn.data["card"])
    return sum(each.days or 0 for each in card.effects if each.op == "delay" and each.activity in (None, 1))


def test_the_odds_are_the_cards_of_the_activity(room):
    offers = offers_of(room)

    assert [(offer.team, offer.event.key) for offer in offers] == [("Team 1", "card-1"), ("Team 2", "card-1")]
    cards = [card for card in scenario_of(match_in(room)).risk_cards if card.activity == 1]
    late = [sum(e.days or 0 for e in card.effects if e.op == "delay" and e.activity in (None, 1)) for card in cards]
    assert offers[0].event.odds == (
        sum(days > 4 for days in late),
        sum(0 < days <= 4 for days in late),
        sum(days == 0 for days in late),
        sum(days < 0 for days in late),
    )
    assert offers[0].event.options == ("more than 4 days late", "1 to 4 days late", "no change", "days saved")


def test_votes_count_until_the_card_is_turned_and_the_outcome_is_that_of_the_record(room, asked):
    for ballot, choice in (("a", 0), ("b", 1), ("c", 1)):
        vote(room, asked, ballot, choice)
    assert outcome_of(asked) is None

    match = pass_turn(match_in(room))

    days = first_card(match)
    wanted = NOTHING if days is None else 0 if days > 4 else 1 if days > 0 else 2 if days == 0 else 3
    assert outcome_of(asked) == wanted
    with pytest.raises(PollOver):
        vote(room, asked, "d", 2)
    assert PollVote.objects.filter(poll=asked).count() == 3


@pytest.mark.parametrize("asking", ["en", "fr"])
def test_each_phone_reads_it_in_its_own_language_whoever_asked(client, room, asking):
    with translation.override(asking):
        poll = prediction_open(session_id=room.pk, match_id=match_in(room).pk, key="card-1")
    phone = reverse("classrooms:join-poll", args=[room.join_code])

    shown = {}
    for language in ("en", "fr"):
        client.cookies["django_language"] = language
        shown[language] = client.get(phone).content.decode()

    assert "Team 1: What does" in shown["en"]
    assert "more than 4 days late" in shown["en"]
    assert "Team 1\u00a0: " in shown["fr"]
    for option in poll.words["fr"]["options"]:
        assert option in shown["fr"]
        assert option not in shown["en"]


def test_what_has_happened_cannot_be_predicted(room):
    match = pass_turn(match_in(room))

    with pytest.raises(BadQuestion, match="the match has moved on"):
        prediction_open(session_id=room.pk, match_id=match.pk, key="card-1")
    assert [offer.event.key for offer in offers_of(room)] == ["card-2", "card-1"]


def test_the_projector_and_the_phones_show_what_came(client, room, asked):
    vote(room, asked, "a", 0)
    phone, room_view = (
        reverse("classrooms:join-poll", args=[room.join_code]),
        reverse("classrooms:projector", args=[projector_renew(session_id=room.pk)]),
    )
    assert "Team 1: What does the first risk card of" in client.get(room_view).content.decode()
    assert 'name="choice"' in client.get(phone).content.decode()
    pass_turn(match_in(room))

    shown = client.get(room_view).content.decode()
    told = "It came true: " if outcome_of(asked) != NOTHING else "It did not happen."
    assert told in shown
    text = client.get(phone).content.decode()
    assert (told in text, 'name="choice"' in text) == (True, False)


def test_a_phone_asks_by_itself_while_a_match_may_end_the_question(client, room, asked):
    phone = reverse("classrooms:join-poll", args=[room.join_code])
    live = reverse("classrooms:join-poll-live", args=[room.join_code])

    page, waiting = client.get(phone).content.decode(), client.get(live)
    unchanged = client.get(live, headers={"If-None-Match": waiting["ETag"]})
    pass_turn(match_in(room))
    over = client.get(live, headers={"If-None-Match": waiting["ETag"]})

    assert 'data-poll-slow-seconds="5"' in page
    assert (waiting["X-Again"], unchanged.status_code, unchanged["X-Again"]) == ("5.0", 304, "5.0")
    assert over.status_code == 200
    assert "X-Again" not in over.headers


def test_an_instructor_lets_the_class_predict_on_the_page_of_polls(client, room):
    client.force_login(teacher_of(room))
    page = reverse("classrooms:session-polls", args=[room.pk])
    assert "Let the class predict" in client.get(page).content.decode()

    client.post(page, {"action": "predict", "event": f"{match_in(room, 1).pk}-card-1"})
    wrong = client.post(page, {"action": "predict", "event": "999-card-1"})

    assert (Poll.objects.get().match, wrong.status_code) == (match_in(room, 1), 422)


def test_the_debrief_tells_what_was_predicted_beside_what_the_rules_allowed(room, asked):
    for ballot in "abc":
        vote(room, asked, ballot, 2)
    match = pass_turn(match_in(room))
    poll_close(session_id=room.pk, poll_id=asked.pk)
    if first_card(match) is None:
        assert predicted_in(room).lines == []
        return

    found = predicted_in(room)

    outcome = outcome_of(asked)
    assert found.of_class == (0 if outcome == 2 else 2)
    assert found.of_odds == pytest.approx(brier(asked.odds, outcome))
    with translation.override("en"):
        assert class_document(room, "en")["predictions"].lines[0][0].poll == asked


def test_brier_scores_by_hand():
    assert brier([1, 0], 0) == 0
    assert brier([0, 4], 0) == 2
    assert brier([1, 1], 1) == 0.5
    assert brier([1, 2, 1], 1) == pytest.approx(0.25**2 + 0.5**2 + 0.25**2)
    assert brier([], 0) is None


@given(st.lists(st.integers(0, 50), min_size=2, max_size=5), st.integers(0, 4))
def test_the_score_lies_between_sure_and_right_and_sure_and_wrong(weights, outcome):
    found = brier(weights, min(outcome, len(weights) - 1))

    assert (found is None) == (sum(weights) == 0)
    assert found is None or 0 <= found <= 2


def test_a_match_that_is_ended_leaves_no_prediction_open(room, asked):
    vote(room, asked, "a", 0)

    Match.objects.filter(pk=match_in(room).pk).update(status=Status.ABORTED)
    asked.refresh_from_db()

    assert outcome_of(Poll.objects.get(pk=asked.pk)) == NOTHING
    with pytest.raises(PollOver):
        vote(room, asked, "b", 1)


@pytest.mark.parametrize(
    ("game", "question", "option"),
    [
        ("beer_game", "Which stage costs most in the end?", "the factory, at the source"),
        ("dominyam", "How does the present turn end?", "with a meal"),
        ("dominato", "Who wins the present game?", "another player"),
    ],
)
def test_a_game_without_odds_is_predicted_and_shows_none(client, game, question, option):
    found = session_of(course_of(), teams=1, started=True, game=game)
    (offer,) = offers_of(found)
    assert (offer.event.question, offer.event.odds) == (question, ())

    poll = prediction_open(session_id=found.pk, match_id=match_in(found).pk, key=offer.event.key)
    vote(found, poll, "a", offer.event.options.index(option))

    shown = client.get(reverse("classrooms:projector", args=[projector_renew(session_id=found.pk)])).content.decode()
    assert question in shown
    assert option in shown
    assert "By the rules" not in shown
    assert "Brier" not in shown
