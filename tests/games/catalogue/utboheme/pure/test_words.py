"""Texts of a match: lists, events, sums, refusals, options."""

import re

import pytest
from django.utils import translation

from games.catalogue.utboheme import names
from games.catalogue.utboheme.face import FACE
from games.catalogue.utboheme.face.refusals import REFUSALS
from games.catalogue.utboheme.game import GAME
from games.catalogue.utboheme.rules import events
from games.catalogue.utboheme.rules.moves import BuildCc, BuildUv, MoveRobber, UpgradeUv
from games.catalogue.utboheme.rules.rules import RULES
from games.catalogue.utboheme.rules.types import Options
from games.engine.errors import BadOptions, IllegalMove
from games.engine.types import Choice, Prompt, Result
from games.ui.faces import Scene
from tests.games.catalogue.utboheme.pure.test_facts import played
from tests.games.catalogue.utboheme.table import CLASSIC, at, utb, way

SPOT = at((0, 0), (0, 1), (1, 0))
SCENES = [RULES.load_scenario(text) for text in GAME.scenarios.values()]


@pytest.mark.parametrize(
    ("language", "asked", "where", "names"),
    [
        (
            "en",
            "A seven: discard 4 cards",
            "turn 9",
            ["4 players", "3 players", "2 players", "A short evening with little coffee, 4 players"],
        ),
        (
            "fr",
            "Un sept\xa0: défausser 4 cartes",
            "tour 9",
            ["4 joueurs", "3 joueurs", "2 joueurs", "Courte soirée, peu de café, 4 joueurs"],
        ),
    ],
)
def test_a_match_in_lists(language, asked, where, names):
    prompt = Prompt("turn-9/discard", 1, "discard", simultaneous=True, params={"turn": 9, "cards": 4})
    with translation.override(language):
        assert (FACE.words.decision(CLASSIC, prompt), FACE.words.where(CLASSIC, prompt)) == (asked, where)
        assert [FACE.words.scenario(scenario) for scenario in SCENES] == names


def test_each_scenario_has_as_many_roles_as_players():
    assert [[role.letter for role in FACE.words.roles(scenario)] for scenario in SCENES] == [
        ["A", "B", "C", "D"],
        ["A", "B", "C"],
        ["A", "B"],
        ["A", "B", "C", "D"],
    ]


def test_every_question_is_put_into_words_and_every_event_is_told_in_both_languages():
    records, states, _options = played(3, strengths=("random",) * 4)
    prompts = {prompt.kind: prompt for state in states for prompt in RULES.prompts(state)}
    assert set(prompts) == {"found_uv", "found_cc", "roll", "robber", "roads", "discard", "act", "answer", "orders"}
    for language in ("en", "fr"):
        with translation.override(language):
            for prompt in prompts.values():
                assert FACE.words.decision(CLASSIC, prompt)
                assert FACE.words.where(CLASSIC, prompt)
            said = [FACE.words.event(CLASSIC, event) for record in records for event in record.events]
        silent = {type(e) for r in records for e in r.events if FACE.words.event(CLASSIC, e) is None}
        assert silent <= {events.HandRevealed}
        assert not any("%(" in words.html for words in said if words)


def test_a_command_counts_places_as_the_position_does():
    board, scene = utb().state.board, Scene(CLASSIC, None)
    said = {
        names.path(board, 13): BuildCc(13),
        names.crossing(board, 0): BuildUv(0),
        names.crossing(board, 53): UpgradeUv(53),
        names.hexagon(board, 0): MoveRobber(0),
        names.hexagon(board, 18): MoveRobber(18, 2),
    }

    for words, move in said.items():
        command = FACE.table.command(scene, Prompt("turn-9/step-1/act", 0, "act"), Choice(move))
        assert re.findall("[0-9]+", command) == re.findall("[0-9]+", words)[:1]


