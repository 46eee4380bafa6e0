"""A player's own sheet: its numbers are those of the table, for a whole match and for a stopped one."""

from functools import cache

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from msgspec.structs import replace

from games.catalogue.utboheme import names
from games.catalogue.utboheme.debrief import DEBRIEF
from games.catalogue.utboheme.facts import facts
from games.catalogue.utboheme.facts.tables import BuiltFacts, LossFacts
from games.catalogue.utboheme.rules.resources import NONE, RESOURCES
from games.catalogue.utboheme.rules.rules import RULES
from games.catalogue.utboheme.rules.scoring import points_of
from tests.games.catalogue.utboheme.pattern_facts import A, B, play_of, player, seats, trade
from tests.games.catalogue.utboheme.pure.test_facts import played
from tests.games.catalogue.utboheme.table import CLASSIC

GAMES = (1, 2, 5, 9)


@cache
def game(seed):
    """(facts, last state) of a game of bots."""
    records, states, options = played(seed, ("strong", "random", "greedy", "random"))
    return facts(CLASSIC, options, records), states[-1]


def sheets(found):
    return [DEBRIEF.seat_context(CLASSIC, found, seat) for seat in range(4)]


def named(own):
    return {figure["label"]: (figure["value"], figure["note"]) for figure in own["figures"]}


def number(shown):
    return float(shown.replace("\u2212", "-"))


@pytest.mark.parametrize("seed", GAMES)
def test_the_figures_are_those_of_the_table(seed):
    found, state = game(seed)
    result = RULES.result(state)

    for seat, own in enumerate(sheets(found)):
        mine = found.seats[seat]
        luck = f"{names.tenths(mine.expected)} expected, luck {names.signed_tenths(mine.luck)}"
        assert named(own) == {
            "Points": (result.scores[seat], f"place {result.places[seat]} of 4"),
            "Cards from the dice": (sum(turn.income[seat] for turn in found.turns), luck),
            "Trades": (
                sum(seat in (trade.seat, trade.partner) for trade in found.trades),
                f"{mine.bank_trades} with the bank, {mine.player_trades} with players",
            ),
            "Cards lost": (
                mine.discarded + mine.robbed,
                f"{mine.discarded} on sevens, {mine.robbed} stolen",
            ),
        }


@pytest.mark.parametrize("seed", GAMES)
def test_the_points_are_made_of_what_stands_and_lies_there(seed):
    found, state = game(seed)

    for seat, own in enumerate(sheets(found)):
        assert own["total"] == points_of(state, seat) == sum(part["points"] for part in own["points"])
        assert {part["name"]: part["number"] for part in own["points"]} == {
            "UV": state.uv[seat].bit_count(),
            "UV**": state.upgraded[seat].bit_count(),
            "Longest cursus": int(state.longest == seat),
            "Oldest ancien": int(state.oldest == seat),
            "Victory points": found.seats[seat].victory,
        }


@pytest.mark.parametrize("seed", GAMES)
def test_income_by_resource_adds_up_against_what_was_expected(seed):
    found, _state = game(seed)

    for seat, own in enumerate(sheets(found)):
        *rows, total = own["income"]
        assert [row["name"] for row in rows] == [names.short_resource(resource) for resource in RESOURCES]
        assert tuple(row["real"] for row in rows) == found.seats[seat].by_resource
        assert sum(row["real"] for row in rows) == total["real"] == found.seats[seat].income
        assert sum(number(row["expected"]) for row in rows) == pytest.approx(number(total["expected"]), abs=0.31)
        for row in own["income"]:
            assert number(row["luck"]) == pytest.approx(row["real"] - number(row["expected"]), abs=0.11)


@pytest.mark.parametrize("seed", GAMES)
def test_what_was_built_is_what_stands_there_and_what_was_lost_is_what_the_facts_say(seed):
    found, state = game(seed)

    for seat, own in enumerate(sheets(found)):
        mine = found.seats[seat]
        assert {row["name"]: row["number"] for row in own["built"]} == without_none(
            {
                "UV": (state.uv[seat] | state.upgraded[seat]).bit_count(),
                "UV**": state.upgraded[seat].bit_count(),
                "CC": state.cc[seat].bit_count(),
                "Development card": mine.cards_bought,
            }
        )
        taken = sum(loss.cards for loss in found.lost if (loss.seat, loss.why) == (seat, "monopoly"))
        assert {row["name"]: row["cards"] for row in own["lost"]} == without_none(
            {
                "discarded on sevens": mine.discarded,
                "stolen with the binôme glandeur": mine.robbed,
                "withheld by the binôme glandeur": mine.blocked,
                "taken by a monopoly": taken,
            }
        )


