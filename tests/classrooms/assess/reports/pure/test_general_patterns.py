"""Questions of general patterns: each occurs in a record with its reason, and in no record without it."""

import pytest
from django.utils import translation
from msgspec.structs import replace

from games.ui.patterns import AnswerTime, Collection, Hit, Logged, QuestionTally, Trace, TracedMove
from games.ui.patterns_general import GENERAL, Played

EVENTS = tuple(Logged(place, place, "moved", 1, place % 3, {}) for place in range(6))
QUIET = Trace(
    roles=("Red", "Blue", "Green"),
    held=(True, True, True),
    events=EVENTS,
    moves=tuple(TracedMove(number, number % 3, "player") for number in range(6)),
    answers=tuple(AnswerTime(seat, "move", 20) for seat in range(3)),
    messages=(0, 1, 2, 0, 1, 2, 0, 1, 2),
    quiz=(QuestionTally("Who moves first?", 3, 3),),
)
SCORES = (10, 9, 8)

CASES = {
    "late_answers": (
        {
            "moves": (
                *QUIET.moves[:3],
                TracedMove(3, 1, "deadline"),
                TracedMove(4, 1, "deadline"),
                TracedMove(5, 2, "deadline"),
            )
        },
        "3 decisions were made by deadlines, because answers were late, most often those of the blue.",
        (3, 4, 5),
    ),
    "bot_decided": (
        {"moves": (*QUIET.moves[:5], TracedMove(5, 2, "bot"))},
        "A bot decided once in place of people, for the green.",
        (5,),
    ),
    "mostly_bots": (
        {
            "held": (True, True, False),
            "moves": tuple(TracedMove(n, n % 3, "bot" if n % 3 == 2 else "player") for n in range(6)),
        },
        "2 of 6 moves were those of bots on empty seats.",
        (2, 5),
    ),
    "slow_seat": (
        {"answers": (AnswerTime(0, "a", 20), AnswerTime(1, "b", 20), AnswerTime(2, "c", 600))},
        "The green usually took 10\xa0min for an answer, the others 20\xa0s.",
        (2,),
    ),
    "little_talk": ({"messages": (0,)}, "The team wrote one message to each other in the whole match.", (5,)),
    "one_voice": ({"messages": (0,) * 7 + (1, 2)}, "The red wrote 7 of 9 messages.", (5,)),
    "quiz_missed": (
        {"quiz": (QuestionTally("Who pays?", 1, 3), QuestionTally("When?", 0, 3))},
        "0 of 3 knew the answer to: \u201cWhen?\u201d",
        (5,),
    ),
    "stepped_back": ({"deeds": (("step_back", 4),)}, "The match was taken back to an earlier turn.", (4,)),
    "far_apart": ({}, "The blue ended with 30 k, half of the others with 10 or less.", (5,)),
    "again": ({}, "The match has ended, and its beginning is known.", (0,)),
}


def found(key, **changes):
    scores = (10, 30, 8) if key == "far_apart" else SCORES
    return {each.key: each.hit for each in GENERAL.look(Played(replace(QUIET, **changes), scores, "k"))}


def test_each_has_a_case():
    assert set(CASES) == set(GENERAL.patterns)


@pytest.mark.parametrize("key", CASES)
def test_a_pattern_says_what_happened_and_cites_it(key):
    changes, fact, events = CASES[key]

    hit = found(key, **changes)[key]

    assert (hit.fact, hit.events) == (fact, events)
    assert 0 < hit.weight <= 100


def test_in_a_quiet_match_only_the_last_question_is_there():
    assert set(found("")) == {"again"}
    assert GENERAL.look(Played(Trace(roles=("Red",)), (), "k")) == []


def test_where_nothing_was_drawn_nobody_is_asked_about_luck():
    assert "luck" in found("")["again"].ask
    assert "luck" not in found("", drew=False)["again"].ask


@pytest.mark.parametrize("key", CASES)
def test_a_pattern_is_said_in_french_too(key):
    english = found(key, **CASES[key][0])[key]
    with translation.override("fr"):
        french = found(key, **CASES[key][0])[key]

    assert french.fact != english.fact
    assert french.ask != english.ask


def test_two_patterns_of_one_name_are_refused():
    patterns = Collection()
    patterns.add("late", "time")(lambda play: Hit(weight=1, fact="", ask="", events=()))

    with pytest.raises(ValueError, match="two patterns called late"):
        patterns.add("late", "cost")(lambda play: None)