def test_trades_are_told_from_both_sides():
    offered = events.Offered(turn=9, seat=0, number=2, asked=(1, 2), cards=(2, 0, 0, 0, -1), counters=None)
    done = events.Traded(turn=9, seat=0, number=2, partner=1, gave=(2, 0, 0, 0, 0), got=(0, 0, 0, 0, 1))

    assert FACE.words.event(CLASSIC, offered).html == "Offer 2 to all: <b>2 beers</b> for <b>1 food</b>."
    assert FACE.words.event(CLASSIC, done).html == "Traded with Player B: <b>2 beers</b> for <b>1 food</b>."
    with translation.override("fr"):
        assert FACE.words.event(CLASSIC, done).html == (
            "A échangé avec le joueur B\xa0: <b>2 bières</b> contre <b>1 nourriture</b>."
        )
    assert FACE.words.event(CLASSIC, None) is None


def test_an_offer_says_what_it_is_for_if_its_maker_does():
    offered = events.Offered(turn=9, seat=0, number=2, asked=(1,), cards=(2, 0, 0, 0, -1), counters=1, need="up")

    assert FACE.words.event(CLASSIC, offered).html == (
        "Offer 2 to Player B: <b>2 beers</b> for <b>1 food</b>. In answer to offer 1. Says it is for UV**."
    )


def test_a_blocked_hexagon_and_a_short_bank_are_told():
    blocked = events.Harvested(turn=9, hexagon=4, resource="beer", due=(1, 0, 2, 0), got=(0,) * 4, why="robber")
    short = events.Harvested(turn=9, hexagon=4, resource="beer", due=(1, 0, 2, 0), got=(0,) * 4, why="shortage")

    assert FACE.words.event(CLASSIC, blocked).html == (
        'Hexagon <b data-u-at="hexagon-4">5</b> (<b>beer</b>) is blocked by the binôme glandeur: '
        "it would have given A 1, C 2."
    )
    assert FACE.words.event(CLASSIC, short).html == (
        'The bank is short of <b>beer</b>: of A 1, C 2, hexagon <b data-u-at="hexagon-4">5</b> gives 0.'
    )


def test_where_the_island_is_known_a_number_of_it_is_what_lies_around():
    view = RULES.view(utb().state, 0)
    built = FACE.words.event(CLASSIC, events.UvBuilt(turn=3, seat=0, crossing=SPOT)).html
    moved = FACE.words.event(
        CLASSIC, events.RobberMoved(turn=3, seat=0, hexagon=4, before=2, why="seven", victim=None)
    ).html

    assert FACE.words.located(view, built) == (
        f'Built a UV on crossing <b data-u-at="crossing-{SPOT}">{names.around_crossing(view.board, SPOT)}</b>.'
    )
    assert f'<b data-u-at="hexagon-4">{names.region(view.board, 4)}</b>' in FACE.words.located(view, moved)
    assert not re.search(r">[0-9]+</b>", FACE.words.located(view, built) + FACE.words.located(view, moved))


def test_a_finished_match_in_one_line():
    assert FACE.words.score(CLASSIC, Result((6, 10, 9, 4), (3, 1, 2, 4))) == "Won by Player B with 10 points"
    assert FACE.words.score(CLASSIC, Result((8, 8), (1, 1))) == "Won by Player A and Player B with 8 points"


def test_the_terms_of_points_add_up_and_hidden_ones_are_told_to_their_owner_only():
    records, states, _options = played(3)
    events = tuple(event for record in records for event in record.events)
    state = states[-2]
    for viewer in (*range(4), None):
        scene = Scene(CLASSIC, RULES.view(state, viewer), viewer, record=events[:-5])
        for seat in range(4):
            found = FACE.explain.number(scene, f"points-{seat}")
            view = scene.view
            assert found.total == (view.own_points if seat == viewer else view.points[seat])
            assert sum(term.amount for term in found.terms) == found.total
    assert [FACE.explain.number(scene, what) for what in ("points-4", "points-", "cards-0", "points-x")] == [None] * 4
    assert FACE.explain.kinds("cards-0") == ()


