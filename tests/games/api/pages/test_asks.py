"""Claiming a free seat by the API, and asking the holder of a seat for it."""

import pytest

from games.platform.selectors import holders_of
from tests.games.factories import person
from tests.games.platform.services.database.test_seat_claims import tiles, to_bot

pytestmark = pytest.mark.django_db


def test_a_free_seat_is_taken_at_once_and_a_held_one_is_asked_for(api):
    ann, bob = person(display_name="Ann"), person(display_name="Bob")
    match = tiles(None, bob, by=ann)
    path = f"/matches/{match.pk}"

    asked = api(ann).post(f"{path}/seats/1/take", {})
    ask = asked.json()
    assert (asked.status_code, ask["seat"], ask["asker"], ask["yours"], ask["answer"]) == (201, 1, "Ann", True, "")
    shown = api(bob).get(path).json()["asks"]
    assert shown == [ask | {"yours": False}]
    granted = api(bob).post(f"{path}/asks/{ask['id']}/accept", {})

    assert (granted.status_code, granted.json()["answer"]) == (200, "accepted")
    assert (api(ann).get(path).json()["asks"], holders_of(match)) == ([], {1: [bob, ann]})


def test_a_second_hand_is_refused_with_its_code(api, refusal):
    ann, bob = person(), person()
    match = tiles(ann, bob, by=ann)
    to_bot(match, 0, ann)

    assert refusal(api(ann).post(f"/matches/{match.pk}/seats/1/take", {})) == (409, "one_hand")
    assert refusal(api(bob).post(f"/matches/{match.pk}/seats/2/take", {})) == (403, "not_allowed")
    assert refusal(api(ann).post(f"/matches/{match.pk}/seats/7/take", {})) == (400, "bad_request")
    assert api(ann).post(f"/matches/{match.pk}/seats/0/take", {}).status_code == 200
    assert holders_of(match) == {0: [ann], 1: [bob]}


@pytest.mark.parametrize(("how", "said"), [("refuse", "refused"), ("withdraw", "withdrawn")])
def test_a_question_is_refused_by_the_holder_and_withdrawn_by_the_asker(api, refusal, how, said):
    ann, bob = person(), person()
    match = tiles(None, bob, by=ann)
    ask = api(ann).post(f"/matches/{match.pk}/seats/1/take", {}).json()["id"]
    path = f"/matches/{match.pk}/asks/{ask}/{how}"
    right, wrong = (bob, ann) if how == "refuse" else (ann, bob)

    assert refusal(api(wrong).post(path, {})) == (403, "not_your_seat")
    assert refusal(api(person()).post(path, {})) == (404, "not_found")
    assert api(right).post(path, {}).json()["answer"] == said

    assert holders_of(match) == {1: [bob]}
