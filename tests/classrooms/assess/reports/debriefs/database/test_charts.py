"""Charts: labelled, in the colours of the site, fit for a strict CSP."""

import re
import xml.etree.ElementTree as ET

import pytest
from django.utils import translation

from classrooms.assess.reports import facts
from classrooms.drawing import charts
from classrooms.drawing.charts import LINES
from classrooms.drawing.look import tokens
from classrooms.drawing.pen import for_paper
from games.platform.selectors.position import scenario_of
from games.ui import debriefs
from games.ui.debriefs import Bar, Bars, Lines, Numbers, Part, Series
from tests.classrooms.assess.reports.debriefs.conftest import frozen

NAMES = ["contracts", "cost", "delay", "failures", "money", "purchases"]


def tree(text):
    return ET.fromstring(text)  # noqa: S314  drawn by this site


def data(debrief):
    read = facts.parse_facts(debrief.facts)
    debriefing = debriefs.get(read.game)
    return debriefing.charts(scenario_of(debrief.match), debriefing.parse_facts(read.game_facts))


def drawn(debrief, language="en"):
    with translation.override(language):
        return {chart.name: charts.draw(chart) for chart in data(debrief)}


def test_every_chart_is_drawn_in_both_languages_and_otherwise_where_it_says_something_else(debrief):
    english, french = drawn(debrief), drawn(debrief, "fr")

    assert (sorted(english), sorted(french)) == (NAMES, NAMES)
    assert all(english[name] != french[name] for name in NAMES)
    assert drawn(debrief) == english


@pytest.mark.parametrize("name", NAMES)
def test_a_drawing_has_a_role_its_numbers_in_words_and_no_style(debrief, name):
    text = drawn(debrief)[name]
    root = tree(text)
    chart = next(chart for chart in data(debrief) if chart.name == name)

    assert root.get("role") == "img"
    assert root.get("aria-label") == chart.alt
    assert re.findall(r"style|script|href|on\w+=", re.sub(r'aria-label=".*?"', "", text)) == []


def test_each_colour_is_a_light_token_with_the_class_that_names_it(debrief):
    for text in drawn(debrief).values():
        for element in tree(text).iter():
            classes = (element.get("class") or "").split()
            painted = {"cf": element.get("fill"), "cs": element.get("stroke")}
            for prefix, colour in painted.items():
                named = [name.removeprefix(f"{prefix}-") for name in classes if name.startswith(f"{prefix}-")]
                wanted = [] if colour in (None, "none", "transparent") else [colour]
                assert [tokens()[name] for name in named] == wanted


def test_the_last_value_of_each_purse_stands_at_its_line(classic):
    debrief = frozen(classic)
    ends = {f"{role['money']}k" for role in debrief.facts["game_facts"]["roles"]}

    words = {element.text for element in tree(drawn(debrief)["money"]).iter() if element.tag == "text"}

    assert words & ends == ends


def test_on_paper_the_title_says_what_there_is_to_see(debrief):
    chart = next(chart for chart in data(debrief) if chart.name == "delay")

    paper = tree(for_paper(drawn(debrief)["delay"]))

    assert [paper[0].tag, paper[0].text] == ["title", chart.alt]


def axes_of(chart):
    """The labels of the axes of `Lines` with their heights, as (left, below), and the heights of its first line."""
    texts = [
        (element.get("text-anchor"), float(element.get("y")), element.text)
        for element in tree(charts.draw(chart)).iter("text")
    ]
    line = next(each.get("d") for each in tree(charts.draw(chart)).iter("path"))
    left = {text: y for anchor, y, text in texts if anchor == "end"}
    below = [text for anchor, y, text in texts if anchor == "middle" and y > LINES[1]]
    return left, below, [float(place.partition(",")[2]) for place in line.lstrip("M").split("L")]


def named_turns(turns, names=()):
    values = tuple(range(turns + 1))
    chart = Lines(
        name="n", title="t", alt="a", unit="", table=Numbers((), ()), lines=(Series("A", values, letter="A"),),
        start="start", turns=names,
    )  # fmt: skip
    return [name for name in axes_of(chart)[1] if name != "start"]


def test_turns_on_the_axis_are_counted_or_named_by_the_game():
    assert named_turns(4) == ["1", "2", "3", "4"]
    assert named_turns(3, ("14", "13", "12")) == ["14", "13", "12"]


def test_names_of_turns_stay_clear_of_the_word_at_the_start():
    assert named_turns(31)[:2] == ["2", "3"]


def test_a_line_that_falls_below_zero_stays_inside_above_a_line_at_zero():
    line = Series("A", (12, 4, -16), letter="A")
    chart = Lines(name="n", title="t", alt="a", unit="", table=Numbers((), ()), lines=(line,), start="start")

    left, _below, drawn = axes_of(chart)

    assert list(left) == ["\u221220", "\u221210", "0", "10"]
    assert left["0"] < max(drawn) < left["\u221220"]


@pytest.mark.parametrize(("unit", "written"), [("k", "12k"), ("cards", "12"), ("", "12")])
def test_a_word_for_a_unit_stands_with_the_title_and_not_at_every_number(unit, written):
    chart = Lines(name="hand", title="Hand", alt="", table=Numbers((), ()), unit=unit, lines=(), start="start")

    assert chart.figure(12) == written


def bars(*parts):
    bar = Bar("", "A", tuple(Part(label, value, colour) for label, value, colour in parts))
    return Bars(name="n", title="t", alt="a", unit="k", table=Numbers((), ()), bars=(bar,))


@pytest.mark.parametrize(
    ("parts", "numbers"),
    [
        ([("wages", 30, "ink")], ["A", "30k"]),
        ([("work", 30, "ink"), ("idle", 0, "rule")], ["A", "30k"]),
        ([("work", 30, "ink"), ("idle", 12, "rule")], ["A", "30", "12", "42k"]),
        ([("work", 0, "ink")], ["A", "0k"]),
    ],
)
def test_a_bar_of_one_piece_says_its_number_once(parts, numbers):
    assert [text.text for text in tree(charts.draw(bars(*parts))).iter("text")] == numbers


def test_the_key_of_bars_names_each_colour_that_is_there():
    several = bars(("low", 3, "ink"), ("high", 2, "accent"), ("risks", 1, "accent"), ("lost", 0, "well"))

    assert several.key == [("sw sw-ink", "low"), ("sw sw-accent", "high; risks")]
    assert bars(("low", 3, "ink")).key == ()
