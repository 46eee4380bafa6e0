"""A seat's view, pending decisions and moves in the API."""

import msgspec
import pytest

from games.engine import codec
from games.platform.selectors.position import game_of, state_of
from games.platform.services.holders import seat_assign, seat_release
from games.platform.services.matches import match_pause
from games.platform.services.talk import message_post
from tests.games.factories import match_of, person, play_on, record_of
from tests.games.web.forms import played_until

pytestmark = pytest.mark.django_db

BUY = "activity-1/buy/owner"


def at(match, what, seat=0):
    return f"/matches/{match.pk}/seats/{seat}/{what}"


def buying(quantity, **more):
    return {"key": BUY, "move": {"kind": "buy", "quantity": quantity}, **more}


def test_a_seat_sees_its_view(api):
    ada = person()
    match = match_of(ada)

    answer = api(ada).get(at(match, "view")).json()

    seen = game_of(match).rules.view(state_of(match), 0)
    assert answer["view"] == msgspec.json.decode(codec.to_json(seen))
    assert [answer[name] for name in ("match", "seat", "status", "number", "revision")] == [
        match.pk, 0, "running", 0, match.revision
    ]  # fmt: skip


def test_a_view_that_has_not_changed_is_304_after_one_small_query(api, django_assert_num_queries):
    ada = person()
    match = match_of(ada)
    client = api(ada)
    tag = client.get(at(match, "view"))["ETag"]

    with django_assert_num_queries(2):  # the reader, the revision
        answer = client.get(at(match, "view"), **{"If-None-Match": tag})

    assert (answer.status_code, answer.content) == (304, b"")


@pytest.mark.parametrize("what", ["a move", "a message", "a pause", "a holder"])
def test_whatever_a_seat_can_see_changes_the_tag(api, what):
    ada = person()
    match = match_of(ada)
    tag = api(ada).get(at(match, "view"))["ETag"]

    {
        "a move": lambda: play_on(match, 1),
        "a message": lambda: message_post(match_id=match.pk, seat=0, author=ada, text="Hello"),
        "a pause": lambda: match_pause(match_id=match.pk),
        "a holder": lambda: seat_assign(match_id=match.pk, seat=1, user=person()),
    }[what]()

    answer = api(ada).get(at(match, "view"), **{"If-None-Match": tag})
    assert answer.status_code == 200
    assert answer["ETag"] != tag


def test_a_tag_of_another_seat_or_person_opens_nothing(api, refusal):
    ada, bob = person(), person()
    match = match_of(ada, bob)
    tag = api(ada).get(at(match, "view"))["ETag"]

    assert refusal(api(bob).get(at(match, "view"), **{"If-None-Match": tag})) == (403, "not_your_seat")
    assert refusal(api(person()).get(at(match, "view"), **{"If-None-Match": tag})) == (404, "not_found")
    seat_release(match_id=match.pk, seat=0, user=ada)
    assert refusal(api(ada).get(at(match, "view"), **{"If-None-Match": tag})) == (404, "not_found")


def test_before_the_start_there_is_nothing_to_see_and_to_do(api, refusal):
    ada = person()
    match = match_of(ada, started=False)

    assert api(ada).get(at(match, "view")).json()["view"] is None
    assert api(ada).get(at(match, "prompts")).json() == {"number": 0, "prompts": []}
    assert refusal(api(ada).get(at(match, "choices"), {"key": BUY})) == (409, "stale_decision")
    assert refusal(api(ada).post(at(match, "moves"), buying(3))) == (409, "match_not_running")


def test_the_prompts_of_a_seat_are_its_own(api):
    ada, bob = person(), person()
    match = match_of(ada, bob)

    (prompt,) = api(ada).get(at(match, "prompts")).json()["prompts"]

    assert (prompt["key"], prompt["kind"], prompt["optional"], prompt["due_at"]) == (BUY, "buy", False, None)
    assert prompt["words"] != ""
    assert api(bob).get(at(match, "prompts", 1)).json()["prompts"] == []


def test_choices_are_legal_moves_with_ranges(api, refusal):
    ada = person()
    match = match_of(ada)

    assert api(ada).get(at(match, "choices"), {"key": BUY}).json()["choices"] == [
        {
            "move": {"kind": "buy", "quantity": 0},
            "spans": [{"field": "quantity", "low": 0, "high": 150}],
            "free": [],
        }
    ]
    assert refusal(api(ada).get(at(match, "choices"), {"key": "activity-2/buy/owner"})) == (409, "stale_decision")
    assert refusal(api(ada).get(at(match, "choices"))) == (409, "stale_decision")


def test_a_move_answers_with_its_number_events_and_the_fresh_view(api):
    ada = person()
    match = match_of(ada)

    answer = api(ada).post(at(match, "moves"), buying(3))

    played = answer.json()
    assert (answer.status_code, played["number"], played["repeated"]) == (201, 1, False)
    assert [event["data"]["kind"] for event in played["events"]] == ["bought"]
    assert played["view"] == api(ada).get(at(match, "view")).json()
    assert played["view"]["view"]["firms"][0]["money"] == 147


