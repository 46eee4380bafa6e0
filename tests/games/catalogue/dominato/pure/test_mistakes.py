"""Errors by kind: in a pupil's own sheet with an exercise, in the class's map, and nowhere else by name."""

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from msgspec.structs import replace

from games.catalogue.dominato.bots import BOTS
from games.catalogue.dominato.debrief import DEBRIEF
from games.catalogue.dominato.debrief.errors import practice
from games.catalogue.dominato.debrief.patterns import PATTERNS, Play
from games.catalogue.dominato.facts import facts
from games.catalogue.dominato.facts.mistakes import KINDS, by_kind, mistakes
from games.catalogue.dominato.rules.events import Dealt, GameBegun
from games.catalogue.dominato.rules.types import Options
from games.ui.debriefs import OfClass
from games.ui.patterns import Logged, Trace
from tests.games.catalogue.dominato.pure.test_facts import records, told
from tests.games.catalogue.dominato.table import SCENARIOS, game, tiles

HANDS = ([(3, -1), (-3, 0), (2, 2), (4, -2), (1, 1)], [(2, 0), (4, 0)])


def laid(*tiles_laid, hands=HANDS, **options):
    """Facts of a game in which the first player begins with {2, 1}, balance +3, and then lays these tiles."""
    options = {"validation": "challenge", **options}
    hands = ([*hands[0], (1, 2)], hands[1])
    position = game(*hands, board=[], **options)
    begun = (GameBegun(turn=1, seat=0, games=1, hand=16, aside=0),)
    dealt = (Dealt(turn=1, seat=s, audience=(s,), tiles=tiles(*hand)) for s, hand in enumerate(hands))
    events = [(*begun, *dealt)]
    position.place(0, 0, 0, "H", 2, 1)
    events.append(position.did)
    for tile in tiles_laid:
        while position.asked[0][0] != 0 or position.asked[0][1] != "play":
            seat, kind = position.asked[0]
            position = position.pass_turn(seat) if kind == "play" else position.close(seat, kind)
            events.append(position.did)
        position.place(0, *tile)
        events.append(position.did)
    return facts(SCENARIOS[2], Options(games=1, **options), records(events))


@pytest.mark.parametrize(
    ("tile", "kind", "claimed", "true"),
    [
        ((1, -4, "V", 0, -3), "sign", -3, 3),
        ((1, -4, "V", -3, 0), "zero", 0, 3),
        ((1, -4, "V", 3, -1), "number", -1, 3),
        ((-2, -1, "V", 1, 1), None, 2, 2),
    ],
)
def test_an_error_has_a_kind_and_says_what_was_claimed_and_what_is_true(tile, kind, claimed, true):
    found = mistakes(laid(tile))

    assert [(each.kind, each.claimed, each.true) for each in found] == ([(kind, claimed, true)] if kind else [])


def test_a_contact_that_was_not_looked_at_is_another_kind_than_a_wrong_number():
    # Nested: its left square 3 is the balance there, but the right square 1 of the first tile is not its balance.
    hands = ([*HANDS[0], (3, 1)], HANDS[1])
    found = mistakes(laid((1, -2, "H", 3, 1), hands=hands))

    assert [(each.kind, each.claimed, each.true) for each in found] == [("missed", 4, 1)]


def test_errors_are_counted_by_kind_for_each_player():
    found = laid((1, -4, "V", 3, -1), (1, 2, "V", -3, 0))

    assert dict(zip(KINDS, by_kind(mistakes(found, 0)), strict=True)) == {
        "sign": 1, "zero": 0, "missed": 0, "number": 1, "believed": 0
    }  # fmt: skip
    assert by_kind(mistakes(found, 1)) == (0, 0, 0, 0, 0)


def test_the_own_sheet_has_the_own_errors_and_a_practice_made_of_them_and_no_one_elses():
    found = laid((1, -4, "V", 3, -1))
    own, other = (DEBRIEF.seat_context(SCENARIOS[2], found, seat) for seat in (0, 1))

    assert [row["sums"] for row in own["errors"]] == ["square \u22121, but the balance there is +3"]
    assert [(each["tile"], each["answer"]) for each in own["practice"]] == [
        ("red 3, green 1", "(+3) + (\u22121) = +2"),
        ("green 3, red 1", "(\u22123) + (+1) = \u22122"),
    ]
    assert (other["errors"], other["kinds"], other["practice"]) == ([], [], [])


def test_a_practice_has_five_tiles_at_most_and_none_twice():
    found, _end = told(3, Options(validation="challenge", games=1, bots_err=50, bots_overlook=100), BOTS["greedy"], 3)
    made = practice(mistakes(found))

    assert len(made) == 5
    assert len({each["tile"] for each in made}) == 5


def test_the_sheet_of_the_table_tells_errors_without_names():
    found = laid((1, -4, "V", 3, -1))
    context = DEBRIEF.context(SCENARIOS[2], found, ["Amir", "L\u00e9a"])

    assert [set(row) for row in context["error_rows"]] == [{"game", "step", "tile", "sums", "seen"}]
    assert [(row["name"], row["number"]) for row in context["error_kinds"]] == [("another number", 1)]


def of_class(agreed, running, people=("Amir", "")):
    found = replace(laid((1, -4, "V", 3, -1)), error_map=agreed)
    return DEBRIEF.class_context([OfClass("Purlin", people, found)], running=running)


def test_the_class_map_names_pupils_where_the_school_has_agreed_and_while_the_course_runs():
    shown = of_class(agreed=True, running=True)

    assert [(row["name"], row["team"], row["numbers"]) for row in shown["pupils"]] == [
        ("Amir", "Purlin", (0, 0, 0, 1, 0))
    ]
    assert of_class(agreed=False, running=True)["pupils"] == []
    assert of_class(agreed=True, running=False)["pupils"] == []
    assert of_class(agreed=True, running=True, people=("", ""))["pupils"] == []
    assert of_class(agreed=False, running=False)["teams"] == shown["teams"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_both_sheets_are_written_in_both_languages(language):
    found = laid((1, -4, "V", 3, -1))
    with translation.override(language):
        own = render_to_string(DEBRIEF.seat_sheet, {"own": DEBRIEF.seat_context(SCENARIOS[2], found, 0)})
        room = render_to_string(DEBRIEF.class_sheet, {"of_class": of_class(agreed=True, running=True)})

    assert "(+3) + (\u22121) = +2" in own
    assert "Amir" in room
    assert " style=" not in own + room


def trace_of(found_events):
    logged = [
        Logged(
            place, place, type(event).__struct_config__.tag, event.turn, event.seat, {"step": getattr(event, "step", 0)}
        )
        for place, event in enumerate(found_events)
    ]
    return Trace(roles=("Player A", "Player B", "Player C"), events=tuple(logged))


def test_there_are_talking_points_of_all_kinds_and_none_names_who_erred():
    keys = {}
    for seed in range(8):
        options = Options(validation="challenge", say_first=True, games=2, bots_err=40, bots_overlook=70)
        found, _end = told(3, options, BOTS["greedy"], seed)
        for each in PATTERNS.look(Play(found, trace_of([]))):
            keys.setdefault(each.key, each)

    assert len(PATTERNS.patterns) >= 12
    assert {"sign_errors", "number_errors", "unseen_errors", "found_errors", "checking"} <= set(keys)
    told_of = [keys[key].hit for key in keys if "error" in key or key in ("believed", "missed_contacts")]
    assert all(hit.seats == () and "Player" not in hit.fact for hit in told_of)
