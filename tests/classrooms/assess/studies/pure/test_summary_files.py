"""Files of study summaries: written and read back, and hostile or wrong ones refused by field."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from classrooms.assess.studies.sharing.summary import (
    FEWEST_PEOPLE,
    LARGEST,
    MOMENTS,
    Arm,
    BadSummary,
    Effect,
    Scores,
    Summary,
    read,
    write,
)

GOOD = Summary(
    study="0" * 32,
    game="domego",
    scenario="classic",
    digest="a" * 64,
    language="fr",
    year=2026,
    questions=24,
    arms=(
        Arm("lecture", 30, 5, 24, (Scores("before", 28, 11.5, 3.9), Scores("after", 25, 13.25, 4.1)), 0.5),
        Arm(
            "match",
            31,
            6,
            25,
            (Scores("before", 29, 11.75, 4.0), Scores("after", 26, 15.0, 3.8)),
            0.45,
            {"expected_end": True, "hours": 24, "mode": "hidden"},
        ),
    ),
    effects=(Effect("before", 1, 0.06, 0.3, -0.62, 0.74, 8.5), Effect("after", 1, 0.43, 0.25, -0.14, 1.0, 8.25)),
)


def data() -> dict[str, Any]:
    """The file of the good summary, as a value that can be changed."""
    return json.loads(write([GOOD]))


def refused(content: bytes) -> BadSummary:
    with pytest.raises(BadSummary) as caught:
        read(content)
    return caught.value


def changed(path: str, value: Any) -> bytes:
    """The good file with another value at a path such as `arms.0.drawn` of the study."""
    whole = data()
    *steps, last = path.split(".")
    place = whole["studies"][0]
    for step in steps:
        place = place[int(step)] if step.isdigit() else place[step]
    place[int(last) if last.isdigit() else last] = value
    return json.dumps(whole).encode()


def test_a_file_is_read_back_as_it_was():
    assert read(write([GOOD])) == (GOOD,)


def test_the_file_says_what_it_is():
    whole = data()

    assert (whole["format"], whole["version"], len(whole["studies"])) == ("domego-study-summaries", 1, 1)


def test_of_two_summaries_of_a_study_the_last_one_is_written():
    other = msgspec.structs.replace(GOOD, study="1" * 32)
    newer = msgspec.structs.replace(GOOD, year=2027)

    assert read(write([GOOD, other, newer])) == (newer, other)


WRONG = {
    "a negative count": ("arms.0.drawn", -1, "arms[0].drawn"),
    "a count with a fraction": ("arms.0.drawn", 30.5, "arms[0].drawn"),
    "fewer than five people": ("arms.1.drawn", 4, "arms[1].drawn"),
    "no team": ("arms.0.teams", 0, "arms[0].teams"),
    "more teams than people": ("arms.0.teams", 31, "arms[0].teams"),
    "more answers than people": ("arms.0.scores.0.people", 31, "arms[0].scores[0].people"),
    "a mean of four people": ("arms.0.scores.1.people", 4, "arms[0].scores[1].mean"),
    "a mean above the test": ("arms.0.scores.1.mean", 49, "arms[0].scores[1].mean"),
    "a negative deviation": ("arms.0.scores.1.deviation", -0.1, "arms[0].scores[1].deviation"),
    "more at both tests than at one": ("arms.0.both", 26, "arms[0].both"),
    "a correlation above 1": ("arms.0.correlation", 1.01, "arms[0].correlation"),
    "a correlation of four people": ("arms.1.both", 4, "arms[1].correlation"),
    "an unknown activity": ("arms.0.kind", "séance", "arms[0].kind"),
    "an option as free text": ("arms.1.options.mode", "Mrs Lintel", "arms[1].options[...]"),
    "tests in another order": (
        "arms.1.scores",
        [{"moment": "after", "people": 26}, {"moment": "before", "people": 29}],
        "arms[1].scores",
    ),
    "one arm": ("arms", [], "arms"),
    "an arm that is missing": ("effects.1.arm", 2, "effects[1].arm"),
    "the first arm against itself": ("effects.1.arm", 0, "effects[1].arm"),
    "a test that is missing": ("effects.1.moment", "later", "effects[1].moment"),
    "a test twice": ("effects.1.moment", "before", "effects[1].moment"),
    "an interval above the estimate": ("effects.1.low", 0.44, "effects[1].low"),
    "an interval below the estimate": ("effects.1.high", 0.42, "effects[1].low"),
    "an error of 0": ("effects.1.error", 0, "effects[1].error"),
    "an error too large for its interval": ("effects.1.error", 0.31, "effects[1].error"),
    "an error too small for its interval": ("effects.1.error", 0.04, "effects[1].error"),
    "an infinite effect": ("effects.1.g", 1e308, "effects[1].g"),
    "a number as a text": ("effects.1.g", "0.43", "effects[1].g"),
    "nothing": ("effects.1.g", None, "effects[1].g"),
    "a name": ("name", "Class of Mrs Lintel", "name"),
    "a name in an arm": ("arms.0.name", "Mrs Lintel's", "arms[0].name"),
    "a scenario as free text": ("scenario", "For Mrs Lintel", "scenario"),
    "a study as free text": ("study", "Mrs Lintel", "study"),
    "a digest that is none": ("digest", "A" * 64, "digest"),
    "a key with another line": ("game", "domego\n", "game"),
    "a language that is none": ("language", "French", "language"),
    "a year before": ("year", 1999, "year"),
    "no questions": ("questions", 0, "questions"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_value_is_refused_by_its_field(case):
    path, value, field = WRONG[case]

    assert refused(changed(path, value)).field == f"studies[0].{field}"


def test_an_effect_of_an_arm_with_four_answers_is_refused():
    whole = data()
    whole["studies"][0]["arms"][1]["scores"][0] = {"moment": "before", "people": FEWEST_PEOPLE - 1}
    whole["studies"][0]["arms"][1] |= {"both": 0, "correlation": None}

    assert refused(json.dumps(whole).encode()).field == "studies[0].effects[0].g"


def test_an_error_that_so_few_people_cannot_have_is_refused():
    """A file in other units would outweigh all other studies."""
    whole = data()
    whole["studies"][0]["effects"][1] |= {"error": 0.01, "low": 0.41, "high": 0.45}

    assert refused(json.dumps(whole).encode()).field == "studies[0].effects[1].error"


def test_a_missing_field_is_named():
    whole = data()
    del whole["studies"][0]["arms"][1]["both"]

    assert refused(json.dumps(whole).encode()).field == "studies[0].arms[1].both"


def test_a_study_that_is_in_the_file_twice_is_refused():
    whole = data()
    whole["studies"] *= 2

    assert refused(json.dumps(whole).encode()).field == "studies[1].study"


@pytest.mark.parametrize(("field", "value"), [("version", 2), ("version", 0), ("format", "other")])
def test_another_format_or_version_is_refused_by_its_field(field, value):
    assert refused(json.dumps(data() | {field: value}).encode()).field == field


FILES = {
    "empty": (b"", "The file is not JSON."),
    "not JSON": (b"\xff\xfe", "The file is not JSON."),
    "not a number": (write([GOOD]).replace(b"0.43", b"NaN"), "The file is not JSON."),
    "no object": (b"[]", "The file is no file of study summaries."),
    "a version as a text": (b'{"version": "1"}', "The file is no file of study summaries."),
    "too large": (b" " * (LARGEST + 1), "The file is larger than 2 MB."),
    "too deep": (b'{"x":' + b"[" * 100_000, "The file has too many levels."),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_none_is_refused_as_a_whole(name):
    content, reason = FILES[name]

    fault = refused(content)

    assert (fault.field, str(fault)) == ("", reason)


def test_brackets_in_texts_are_no_levels():
    assert refused(changed("scenario", "[" * 50)).field == "studies[0].scenario"


def test_a_text_without_an_end_is_read_once():
    """With a time that grows by the square of the length this would take hours."""
    assert refused(b'"' + b'\\"' * 900_000 + b"\\").reason == "The file is not JSON."


def test_the_reason_is_in_the_language_of_the_reader():
    with translation.override("fr"):
        fault = refused(changed("arms.0.drawn", 4))

    assert str(fault) == "studies[0].arms[0].drawn\u00a0: Un groupe compte moins de cinq personnes."


PAGE = (Path(__file__).parents[5] / "docs/develop/study_summary.md").read_text(encoding="utf-8")


def test_the_example_of_the_page_is_read():
    example = re.search(r"```json\n(.*?)```", PAGE, re.DOTALL)

    (summary,) = read(example[1].encode())

    assert (summary.arms[1].options, summary.effects[0].g) == ({"expected_end": True}, 0.43)


def test_the_page_describes_every_field_and_no_other():
    rows = re.findall(r"^\| (`[^|]*`) \|", PAGE, re.MULTILINE)
    described = {field for row in rows for field in re.findall("`([a-z]+)`", row)}

    fields = {field for kind in (Summary, Arm, Scores, Effect) for field in kind.__struct_fields__}
    assert described == fields | {"format", "version", "studies"}


@st.composite
def summaries(draw: st.DrawFn) -> Summary:
    """Any summary that may be shared."""
    moments = MOMENTS[: draw(st.integers(2, 3))]
    questions = draw(st.integers(1, 60))
    values = st.floats(0, questions, allow_nan=False)
    arms = []
    for _arm in range(draw(st.integers(2, 3))):
        drawn = draw(st.integers(FEWEST_PEOPLE, 500))
        scores = []
        for moment in moments:
            people = draw(st.integers(0, drawn))
            optional = st.none() | values if people >= FEWEST_PEOPLE else st.none()
            scores.append(Scores(moment, people, draw(optional), draw(optional)))
        both = draw(st.integers(0, min(scores[0].people, scores[1].people)))
        correlation = draw(st.none() | st.floats(-1, 1)) if both >= FEWEST_PEOPLE else None
        options = draw(st.dictionaries(st.sampled_from(["expected_end", "hours"]), st.booleans() | st.integers(0, 9)))
        kind = draw(st.sampled_from(["match", "paper", "lecture", "text"]))
        arms.append(Arm(kind, drawn, draw(st.integers(1, drawn)), both, tuple(scores), correlation, options))
    effects = []
    for place, moment in enumerate(moments):
        for arm in range(1, len(arms)):
            if all(each.scores[place].people >= FEWEST_PEOPLE for each in (arms[0], arms[arm])) and draw(st.booleans()):
                g, error = draw(st.floats(-3, 3)), draw(st.floats(0.1, 3))
                reach = draw(st.floats(2, 4)) * error
                effects.append(Effect(moment, arm, g, error, g - reach, g + reach, draw(st.floats(2.5, 500))))
    return Summary(
        f"{draw(st.integers(0, 16**32 - 1)):032x}",
        draw(st.sampled_from(["domego", "beer_game"])),
        draw(st.sampled_from(["", "classic"])),
        f"{draw(st.integers(0, 16**64 - 1)):064x}",
        draw(st.sampled_from(["en", "fr", "pt-br"])),
        draw(st.integers(2020, 2100)),
        questions,
        tuple(arms),
        tuple(effects),
    )


@given(st.lists(summaries(), max_size=3, unique_by=lambda summary: summary.study))
def test_any_summaries_are_read_back_as_they_were(found):
    assert read(write(found)) == tuple(found)


PIECES = [
    b"{",
    b"}",
    b"[",
    b"]",
    b'"',
    b"\\",
    b",",
    b":",
    b"null",
    b"NaN",
    b"-1",
    b"1e999",
    b'"study"',
    b'"arms"',
    b"9" * 400,
]


@given(st.binary(max_size=200) | st.lists(st.sampled_from(PIECES), max_size=40).map(b"".join))
def test_any_bytes_are_refused_with_a_reason(content):
    assert refused(content).reason


@given(st.data())
def test_a_good_file_with_changes_is_refused_or_still_keeps_the_rules(data):
    content = bytearray(write([GOOD]))
    for _time in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(content) - 1))
        content[at : at + data.draw(st.integers(0, 12))] = data.draw(st.binary(max_size=3) | st.sampled_from(PIECES))
    try:
        found = read(bytes(content))
    except BadSummary:
        return

    assert read(write(found)) == found
    for summary in found:
        assert all(arm.drawn >= FEWEST_PEOPLE for arm in summary.arms)
        assert all(effect.low <= effect.g <= effect.high and effect.error > 0 for effect in summary.effects)