def test_upgrading_counts_one_more():
    table = utb(uv={0: [SPOT]}, hands={0: "2 course 3 sleep"}).play(UpgradeUv(SPOT))
    record = (events.UvBuilt(turn=3, seat=0, crossing=SPOT), *table.events)

    found = FACE.explain.number(Scene(CLASSIC, RULES.view(table.state, 0), 0, record=record), "points-0")

    assert ([term.amount for term in found.terms], found.total) == ([1, 1], 2)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_refusal_of_the_rules_has_a_sentence_with_its_numbers_but_none_of_a_place(language):
    numbers = {
        "beer": 1, "number": 3, "owed": 4, "pieces": 15, "path": 16, "crossing": 5, "rate": 4, "held": 2, "hexagon": 3,
        "victim": 1, "seat": 2, "most": 5, "cards": 19, "offer": 1,
    }  # fmt: skip
    with translation.override(language):
        said = {
            code: FACE.refusal(CLASSIC, IllegalMove(code, **numbers))
            for code in set(REFUSALS.by_code) - {"bad_options"}
        }
    assert not any("%(" in words for words in said.values())
    assert "15" in said["no_pieces_left"]
    places = ("path_taken", "path_not_joined", "crossing_not_free", "no_cc_there", "no_own_uv", "not_at_this_uv")
    assert [
        said[code] for code in (*places, "nothing_to_steal", "no_such_hexagon") if re.search(r"[0-9]", said[code])
    ] == []


def test_refusals_of_options_and_of_the_platform():
    assert FACE.refusal(CLASSIC, BadOptions("board_seed", "")) == "A fixed island needs words to be laid from."
    assert FACE.refusal(CLASSIC, BadOptions("phases", "odd")) == "phases: odd"
    assert FACE.refusal(CLASSIC, IllegalMove("prompt_closed")) == "This decision is no longer open."


def test_players_are_told_of_options_that_differ_from_the_usual_match():
    assert FACE.options_notes(CLASSIC, Options()) == ()
    assert len(FACE.options_notes(CLASSIC, Options(phases="free", player_trade=False, max_rounds=9))) == 3


@pytest.mark.parametrize(("language", "words"), [("en", "The oldest: player A"), ("fr", "Le plus âgé\xa0: joueur A")])
def test_the_options_are_in_the_language_of_their_reader(language, words):
    with translation.override(language):
        assert [str(label) for value, label in FACE.options_form(None).fields["first"].choices if value == "0"] == [
            words
        ]


def test_the_options_form_says_what_was_chosen_and_shows_it_again():
    form = FACE.options_form(None, initial={"first_turn": "oldest", "oldest_seat": 2, "auto_roll": False})

    assert (form["first"].value(), form["ask_for_dice"].value()) == ("2", True)


def test_bots_are_named_for_each_strength():
    assert set(FACE.bot_names()) == set(GAME.bots)


def test_the_heading_says_the_turn_and_who_does_what():
    table = utb(cc={0: way(SPOT, at((0, 0), (0, 1), (-1, 1)))})
    heading = FACE.words.heading(CLASSIC, RULES.view(table.state, None))

    assert (heading.title, heading.sub, heading.turn) == ("Turn 9", "Player A trades and builds", 9)


def test_how_a_running_match_stands():
    records, states, _options = played(3)
    kinds = set(FACE.progress.kinds)
    many = len(records) - 8
    events = [event for record in records[:many] for event in record.events if event.__struct_config__.tag in kinds]
    view = RULES.view(states[many - 1], None)

    found = FACE.progress.current(Scene(CLASSIC, view, record=tuple(events)), FACE.words.heading(CLASSIC, view))

    points = next(gauge for gauge in found.gauges if gauge.name == "points")
    assert (points.value, points.target, points.series[0]) == (max(view.points), 10, 2)
    assert len(points.series) == view.turn
    decided = FACE.progress.comparison(Scene(CLASSIC, view, record=tuple(events))).decisions
    assert len(decided) == sum(event.__struct_config__.tag in ("uv_built", "uv_upgraded") for event in events)


def test_forecasts_are_of_turns_that_are_over():
    records, _states, _options = played(3)
    kinds = set(FACE.progress.forecast_kinds)
    happened = [event for record in records for event in record.events if event.__struct_config__.tag in kinds]

    actuals = FACE.progress.forecast_actuals(CLASSIC, happened)

    last = max(event.turn for event in happened)
    assert list(actuals) == list(range(1, last + 1))
    got = sum(sum(event.got) for event in happened if isinstance(event, events.Harvested))
    assert sum(each["income"] for each in actuals.values()) == got
    assert max(FACE.progress.forecast_actuals(CLASSIC, happened[:-1]), default=0) < last
    assert all(each["income"] <= FACE.progress.forecastables(CLASSIC)[0].high for each in actuals.values())