def test_a_retry_with_its_submission_id_is_answered_like_the_first_time(api):
    ada = person()
    match = match_of(ada)
    first = api(ada).post(at(match, "moves"), buying(3, submission_id="a-1")).json()
    before = record_of(match)

    answer = api(ada).post(at(match, "moves"), buying(3, submission_id="a-1"))

    assert (answer.status_code, answer.json()) == (200, {**first, "repeated": True})
    assert record_of(match) == before


def test_a_submission_id_with_another_body_is_409(api, refusal):
    ada = person()
    match = match_of(ada)
    api(ada).post(at(match, "moves"), buying(3, submission_id="a-1"))

    answer = api(ada).post(at(match, "moves"), buying(4, submission_id="a-1"))

    assert refusal(answer) == (409, "submission_reused")


def test_a_stale_answer_is_409_with_the_fresh_view(api, refusal):
    ada = person()
    match = match_of(ada)
    api(ada).post(at(match, "moves"), buying(3))

    answer = api(ada).post(at(match, "moves"), buying(3))

    assert refusal(answer) == (409, "stale_decision")
    assert answer.json()["params"] == {"key": BUY}
    assert answer.json()["view"] == api(ada).get(at(match, "view")).json()


def test_an_illegal_move_is_422_with_the_numbers_in_words(api, refusal):
    ada = person()
    match = match_of(ada)
    before = record_of(match)

    answer = api(ada).post(at(match, "moves"), buying(151))

    assert refusal(answer) == (422, "quantity_over_money")
    assert answer.json()["params"] == {"quantity": 151, "price": 1, "money": 150}
    assert "150" in answer.json()["message"]
    assert record_of(match) == before


def test_a_price_below_the_floor_is_422_with_the_range(api, refusal):
    ada = person()
    match = played_until(match_of(ada, options={"price_floor_percent": 50}), 3, "special")
    offer = {"key": "activity-3/negotiate/owner>architect", "move": {"kind": "offer", "price": 0}}

    answer = api(ada).post(at(match, "moves"), offer)

    assert refusal(answer) == (422, "price_under_floor")
    assert answer.json()["params"] == {"price": 0, "floor": 40, "low": 80, "high": 115}


def test_an_answer_speaks_the_language_of_the_reader(api):
    answer = api(person()).get("/games", **{"Accept-Language": "fr"})

    assert answer["Content-Language"] == "fr"


@pytest.mark.parametrize(
    "move",
    [
        {},
        [],
        None,
        "buy",
        {"kind": "steal"},
        {"kind": "buy"},
        {"kind": "buy", "quantity": "3"},
        {"kind": "buy", "quantity": -1},
        {"kind": "buy", "quantity": 1.5},
        {"kind": "buy", "quantity": 12345678901234567890123},
        {"kind": "buy", "quantity": 1, "note": "x"},
        {"kind": "offer", "price": 1, "note": "a\0b"},
        {"kind": "offer", "price": 1, "note": "a\n"},
        {"kind": "offer", "price": 1, "note": "x" * 121},
    ],
)
def test_what_is_no_move_is_400_with_the_place_of_the_fault(api, refusal, move):
    ada = person()
    match = match_of(ada)
    before = record_of(match)

    answer = api(ada).post(at(match, "moves"), {"key": BUY, "move": move})

    assert refusal(answer) == (400, "bad_move")
    assert answer.json()["params"]["path"].startswith("$")
    assert record_of(match) == before


def test_nobody_moves_in_a_paused_match(api, refusal):
    ada = person()
    match = match_of(ada)
    match_pause(match_id=match.pk)

    assert refusal(api(ada).post(at(match, "moves"), buying(3))) == (409, "match_not_running")


def test_a_seat_of_somebody_else_is_403(api, refusal):
    ada, tutor = person(), person()
    match = match_of(ada, by=tutor)

    for user, seat in ((ada, 1), (tutor, 0), (ada, 2**60)):
        for what in ("view", "prompts", "choices"):
            assert refusal(api(user).get(at(match, what, seat))) == (403, "not_your_seat")
        assert refusal(api(user).post(at(match, "moves", seat), buying(3))) == (403, "not_your_seat")


def test_a_whole_match_can_be_played_by_a_program(api):
    ada = person()
    match = match_of(ada, ada, scenario="pair", options={"hidden_allocations": True})
    program, moves = api(ada), 0
    while not match.is_over:
        for seat in (0, 1):
            for prompt in program.get(at(match, "prompts", seat)).json()["prompts"]:
                choice = program.get(at(match, "choices", seat), {"key": prompt["key"]}).json()["choices"][0]
                body = {"key": prompt["key"], "move": choice["move"], "submission_id": f"{moves}"}
                if not prompt["optional"]:
                    assert program.post(at(match, "moves", seat), body).status_code == 201
                    moves += 1
        match.refresh_from_db()

    assert program.get(f"/matches/{match.pk}/result").json()["status"] == "finished"
    assert match.number == moves
