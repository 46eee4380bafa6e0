"""Surveys: their statements, who has answered, and results without names."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from classrooms.models import SurveyAnswer, SurveyItem
from classrooms.play.questions.queries import surveys
from classrooms.play.questions.services import surveys as services
from classrooms.play.questions.services.refusals import (
    BadQuestion,
    MomentOver,
    NotAskedYet,
    SessionArchived,
    TooLateToAsk,
    WasAnswered,
)
from tests.classrooms.play.questions.asking import class_of, draft_of, finish, item, match_in
from tests.games.factories import NOW, play_default

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked():
    play_session, people = class_of("ana", "bob", "cy")
    first, second = item(play_session), item(play_session, kind="text", key="expect")
    return play_session, list(people.values()), first, second


def send(play_session, user, said, when="before"):
    said = {row.pk: value for row, value in said.items()}
    return services.survey_answer(play_session=play_session, user=user, when=when, said=said, now=NOW)


def stored(user):
    rows = SurveyAnswer.objects.filter(user=user).order_by("item")
    return [(row.item_id, row.value, row.text) for row in rows]


def test_steps_and_texts_are_stored_and_what_was_left_out_too(asked):
    play_session, (ana, bob, _cy), first, second = asked

    send(play_session, ana, {first: 4, second: "  Fun \n"})
    send(play_session, bob, {})

    assert stored(ana) == [(first.pk, 4, ""), (second.pk, None, "Fun")]
    assert stored(bob) == [(first.pk, None, ""), (second.pk, None, "")]
    assert surveys.done(play_session) == {ana.pk, bob.pk}


def test_a_survey_is_sent_in_once(asked):
    play_session, (ana, *_others), first, _second = asked

    assert send(play_session, ana, {first: 4}) is True
    assert send(play_session, ana, {first: 1}) is False
    assert stored(ana)[0] == (first.pk, 4, "")


@pytest.mark.parametrize("said", [0, 6, "x"])
def test_a_step_that_does_not_exist_is_refused(asked, said):
    play_session, (ana, *_others), first, _second = asked

    with pytest.raises(BadQuestion):
        send(play_session, ana, {first: said})
    assert stored(ana) == []


def test_a_text_that_is_too_long_is_refused(asked):
    play_session, (ana, *_others), _first, second = asked

    with pytest.raises(BadQuestion):
        send(play_session, ana, {second: "x" * 2001})
    assert stored(ana) == []


def test_at_other_moments_it_is_refused_with_a_reason(asked):
    play_session, (ana, bob, _cy), first, _second = asked
    after = item(play_session, "after")
    with pytest.raises(NotAskedYet):
        send(play_session, ana, {after: 3}, "after")
    with pytest.raises(BadQuestion):
        send(play_session, ana, {}, "during")
    play_default(match_in(play_session), 0, ana)
    with pytest.raises(MomentOver) as late:
        send(play_session, ana, {first: 3})
    finish(play_session)
    play_session.status = "archived"
    with pytest.raises(SessionArchived):
        send(play_session, bob, {after: 3}, "after")

    assert "first move" in str(late.value)
    assert not SurveyAnswer.objects.exists()


def test_done_is_who_sent_in_every_survey(asked):
    play_session, (ana, bob, _cy), first, _second = asked
    after = item(play_session, "after")
    send(play_session, ana, {first: 1})
    send(play_session, bob, {first: 1})
    finish(play_session)
    assert surveys.done(play_session) == set()

    send(play_session, ana, {after: 2}, "after")

    assert surveys.done(play_session) == {ana.pk}


def test_two_answers_are_counted_and_not_shown(asked):
    play_session, (ana, bob, cy), first, second = asked
    send(play_session, ana, {first: 4, second: "one"})
    send(play_session, bob, {first: 5, second: "two"})
    few = surveys.results(play_session).items["before"]
    send(play_session, cy, {first: 4})
    enough = surveys.results(play_session).items["before"]

    assert [(each.sent, each.counts, each.texts) for each in few] == [(2, None, None), (2, None, None)]
    assert (enough[0].counts, enough[0].given, enough[0].mean) == ((0, 0, 0, 2, 1), 3, 13 / 3)
    assert sorted(enough[1].texts) == ["one", "two"]


def test_the_same_statement_is_compared_among_those_who_answered_twice(asked):
    play_session, people, first, _second = asked
    own = item(play_session, text="I know who pays.")
    after, own_after = item(play_session, "after"), item(play_session, "after", text="I know who PAYS.")
    other = item(play_session, "after", key="again")
    for user, step in zip(people, (2, 3, 4), strict=True):
        send(play_session, user, {first: step, own: 3})
    finish(play_session)
    for user, step in zip(people, (4, 3, 3), strict=True):
        send(play_session, user, {after: step, own_after: 5, other: 1}, "after")

    found = surveys.results(play_session)

    assert [(c.text, c.people, c.before, c.after, c.up, c.same, c.down) for c in found.comparisons] == [
        ("This subject interests me.", 3, 3.0, 10 / 3, 1, 1, 1),
        ("I know who pays.", 3, 3.0, 5.0, 3, 0, 0),
    ]
    assert found.sent == {"before": 3, "after": 3}


def test_texts_do_not_stand_in_the_order_of_writing():
    names = [f"p{number:02}" for number in range(12)]
    play_session, people = class_of(*names, teams=[names[:6], names[6:]])
    row = item(play_session, kind="text", key="expect")
    for name, user in people.items():
        send(play_session, user, {row: name})

    texts = surveys.results(play_session).items["before"][0].texts

    assert sorted(texts) == names
    assert list(texts) != names


def test_results_of_three_items_ask_as_much_as_of_one():
    def count(number):
        play_session, people = class_of(f"a{number}", f"b{number}", f"c{number}")
        rows = [item(play_session, text=f"Statement {n}") for n in range(number)]
        for user in people.values():
            send(play_session, user, dict.fromkeys(rows, 3))
        with CaptureQueriesContext(connection) as queries:
            found = surveys.results(play_session)
        assert [each.given for each in found.items["before"]] == [3] * number
        return len(queries)

    assert count(3) == count(1) == 2


# Choosing


def listed(play_session):
    rows = play_session.survey_items.order_by("position").values_list("when", "kind", "bank_key", "text")
    return list(rows)


def test_one_press_asks_the_usual_items_once():
    draft = draft_of()

    assert services.survey_usual(session_id=draft.pk) == 16
    assert services.survey_usual(session_id=draft.pk) == 0
    assert SurveyItem.objects.filter(session=draft, when="before").count() == 6


def test_an_own_item_may_be_asked_twice_to_be_compared():
    draft = draft_of()
    words = {"session_id": draft.pk, "when": "both", "kind": "likert", "text": "  I know who pays. "}

    assert services.survey_item_write(**words) == 2
    assert services.survey_item_write(**words) == 0
    assert listed(draft) == [
        ("before", "likert", "", "I know who pays."),
        ("after", "likert", "", "I know who pays."),
    ]


def test_what_cannot_be_asked_is_refused():
    draft = draft_of()
    for words in ({"text": " "}, {"text": "x" * 301}, {"kind": "song"}, {"when": "during"}):
        with pytest.raises(BadQuestion):
            services.survey_item_write(
                **{"session_id": draft.pk, "when": "after", "kind": "text", "text": "Why?", **words}
            )
    with pytest.raises(BadQuestion):
        services.survey_items_add(session_id=draft.pk, when="after", keys=["no-such-item"])
    draft.status = "running"
    draft.save()
    with pytest.raises(TooLateToAsk):
        services.survey_items_add(session_id=draft.pk, when="before", keys=["interest"])
    with pytest.raises(TooLateToAsk):
        services.survey_item_write(session_id=draft.pk, when="both", kind="likert", text="Too late.")

    assert listed(draft) == []


def test_of_a_session_that_has_begun_the_usual_survey_is_the_one_after():
    draft = draft_of()
    draft.status = "running"
    draft.save()

    assert services.survey_usual(session_id=draft.pk) == 10
    assert {when for when, *_rest in listed(draft)} == {"after"}


def test_an_item_is_taken_out_until_somebody_has_answered_it(asked):
    play_session, (ana, *_others), first, second = asked
    services.survey_item_remove(session_id=play_session.pk, item_id=second.pk)
    send(play_session, ana, {first: 1})

    with pytest.raises(WasAnswered):
        services.survey_item_remove(session_id=play_session.pk, item_id=first.pk)
    services.survey_item_remove(session_id=draft_of().pk, item_id=first.pk)
    assert list(play_session.survey_items.all()) == [first]
