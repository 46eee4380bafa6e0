"""A rubric in the words of students: short, with a correct example and no details of the computation."""

import re
from fractions import Fraction

import pytest
from django.utils import translation

from classrooms.assess.grading import criteria
from classrooms.assess.grading.criteria import points_of
from classrooms.assess.grading.criterion import REASONS
from classrooms.assess.grading.points import FULL, mark_words
from classrooms.assess.grading.student_words import explained, got
from classrooms.assess.grading.words import account

METHOD = re.compile(
    r"\b(weights?|seats?|bots?|rank(ed|s)?|sampl\w+|percentiles?|shares?|poids|places?|robots?|rangs?|échantillon\w*)\b"
)
KINDS = [criterion.kind for criterion in criteria.every()]
USUAL = {"project": {"curve": "usual"}, "decisions": {"zero": 2}}
TARGETS = [
    {"label": {"en": "Duration", "fr": "Délai"}, "value": 427, "target": 380, "met": False, "missed_by": 47},
    {"label": {"en": "Failures", "fr": "Défaillances"}, "value": 18, "target": 20, "met": True, "missed_by": 0},
]
OWNER = {"match": 1, "team": "Lintel", "role": {"en": "Owner", "fr": "Maître d’ouvrage"}, "n": 1000}
REACHED = {**OWNER, "score": 40, "best": 29, "middle": 9, "worst": -9}


def said(kind, facts=None):
    params = USUAL.get(kind, {})
    return [*explained(kind, params, 20), *(got(kind, params, facts, 20) if facts else ())]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("kind", KINDS)
def test_each_line_is_three_short_texts_without_a_word_of_method(kind, language):
    with translation.override(language):
        asked, counts, example = said(kind)

    assert asked
    assert counts
    assert bool(example) == (kind != "manual")
    for text in (asked, counts, example):
        assert not METHOD.search(text.lower()), text
        assert all(len(sentence.split()) <= 20 for sentence in re.split(r"[.:] ", text)), text


@pytest.mark.parametrize(
    ("kind", "why"), [(kind, why) for kind in KINDS for why in {**REASONS, **criteria.of(kind).reasons}]
)
def test_why_there_is_nothing_is_said_without_a_seat_or_a_bot(kind, why):
    for text in got(kind, {}, {"why": why}, 20):
        assert text != why
        assert not re.search(r"\b(seats?|bots?)\b", text), text


def test_the_examples_are_what_the_line_gives():
    missed = {"label": {}, "value": 110, "target": 100, "met": False, "missed_by": 10}
    near = points_of("project", USUAL["project"], {"tables": [{"targets": [missed]}]})
    half = points_of("decisions", USUAL["decisions"], {"seats": [{"n": 1, "lost": 100}]})
    three = points_of("peer", {}, {"reviews": 2, "sum": 6})

    assert said("project")[2] == "Example: missing a target by 10 % leaves 12.5 of 20 for this target."
    assert said("decisions")[2] == "Example: with 1 lost per decision, in points, you get 10 of 20."
    assert said("peer")[2] == "Example: 3 on average gives 15 of 20."
    assert (20 * near / FULL, 20 * half / FULL, 20 * three / FULL) == (12.5, 10, 15)
    assert explained("quiz", {}, 100).example == "Example: 8 right answers of 10 give 80 of 100."


def test_a_student_reads_what_the_team_reached_and_what_that_brings():
    assert said("project", {"tables": [{"match": 1, "team": "Lintel", "targets": TARGETS}]})[3:] == [
        "Duration: 427. The target of 380 is missed by 47: 11.3 of 20.",
        "Failures: 18. The target of 20 is met: 20 of 20.",
    ]


def test_an_owner_who_sank_the_project_reads_why_the_own_points_bring_no_more():
    assert said("objectives", {"seats": [{**REACHED, "project": 4000}]})[3:] == [
        "Owner: you reached 40. Usual is 9, very good is 29.",
        "The project result is 8 of 20, so your own points give no more.",
    ]
    assert said("objectives", {"seats": [{**REACHED, "project": FULL}]})[3:] == [
        "Owner: you reached 40. Usual is 9, very good is 29."
    ]


TAKEN = {**OWNER, "people": 1, "owed": 12, "own": 8, "late": 1, "default": 1, "partner": 0, "bot": 1, "instructor": 0,
         "plan": 0, "before": 1, "after": 0, "excused": 0}  # fmt: skip


def test_a_student_reads_who_took_the_decisions_that_they_did_not_take():
    assert said("participation", {"seats": [TAKEN]})[3:] == [
        "Owner: you took 8 of 12 decisions yourself and in time.",
        "Of the others: 1 before you came, 1 too late, 1 at the deadline, 1 by others.",
    ]
    shared = {**TAKEN, "people": 2, "own": 12, "late": 0, "default": 0, "bot": 0, "before": 0, "excused": 1}
    assert said("participation", {"seats": [shared]})[3:] == [
        "Owner, shared by 2: you took 12 of 12 decisions yourself and in time.",
        "1 more decision is excused and does not count.",
    ]


def test_a_student_reads_what_decisions_cost_without_its_error():
    assert said("decisions", {"seats": [{**OWNER, "n": 4, "lost": 380, "error": 40}]})[3:] == [
        "Owner: 4 decisions were compared with the best choice. Each cost 0.95 points on average.",
    ]
    assert said("decisions", {"seats": [{**OWNER, "n": 4, "lost": -40, "error": 40}]})[-1].startswith("Below 0:")


def test_a_line_that_others_played_too_counts_by_the_own_part():
    seat = {**REACHED, "own": 3, "of": 10, "people": 1}

    assert said("objectives", {"seats": [seat]})[-1] == (
        "You took 3 of the 10 decisions of your role. The line counts by that part."
    )


def test_a_rank_that_was_published_before_is_told_as_a_rank():
    ranked = {"source": "bots", "seats": [{**OWNER, "score": 21, "below": 620, "equal": 40}]}

    assert got("objectives", {}, ranked, 20) == ("Owner: you reached 21.",)
    told = account("objectives", {}, {**ranked, "seats": [{**ranked["seats"][0], "match": 1}]})
    assert told.rule == "The rank of the points among matches of the same role."
    assert told.sentences[1] == "Judged by its rank: better than 620 of 1000 matches, as good as 40."


def test_a_mark_in_a_sentence_has_no_empty_decimal():
    assert [mark_words(Fraction(each), 20) for each in ("0", "1/2", "5/8", "1")] == ["0", "10", "12.5", "20"]