def without_none(numbers):
    return {name: number for name, number in numbers.items() if number}


def test_turns_are_told_with_how_many_where_it_is_more_than_one():
    built = [(0, A, "uv"), (0, A, "uv"), (0, B, "uv"), (7, A, "uv"), (7, A, "card"), (12, A, "card"), (12, A, "card")]
    lost = [(3, A, "seven", 4), (5, A, "robber", 1), (5, B, "robber", 1), (8, A, "robber", 1), (9, A, "monopoly", 2)]
    found = replace(
        play_of().facts,
        built=tuple(BuiltFacts(*each) for each in built),
        lost=tuple(LossFacts(*each) for each in lost),
    )

    own = DEBRIEF.seat_context(CLASSIC, found, A)

    assert own["built"] == [
        {"name": "UV", "number": 3, "turns": "foundation (2), 7"},
        {"name": "Development card", "number": 3, "turns": "7, 12 (2)"},
    ]
    assert own["lost"] == [
        {"name": "discarded on sevens", "cards": 4, "turns": "3 (4)"},
        {"name": "stolen with the binôme glandeur", "cards": 2, "turns": "5, 8"},
        {"name": "taken by a monopoly", "cards": 2, "turns": "9 (2)"},
    ]


def test_trades_are_told_from_the_own_side():
    made = (trade(4, A, B, "2 beer", "1 food"), trade(6, B, None, "4 sleep", "1 beer"))

    one, other = (DEBRIEF.seat_context(CLASSIC, play_of(trades=made).facts, seat) for seat in (A, B))

    assert one["trades"] == [
        {"turn": 4, "partner": "Player B", "gave": "2 beers", "got": "1 food", "rate": "2.0"},
    ]
    assert other["trades"] == [
        {"turn": 4, "partner": "Player A", "gave": "1 food", "got": "2 beers", "rate": "0.5"},
        {"turn": 6, "partner": "the bank", "gave": "4 sleep", "got": "1 beer", "rate": "4.0"},
    ]
    assert (one["more_trades"], other["more_trades"]) == (0, 0)


def test_a_dozen_trades_are_listed_those_with_players_first_of_all():
    made = [trade(turn, A, B if turn > 14 else None, "4 sleep", "1 beer") for turn in range(1, 17)]
    found = replace(play_of().facts, trades=tuple(made))

    own = DEBRIEF.seat_context(CLASSIC, found, A)

    assert [row["turn"] for row in own["trades"]] == [*range(1, 11), 15, 16]
    assert own["more_trades"] == 4
    assert "4 more trades are not listed here." in rendered(own)


def rendered(own):
    return render_to_string(DEBRIEF.seat_sheet, {"own": own})


@pytest.mark.parametrize("share", [0, 0.02, 0.5])
def test_of_a_match_that_was_stopped_there_are_no_points_and_no_place(share):
    records, states, options = played(5)
    many = 1 + int(share * len(records))
    found = facts(CLASSIC, options, records[:many])
    state = states[many - 1]

    for seat, own in enumerate(sheets(found)):
        assert [figure["label"] for figure in own["figures"]] == ["Cards from the dice", "Trades", "Cards lost"]
        assert own["points"] == []
        assert sum(row["number"] for row in own["built"] if row["name"] == "CC") == state.cc[seat].bit_count()
        assert bool(own["income"]) == any(found.throws)
        assert "<h3>" in rendered(own)
        assert "What your points are made of" not in rendered(own)


@pytest.mark.parametrize(("language", "title"), [("en", "Your trades"), ("fr", "Vos échanges")])
def test_the_sheet_is_written_in_both_languages(language, title):
    with translation.override(language):
        texts = [rendered(own) for own in sheets(game(1)[0])]

    assert any(title in text for text in texts)
    assert all(" style=" not in text for text in texts)


def test_facts_that_were_frozen_before_have_no_expectation_by_resource_and_no_turns():
    found = play_of(seats=seats(player(A, expected=20_000, expected_by=NONE)), throws=(1,) * 11).facts

    own = DEBRIEF.seat_context(CLASSIC, found, A)

    assert [row["expected"] for row in own["income"]] == ["–"] * 5 + ["20.0"]
    assert [row["luck"] for row in own["income"]] == ["–"] * 5 + ["0.0"]
    assert (own["built"], own["lost"]) == ([], [])
