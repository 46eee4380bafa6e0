"""Lists, new matches, one match, history, result, export and talk."""

import subprocess
import sys

import pytest

from games.engine import registry
from games.engine.export import write
from games.models import Match
from games.platform.selectors.replaying import exported
from games.platform.services.holders import seat_release
from games.platform.services.matches import match_abort
from games.platform.services.talk import message_post
from tests.games.factories import match_of, person, play_on, played_by_bots

pytestmark = pytest.mark.django_db


def test_the_games_come_with_schemas_of_their_options_and_moves(api):
    (game,) = (each for each in api(person()).get("/games").json() if each["key"] == "domego")

    assert game["bots"] == list(registry.get("domego").bots)
    assert "hidden_allocations" in str(game["options_schema"])
    assert "break_off" in str(game["move_schema"])
    assert [(each["key"], each["seat_counts"]) for each in game["scenarios"]] == [
        ("classic", [6]),
        ("short", [4]),
        ("school", [6]),
        ("footbridge", [5]),
        ("timber", [5]),
        ("design_build", [6]),
    ]
    assert api(person()).get("/games/domego").json() == game


def test_an_unknown_game_is_404(api, refusal):
    assert refusal(api(person()).get("/games/chess")) == (404, "not_found")


def test_my_matches_are_those_i_sit_at_or_run(api):
    ada, bob = person(), person()
    sits, runs = match_of(ada), match_of(by=ada)
    match_of(bob, by=bob)

    assert [each["id"] for each in api(ada).get("/matches").json()["matches"]] == [runs.pk, sits.pk]


def test_a_released_seat_is_not_mine_any_more(api, refusal):
    ada = person()
    match = match_of(ada)
    seat_release(match_id=match.pk, seat=0, user=ada)

    assert api(ada).get("/matches").json()["matches"] == []
    assert refusal(api(ada).get(f"/matches/{match.pk}")) == (404, "not_found")


def test_long_lists_come_in_pages(api, monkeypatch):
    monkeypatch.setattr("games.api.matches.PAGE", 2)
    ada = person()
    ids = [match_of(ada, started=False).pk for _ in range(5)]

    pages, before = [], ""
    while before is not None:
        page = api(ada).get("/matches", {"before": before} if before else {}).json()
        pages.append([each["id"] for each in page["matches"]])
        before = page["next"]

    assert pages == [[ids[4], ids[3]], [ids[2], ids[1]], [ids[0]]]


def test_a_list_can_be_narrowed_to_a_status(api, refusal):
    ada = person()
    match_of(ada)
    waiting = match_of(ada, started=False)

    assert [each["id"] for each in api(ada).get("/matches", {"status": "lobby"}).json()["matches"]] == [waiting.pk]
    assert refusal(api(ada).get("/matches", {"status": "asleep"})) == (400, "bad_request")


@pytest.mark.parametrize("rows", [1, 3])
def test_the_list_asks_the_database_the_same_number_of_times_for_one_match_and_three(
    api, rows, django_assert_num_queries
):
    ada = person()
    for _ in range(rows):
        match_of(ada, started=False)
    client = api(ada)

    with django_assert_num_queries(2):
        client.get("/matches")


def test_a_new_match_starts_at_once_with_bots_on_the_other_seats(api):
    ada = person(display_name="Ada")
    body = {
        "game": "domego",
        "seats": [0, 2],
        "bots": ["", "cautious"],
        "options": {"hidden_allocations": True},
        "title": "Évry 2",
        "pace": {"mode": "async", "hours": 5},
        "late_policy": "bot",
    }

    answer = api(ada).post("/matches", body)

    made = answer.json()
    assert (answer.status_code, answer["Location"]) == (201, f"http://testserver/api/v1/matches/{made['id']}")
    assert [(seat["holders"], seat["bot"], seat["yours"]) for seat in made["seats"][:4]] == [
        (["Ada"], "", True),
        ([], "cautious", False),
        (["Ada"], "", True),
        ([], "balanced", False),
    ]
    assert (made["status"], made["title"], made["steward"], made["seed"]) == ("running", "Évry 2", True, None)
    assert made["options"]["hidden_allocations"] is True
    assert (made["pace"]["hours"], made["late_policy"]) == (5, "bot")
    assert api(ada).get(f"/matches/{made['id']}").json() == made


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "chess"}, "bad_request"),
        ({"scenario": "unknown"}, "bad_request"),
        ({"seats": [6]}, "bad_request"),
        ({"seats": []}, "bad_request"),
        ({"bots": ["grandmaster"]}, "bad_request"),
        ({"bots": [""] * 7}, "bad_request"),
        ({"options": {"unknown": 1}}, "bad_options"),
        ({"options": {"fixed_contracts": ["owner>nobody"]}}, "bad_options"),
        ({"pace": {"mode": "async", "hours": 0}}, "bad_request"),
        ({"pace": {"time_zone": "Mars"}}, "bad_request"),
        ({"title": "a\0b"}, "bad_request"),
        ({"unknown": 1}, "bad_request"),
    ],
)
def test_a_match_that_cannot_be_played_is_refused_and_leaves_nothing(api, refusal, change, code):
    assert refusal(api(person()).post("/matches", {"game": "domego", **change})) == (400, code)
    assert Match.objects.count() == 0


