"""Trials in the terminal: tables, JSON, and scenarios that cannot be tried."""

import json

import pytest
from django.core.management import CommandError, call_command

from games.engine.registry import load
from games.engine.trial import STRENGTHS

SHORT = ("beer_game/short", "--games", "20")


def printed(capsys, *arguments):
    call_command(*arguments)
    return capsys.readouterr().out


def test_a_trial_is_printed_as_tables_and_findings(capsys):
    lines = printed(capsys, "try_scenario", *SHORT).splitlines()

    assert lines[0] == "beer_game/short: 20 games of strong, 20 of naive"
    assert lines[1] == "24 minutes, 24 decisions, 12 turns (median of strong)"
    assert lines[4].split() == ["Cost", "of", "the", "chain", "360", "84", "100", "%", "100", "%", "84"]
    assert [line.split()[0] for line in lines[9:11]] == ["Retailer", "Factory"]


def test_a_trial_as_json_has_its_format_tallies_findings_and_proposals(capsys):
    made = json.loads(printed(capsys, "try_scenario", "domego/classic", "--games", "5", "--json"))

    assert sorted(made) == [
        "experts", "findings", "flagged", "format", "game", "proposed", "scenario", "seats", "usual",
    ]  # fmt: skip
    assert (made["format"], made["game"], made["scenario"], made["seats"]) == (1, "domego", "classic", 6)
    assert {made[strength]["bot"] for strength in STRENGTHS} == {"expert", "balanced"}
    assert [made[strength]["games"] for strength in STRENGTHS] == [5, 5]
    assert [each["name"] for each in made["proposed"]["targets"]] == ["delay", "cost", "failures"]
    assert all("%(" not in part["text"] for each in made["findings"] for part in (each, *each["parts"]))


def test_findings_are_printed_in_the_chosen_language(capsys, tmp_path):
    raw = json.loads(load("beer_game").scenarios["short"])
    file = tmp_path / "mine.json"
    file.write_text(json.dumps({**raw, "stock_cost": 0, "backlog_cost": 0}))

    said = printed(capsys, "try_scenario", str(file), "--game", "beer_game", "--games", "1", "--language", "fr")

    assert "! stock_cost: Ni le stock ni le retard ne coûtent rien." in said


def test_a_trial_is_compared_with_its_parent(capsys, tmp_path):
    raw = json.loads(load("beer_game").scenarios["short"])
    file = tmp_path / "mine.json"
    file.write_text(json.dumps({**raw, "weeks": 52}))

    said = printed(capsys, "try_scenario", str(file), "--games", "1", "--parent", "beer_game/short")

    assert "! weeks: A game takes about 104 minutes; the scenario that it was made from takes 24." in said


def test_all_faults_of_a_file_are_printed(tmp_path):
    raw = json.loads(load("beer_game").scenarios["short"])
    file = tmp_path / "mine.json"
    file.write_text(json.dumps({**raw, "weeks": 2, "stock": -1}))

    with pytest.raises(CommandError) as refused:
        call_command("try_scenario", str(file), "--game", "beer_game")

    assert sorted(line.partition(":")[0] for line in str(refused.value).splitlines()) == ["stock", "weeks"]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("domego/nothing",), "domego has classic"),
        (("nothing/classic",), "no game is called 'nothing'"),
        ((__file__,), "No game can read this file"),
        ((*SHORT[:1], "--games", "0"), "at least 1"),
        ((*SHORT[:1], "--share", "100"), "from 1 to 99"),
    ],
)
def test_what_cannot_be_tried_is_refused(arguments, reason):
    with pytest.raises(CommandError, match=reason):
        call_command("try_scenario", *arguments)


def test_many_matches_are_summed_up(capsys):
    lines = printed(
        capsys, "play_match", "beer_game", "--scenario", "short", "--bots", "strong,naive", "--games", "10"
    ).splitlines()

    assert lines[0] == "10 games of strong,naive, 0 without an end"
    assert lines[1].startswith("median: 24 minutes, 24 decisions, 24 moves, 12 turns")
