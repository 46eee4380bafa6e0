"""The preview of a choice: the changes of the expected end, the bands, and interpolated numbers."""

import json

from games.engine.expected import Expected, Spread
from games.ui.choice_preview import spreads_at, then_of
from games.ui.expected import Figure, Outlook, gauge_of, lines_of

DAYS = Figure("delay", "Duration", target=20, low_is_good=True, so_far=4, least=0, most=60)
OPTIONS = {
    "buy/0": {"delay": Spread(30.0, 20, 40)},
    "buy/4": {"delay": Spread(20.0, 16, 30)},
    "place/0/0": {"delay": Spread(25.0, 20, 30)},
}


def outlook(*, choices=True, fresh=True, options=OPTIONS):
    found = Expected(200, {"delay": Spread(24.4, 18, 31)}, 100, options, complete=True)
    return Outlook(found, fresh=fresh, choices=choices)


def then(chosen, base="buy/0", **more):
    words = {"was_words": "0 cubes", "after_words": "this choice", "fields": "quantity", "between": True}
    return then_of((DAYS,), outlook(**more), prefix="buy/", base=base, chosen=chosen, **words)


def test_a_choice_stands_beside_what_it_is_compared_with():
    found = then("4")
    row = found.rows[0]

    assert (row.title, row.was, row.after, found.interpolated, found.playouts) == ("Duration", "30", "20", False, 100)
    assert row.after_x < row.was_x < row.after_x + row.after_width
    assert row.target is not None
    assert set(json.loads(found.data)["options"]) == {"0", "4"}


def test_a_number_between_two_is_interpolated_and_said_so():
    values, interpolated = spreads_at(OPTIONS, "buy/", "1", between=True)

    assert (values, interpolated) == ({"delay": Spread(27.5, 19, 38)}, True)
    assert then("1").interpolated
    assert then("1").rows[0].after == "28"


def test_what_was_not_worked_out_has_a_dash():
    for chosen in ("5", "", "-1", "x"):
        assert then(chosen).rows[0].after == "\u2013"


def test_nothing_is_shown_of_choices_that_may_not_be_shown_or_are_of_an_earlier_position():
    assert then("4", choices=False) is None
    assert then("4", fresh=False) is None
    assert then("4", options={}) is None
    assert then("4", base="buy/99") is None


def test_the_present_expectation_can_be_what_is_compared_with():
    assert then("4", base={"delay": Spread(24.4, 18, 31)}).rows[0].was == "24"


def test_a_figure_in_words_has_value_band_possible_range_and_target():
    line = lines_of((DAYS, Figure("unknown", "Unknown")), outlook())[0]

    assert (line.middle_words, line.band_words, line.possible_words) == ("24", "18 to 31", "0 to 60")
    assert line.label == "Duration: 24 expected, in 8 of 10 playouts 18 to 31. Possible: 0 to 60. Target 20."
    assert lines_of((DAYS,), None) == lines_of((DAYS,), Outlook()) == ()


def test_the_band_beyond_the_target_is_marked():
    gauge = gauge_of(DAYS, Spread(24.4, 18, 31))

    assert float(gauge.over_from[:-1]) == float(gauge.target[:-1])
    assert float(gauge.over_width[:-1]) > 0
    assert gauge_of(DAYS, Spread(10.0, 5, 15)).over_width == "0%"


def test_a_certain_end_is_a_thin_band_on_the_gauge():
    gauge = gauge_of(Figure("points", "Points"), Spread(3.0, 3, 3))

    assert (gauge.middle, gauge.target, gauge.hard_width) == ("50.00%", "", "0.00%")
    assert float(gauge.band_width[:-1]) > 0