def test_the_seed_is_told_when_the_match_is_over(api):
    ada = person()
    match = match_of(ada, scenario="tiny")
    told = [api(ada).get(f"/matches/{match.pk}").json()["seed"]]

    play_on(match, -1)
    told.append(api(ada).get(f"/matches/{match.pk}").json()["seed"])

    assert told == [None, match.seeds[0][1]]


def test_history_comes_newest_first_in_pages_and_can_be_narrowed(api, monkeypatch):
    monkeypatch.setattr("games.api.matches.PAGE", 3)
    ada = person()
    match = play_on(match_of(ada), 9)
    history = f"/matches/{match.pk}/history"
    numbers, before = [], None
    while True:
        page = api(ada).get(history, {} if before is None else {"before": before}).json()
        numbers += [event["number"] for event in page["events"]]
        before = page["next"]
        if before is None:
            break

    assert numbers == list(range(match.events.count(), 0, -1))
    page = api(ada).get(history, {"turn": 3, "seat": 0}).json()
    assert {(event["data"]["turn"], event["data"]["seat"]) for event in page["events"]} == {(3, 0)}


@pytest.mark.parametrize("query", [{"before": "x"}, {"turn": "-1"}, {"seat": "9" * 23}, {"before": "1\0"}])
def test_a_history_query_that_is_no_number_is_refused(api, refusal, query):
    ada = person()
    match = match_of(ada)

    assert refusal(api(ada).get(f"/matches/{match.pk}/history", query)) == (400, "bad_request")


def test_the_result_is_null_until_the_end(api):
    ada = person()
    match = match_of(ada, scenario="tiny")
    before = api(ada).get(f"/matches/{match.pk}/result").json()

    play_on(match, -1)

    assert before == {"status": "running", "result": None}
    assert api(ada).get(f"/matches/{match.pk}/result").json()["result"]["scores"] == [-5, -5]


def test_the_export_of_a_finished_match_proves_itself(api, tmp_path):
    ada = person()
    match = played_by_bots(match_of(None, None, scenario="pair"))
    match.stewards.add(ada)

    answer = api(ada).get(f"/matches/{match.pk}/export")

    assert (answer.status_code, answer.content) == (200, write(exported(match)))
    (tmp_path / "match.json").write_bytes(answer.content)
    command = [sys.executable, "-m", "games.engine.verify", str(tmp_path / "match.json")]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0


def test_a_match_is_exported_when_it_and_those_that_share_its_luck_are_over(api, refusal):
    ada = person()
    match, duplicate = match_of(ada, scenario="tiny"), match_of(scenario="tiny")
    export = f"/matches/{match.pk}/export"
    told = [refusal(api(ada).get(export))]

    play_on(match, -1)
    told.append(refusal(api(ada).get(export)))
    match_abort(match_id=duplicate.pk)

    assert told == [(409, "match_not_over"), (409, "seed_secret")]
    assert api(ada).get(export).status_code == 200


def test_a_match_aborted_in_the_lobby_has_no_export(api, refusal):
    ada = person()
    match = match_of(ada, started=False)
    match_abort(match_id=match.pk)

    assert refusal(api(ada).get(f"/matches/{match.pk}/export")) == (409, "match_not_begun")


def test_a_match_that_todays_rules_cannot_read_has_no_export(api, refusal):
    ada = person()
    match = play_on(match_of(ada, scenario="tiny"), -1)
    match.moves.filter(number=1).update(args={"kind": "forgotten"})

    assert refusal(api(ada).get(f"/matches/{match.pk}/export")) == (409, "rules_changed")


def test_what_one_says_the_others_read(api):
    ada, bob = person(display_name="Ada"), person()
    match = match_of(ada, bob)

    answer = api(ada).post(f"/matches/{match.pk}/messages", {"text": " Who  pays? "})

    assert answer.status_code == 201
    read = api(bob).get(f"/matches/{match.pk}/messages").json()["messages"]
    assert [(line["seat"], line["author"], line["text"]) for line in read] == [(0, "Ada", "Who pays?")]


def test_a_seat_that_is_not_mine_has_not_my_voice(api, refusal):
    ada = person()
    match = match_of(ada)

    body = {"text": "I am the architect.", "seat": 1}
    assert refusal(api(ada).post(f"/matches/{match.pk}/messages", body)) == (403, "not_your_seat")


def test_who_runs_the_match_speaks_without_a_seat(api):
    tutor = person()
    match = match_of(by=tutor)

    assert api(tutor).post(f"/matches/{match.pk}/messages", {"text": "Five minutes."}).json()["seat"] is None


@pytest.mark.parametrize("rows", [1, 3])
def test_messages_take_the_same_number_of_queries_for_one_and_three(api, rows, django_assert_num_queries):
    ada = person()
    match = match_of(ada)
    for i in range(rows):
        message_post(match_id=match.pk, seat=0, author=ada, text=f"line {i}")
    client = api(ada)

    with django_assert_num_queries(4):
        client.get(f"/matches/{match.pk}/messages")
