"""The debrief of a match: headline, sums, tables, charts. Its numbers are those of the facts."""

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from msgspec.structs import replace

from games.catalogue.utboheme.debrief import DEBRIEF
from games.catalogue.utboheme.debrief.maps import SHADES, islands, production
from games.catalogue.utboheme.facts import facts
from tests.games.catalogue.utboheme.pure.test_facts import played
from tests.games.catalogue.utboheme.table import CLASSIC

PEOPLE = ["Amir", "Léa", "Tomás", "Zoë"]


@pytest.fixture(scope="module")
def found():
    records, _states, options = played(3, strengths=("strong", "strong", "greedy", "random"))
    return facts(CLASSIC, options, records)


def placed(found, *points):
    best = max(points)
    seats = tuple(
        replace(seat, points=own, place=1 + sum(other > own for other in points))
        for seat, own in zip(found.seats, points, strict=True)
    )
    assert best in points
    return replace(found, seats=seats)


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ((3, 10, 9, 2), "Player B wins with 10 points"),
        ((8, 8, 5, 2), "Player A and Player B share the win with 8 points"),
    ],
)
def test_the_headline_names_who_has_most_points(found, points, words):
    assert DEBRIEF.headline(CLASSIC, placed(found, *points)) == words


def test_luck_is_the_real_income_without_the_expected_one(found):
    rows = DEBRIEF.context(CLASSIC, found, PEOPLE)["player_rows"]

    for row in rows:
        luck = float(row.luck.replace("\u2212", "-"))
        assert luck == pytest.approx(row.facts.income - row.facts.expected / 1000, abs=0.051)
    assert [row.facts.place for row in rows] == sorted(seat.place for seat in found.seats)
    assert {row.played_by for row in rows} == set(PEOPLE)


@pytest.mark.parametrize(
    ("luck", "words"),
    [
        (400, "about the 20.0 that were to be expected"),
        (4000, "more than the 20.0 that were to be expected"),
        (-4000, "fewer than the 20.0 that were to be expected"),
    ],
)
def test_luck_in_a_sentence(found, luck, words):
    seats = tuple(replace(seat, luck=luck, expected=20_000) for seat in found.seats)

    said = DEBRIEF.context(CLASSIC, replace(found, seats=seats), PEOPLE)["luck_words"]

    assert len(said) == 4
    assert all(words in line for line in said)


def test_every_hexagon_but_the_desert_has_a_row_and_their_cards_are_the_income(found):
    rows = DEBRIEF.context(CLASSIC, found, PEOPLE)["hexagon_rows"]

    assert len(rows) == 18
    assert sum(row.total for row in rows) == sum(seat.income for seat in found.seats)
    assert sum(row.blocked for row in rows) == sum(seat.blocked for seat in found.seats)


def test_throws_are_laid_beside_those_that_were_to_be_expected(found):
    rows = DEBRIEF.context(CLASSIC, found, PEOPLE)["throw_rows"]

    assert [row["sum"] for row in rows] == list(range(2, 13))
    assert sum(row["came"] for row in rows) == sum(found.throws)
    assert sum(float(row["expected"]) for row in rows) == pytest.approx(sum(found.throws), abs=0.6)


def test_every_trade_has_its_rate(found):
    rows = DEBRIEF.context(CLASSIC, found, PEOPLE)["trade_rows"]

    assert len(rows) == len(found.trades) > 0
    trade, row = next(pair for pair in zip(found.trades, rows, strict=True) if pair[0].partner is None)
    assert (row.partner, row.rate) == ("the bank", f"{sum(trade.gave)}.0")


def test_points_begin_with_the_foundation_and_end_with_the_result(found):
    points = next(chart for chart in DEBRIEF.charts(CLASSIC, found) if chart.name == "points")

    assert [line.values[0] for line in points.lines] == [2, 2, 2, 2]
    assert [line.values[-1] for line in points.lines] == [seat.points for seat in found.seats]
    assert {len(line.values) for line in points.lines} == {len(found.turns) + 1}
    assert len({line.dash for line in points.lines}) == 4


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_sheets_are_written_in_both_languages(found, language):
    with translation.override(language):
        charts = DEBRIEF.charts(CLASSIC, found)
        context = {
            **DEBRIEF.context(CLASSIC, found, PEOPLE),
            "headline": DEBRIEF.headline(CLASSIC, found),
            "charts": {chart.name: {"chart": chart, "svg": ""} for chart in charts},
        }
        text = "".join(render_to_string(sheet, context) for sheet in DEBRIEF.sheets)
    assert all(name in text for name in PEOPLE)
    assert " style=" not in text
    assert "ask-box" not in text


def test_the_island_is_drawn_after_the_foundation_and_at_the_end_with_all_its_pieces(found):
    first, last = islands(found)

    assert (first.title, last.title) == ("After the foundation", "At the end")
    assert (len(first.lines), len(first.pieces)) == (8, 8)
    assert first.label == "Island with 8 UV, 0 UV** and 8 CC."
    assert len(last.lines) == sum(seat.cc for seat in found.seats)
    for seat, letter in zip(found.seats, "ABCD", strict=True):
        own = [piece.upgraded for piece in last.pieces if piece.letter == letter]
        assert (own.count(False), own.count(True)) == (seat.uv, seat.upgraded)


def test_a_hexagon_is_the_darker_the_more_it_gave(found):
    drawn = production(found)
    given = {hexagon.number: sum(hexagon.given) for hexagon in found.hexagons}

    shades = sorted(
        (number, SHADES.index(field.fill)) for number, field in zip(given.values(), drawn.fields, strict=True)
    )

    assert [shade for _number, shade in shades] == sorted(shade for _number, shade in shades)
    assert (shades[0], shades[-1][1]) == ((0, 0), len(SHADES) - 1)
    assert {field.figure for field in drawn.fields} - {""} == {
        str(number) for place, number in given.items() if found.board.resources[place]
    }


def test_facts_of_before_places_were_kept_draw_no_pieces(found):
    old = replace(found, built=tuple(replace(each, place=-1) for each in found.built))
    page = render_to_string("utboheme/debrief/map.html", {"map": production(old)})

    assert islands(old) == ()
    assert page.count("<polygon") == 19
