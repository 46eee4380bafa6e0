"""Facts of marks that were stored or published before, in all forms that they ever had."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from classrooms.assess.grading.criteria import judged_share, points_of
from classrooms.assess.grading.student_words import got
from classrooms.assess.grading.words import account

STORED = json.loads(Path(__file__, "../../stored_facts.json").resolve().read_text())
ROLE = {"match": 1, "team": "Lintel", "seat": 0, "role": {"en": "Owner", "fr": "Maître d’ouvrage"}}
SCORED = {**ROLE, "n": 1000, "score": 20, "best": 30, "middle": 10, "worst": -10}
TAKEN = {**ROLE, "people": 1, "owed": 12, "own": 8, "late": 1, "partner": 1, "bot": 1, "default": 1, "instructor": 0,
         "excused": 1}  # fmt: skip
TARGET = {"label": {"en": "Duration"}, "value": 110, "target": 100, "met": False, "missed_by": 10}
TABLE = {"match": 1, "team": "Lintel", "targets": [TARGET]}
EARLIER = {
    "a straight line before there were curves": ("project", {"fall": 40}, {"tables": [TABLE]}, 7500, 1),
    "a part of a match": ("project", {}, {"tables": [TABLE, {**TABLE, "own": 3, "of": 12}]}, 8000, Fraction(5, 8)),
    "the turns played": ("project", {"curve": "mild"}, {"tables": [{**TABLE, "turn": 3, "turns": 12}]}, 8000, 1),
    "points without a part": ("objectives", {}, {"source": "bots", "seats": [SCORED]}, 7500, 1),
    "no decision of one's own": ("objectives", {}, {"seats": [{**SCORED, "own": 0, "of": 4}]}, 7500, 0),
    "a shared role": ("objectives", {}, {"seats": [{**SCORED, "own": 2, "of": 8, "people": 2}]}, 7500, Fraction(1, 2)),
    "decisions before arrivals were told": ("participation", {}, {"seats": [TAKEN]}, 6667, 1),
    "late moves that count": ("participation", {"late": 50}, {"seats": [{**TAKEN, "plan": 1}]}, 7083, 1),
    "answers beside the right ones": ("quiz", {}, {"right": 7, "answered": 8, "asked": 9}, 7778, 1),
    "a survey": ("survey", {}, {"surveys": [{"when": "before", "done": True}]}, 10_000, 1),
    "a journal": ("forecast", {}, {"calibration": 6543}, 6543, 1),
    "a gain": ("decisions", {"zero": 2}, {"seats": [{**ROLE, "n": 3, "lost": -30, "error": 9}]}, 10_000, 1),
    "a loss": ("decisions", {"zero": 2}, {"seats": [{**ROLE, "n": 3, "lost": 300, "error": 9}]}, 5000, 1),
    "reviews": ("peer", {}, {"reviews": 3, "sum": 10}, 8333, 1),
    "a line by hand": ("manual", {}, {"why": "by_hand"}, None, 0),
    "a reason of an earlier version": ("quiz", {}, {"why": "closed"}, None, 0),
}


@pytest.mark.parametrize("case", EARLIER)
def test_earlier_facts_give_the_points_that_they_gave(case):
    kind, params, facts, points, judged = EARLIER[case]

    assert (points_of(kind, params, facts), judged_share(kind, facts)) == (points, judged)
    assert account(kind, params, facts).sentences
    assert got(kind, params, facts, 20)


def test_a_mark_before_any_computation_has_no_facts():
    assert judged_share("quiz", {}) == 0
    assert account("quiz", {}, {}).sentences == ("Not computed yet.",)
