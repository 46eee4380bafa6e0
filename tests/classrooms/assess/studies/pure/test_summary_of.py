"""The summary of a study from the numbers of its analysis, by hand."""

import math
import re
from typing import Any

import msgspec
import pytest

from classrooms.assess.studies.package.analysis import analysed
from classrooms.assess.studies.sharing.summary import (
    About,
    BadSummary,
    Comparison,
    StudyEffect,
    comparisons,
    new_identifier,
    summary_of,
    write,
)

LECTURE = {"before": [2, 3, 4, 5, 6, 4], "after": [4, 4, 6, 7, 7, 5]}
MATCH = {"before": [3, 3, 4, 5, 5, 4], "after": [6, 7, 8, 9, 9, None]}
ITEMS = 10
ABOUT = About(
    study="0" * 32,
    game="domego",
    scenario="classic",
    digest="a" * 64,
    language="en",
    year=2026,
    questions=ITEMS,
    arms=["x7", "y9"],
    moments=["before", "after"],
    kinds=["lecture", "match"],
    options=[{}, {"expected_end": True}],
)


def tables(lecture: dict[str, Any], match: dict[str, Any], team: str = "") -> dict[str, Any]:
    """Two arms with right answers at each test, None for a test that was not answered. `team` is a template."""
    people, answers = [], []
    for arm, scores in (("x7", lecture), ("y9", match)):
        for place in range(len(scores["before"])):
            person = f"{arm}-{place}"
            own = team.format(arm=arm, place=place // 2)
            people.append({"person": person, "arm": arm, "team": own, "stratum": "", "order": "AA"})
            for moment, values in scores.items():
                if values[place] is not None:
                    answers += [
                        {
                            **{"person": person, "moment": moment, "form": "A", "item": f"A{item}", "theme": ""},
                            **{"right": str(int(item < values[place])), "confidence": ""},
                        }
                        for item in range(ITEMS)
                    ]
    plan = {"arms": ["x7", "y9"], "moments": ["before", "after"], "items": ITEMS, "relations": []}
    return {"plan": plan, "people": people, "answers": answers, "experience": [], "games": []}


NUMBERS = analysed(tables(LECTURE, MATCH))


def test_the_error_of_a_comparison_without_teams_is_that_of_two_means():
    """Before: sums of squares 10 and 4 of six people each, so variances 2 and 0.8."""
    assert NUMBERS["effect.before.y9.error"] == pytest.approx(math.sqrt(2 / 6 + 0.8 / 6))


def test_the_correlation_of_an_arm_is_that_of_people_who_answered_both_tests():
    """Lecture: sums of products 9, of squares 10 and 9.5. Match without the sixth person: 5, 4 and 6.8."""
    assert NUMBERS["correlation.x7"] == pytest.approx(9 / math.sqrt(10 * 9.5))
    assert NUMBERS["correlation.y9"] == pytest.approx(5 / math.sqrt(4 * 6.8))


def test_equal_scores_have_no_correlation():
    assert "correlation.x7" not in analysed(tables({**LECTURE, "after": [4] * 6}, MATCH))


def test_teams_are_counted_by_arm_and_a_person_alone_is_a_team():
    assert (NUMBERS["teams.x7"], NUMBERS["teams.y9"]) == (6, 6)
    numbers = analysed(tables(LECTURE, MATCH, "{arm} team {place}"))
    assert (numbers["teams.x7"], numbers["teams.y9"]) == (3, 3)


def test_the_summary_has_the_numbers_of_the_analysis():
    summary = summary_of(NUMBERS, ABOUT)

    lecture, match = summary.arms
    assert (lecture.kind, lecture.drawn, lecture.teams, lecture.both, lecture.options) == ("lecture", 6, 6, 6, {})
    assert (match.kind, match.drawn, match.teams, match.both) == ("match", 6, 6, 5)
    assert match.options == {"expected_end": True}
    assert [(each.moment, each.people, each.mean, each.deviation) for each in match.scores] == [
        ("before", 6, 4, pytest.approx(math.sqrt(0.8), abs=1e-6)),
        ("after", 5, pytest.approx(7.8), pytest.approx(math.sqrt(1.7), abs=1e-6)),
    ]
    assert lecture.correlation == pytest.approx(9 / math.sqrt(95), abs=1e-6)
    effect = summary.effects[0]
    pooled_deviation, correction = math.sqrt((10 + 4) / 10), 1 - 3 / 39
    assert (effect.moment, effect.arm, effect.g) == ("before", 1, 0)
    assert effect.error == pytest.approx(correction * math.sqrt(2.8 / 6) / pooled_deviation, abs=1e-5)
    assert (summary.effects[1].moment, summary.effects[1].g) == (
        "after",
        pytest.approx(NUMBERS["effect.after.y9.g"], abs=1e-6),
    )


def test_the_file_has_no_name_of_an_arm_or_person():
    text = write([summary_of(NUMBERS, ABOUT)]).decode()

    assert re.findall("x7|y9", text) == []


def test_a_test_that_four_people_answered_has_a_count_only():
    numbers = analysed(tables(LECTURE, {**MATCH, "after": [6, 7, 8, 9, None, None]}))

    summary = summary_of(numbers, ABOUT)

    scores = summary.arms[1].scores[1]
    assert (scores.people, scores.mean, scores.deviation) == (4, None, None)
    assert (summary.arms[1].both, summary.arms[1].correlation) == (4, None)
    assert [effect.moment for effect in summary.effects] == ["before"]
    assert "effect.after.y9.g_low" in numbers


def test_an_effect_without_an_interval_is_not_shared():
    numbers = {name: value for name, value in NUMBERS.items() if not name.startswith("effect.after.y9.g_")}

    assert [effect.moment for effect in summary_of(numbers, ABOUT).effects] == ["before"]


def test_an_arm_of_four_people_is_not_shared():
    numbers = analysed(tables(LECTURE, {moment: values[:4] for moment, values in MATCH.items()}))

    with pytest.raises(BadSummary) as caught:
        summary_of(numbers, ABOUT)
    assert caught.value.field == "studies[0].arms[1].drawn"


def test_identifiers_are_accepted_and_not_repeated():
    first, second = new_identifier(), new_identifier()

    assert first != second
    assert summary_of(NUMBERS, msgspec.structs.replace(ABOUT, study=first)).study == first


def test_effects_are_grouped_by_game_activities_and_options():
    summary = summary_of(NUMBERS, ABOUT)
    newer = msgspec.structs.replace(summary, year=2027)
    other = msgspec.structs.replace(summary, study="1" * 32, scenario="school")
    arms = (summary.arms[0], msgspec.structs.replace(summary.arms[1], options={}))
    without = msgspec.structs.replace(summary, study="2" * 32, arms=arms)

    found = comparisons([summary, other, without, newer], "after")

    g, error = summary.effects[1].g, summary.effects[1].error
    with_option = Comparison("domego", ("lecture", "match"), ((), (("expected_end", True),)))
    assert found == {
        with_option: (StudyEffect("0" * 32, g, error), StudyEffect("1" * 32, g, error)),
        Comparison("domego", ("lecture", "match"), ((), ())): (StudyEffect("2" * 32, g, error),),
    }


def test_of_two_like_arms_of_a_study_one_is_pooled():
    summary = summary_of(NUMBERS, ABOUT)
    second = msgspec.structs.replace(summary.effects[1], arm=2, g=summary.effects[1].g + 0.1)
    three = msgspec.structs.replace(summary, arms=(*summary.arms, summary.arms[1]), effects=(*summary.effects, second))

    (effects,) = comparisons([three], "after").values()

    assert effects == (StudyEffect("0" * 32, summary.effects[1].g, summary.effects[1].error),)


def test_tests_later_are_not_pooled_with_those_after():
    assert comparisons([summary_of(NUMBERS, ABOUT)], "later") == {}
