"""Decision quality: a line of the rubric that rests on the losses of a student's decisions in the analysis."""

from math import hypot

import pytest

from classrooms.assess.grading import criteria
from classrooms.assess.grading.criteria import points_of
from classrooms.assess.grading.rubric import book_ensure, sources
from classrooms.assess.grading.services.grades import grades_compute
from classrooms.assess.grading.words import account
from classrooms.hooks import ANALYSED
from games.engine import codec, registry
from tests.classrooms.assess.grading.deciding import analysed, moves_of, weighed
from tests.classrooms.assess.grading.sessions import (
    end,
    everybody_moves,
    facts_of,
    marks_of,
    matches_of,
    people,
    session_with,
)

USUAL = criteria.of("decisions").usual_params()


def graded(*team, **more):
    """A session with the line, in which everybody made three moves; and its match, which is over."""
    play_session = session_with(list(team), **more)
    book_ensure(play_session=play_session).lines.create(kind="decisions", weight=10, params=USUAL)
    for _move in range(3):
        everybody_moves(play_session)
    (match,) = matches_of(play_session)
    end(match, (5,) * 6)
    return play_session, match


@pytest.mark.django_db
def test_it_is_what_own_decisions_lost_on_average_with_its_standard_error():
    ann, bob = people(2)
    play_session, match = graded(ann, bob)
    costs = {ann: [(1.5, 0.3), (0.0, 0.4), (0.9, 0.0)], bob: [(4.0, 1.0), (4.0, 1.0), (0.4, 1.0)]}
    analysed(
        match,
        [
            weighed(number, seat, *cost)
            for seat, user in enumerate((ann, bob))
            for number, cost in zip(moves_of(match, user), costs[user], strict=True)
        ],
    )

    grades_compute(play_session=play_session)

    facts = facts_of(play_session, "decisions", ann)
    (seat,) = facts["seats"]
    assert (seat["n"], seat["lost"], seat["error"]) == (3, 240, round(100 * hypot(0.3, 0.4)))
    # 0.8 points a decision, with nothing left at 2; Bob lost 2.8.
    assert marks_of(play_session, "decisions") == {"student-01": 6000, "student-02": 0}
    told = account("decisions", USUAL, facts)
    assert "3 own decisions were weighed. They cost 0.80 ± 0.17 points each, on average." in told.sentences[0].replace(
        "\xa0", " "
    )
    assert f"/matches/{match.pk}/analysis/" in [source.url for source in told.sources]


@pytest.mark.django_db
def test_what_others_decided_at_the_seat_counts_for_nobody():
    ann = people(1)[0]
    play_session, match = graded(ann)
    numbers = moves_of(match, ann)
    match.moves.filter(number=numbers[1]).update(author_kind="bot", author=None)
    analysed(match, [weighed(number, 0, 1.0, 0.1) for number in numbers])

    grades_compute(play_session=play_session)

    assert facts_of(play_session, "decisions", ann) == {"why": "few_decisions"}


@pytest.mark.django_db
def test_it_waits_for_the_analysis_and_follows_it():
    ann = people(1)[0]
    play_session, match = graded(ann)
    grades_compute(play_session=play_session)
    assert facts_of(play_session, "decisions", ann) == {"why": "not_analysed"}

    analysed(match, [weighed(number, 0, 0.0, 0.1) for number in moves_of(match, ann)])
    for follow in ANALYSED:
        follow(match)

    assert marks_of(play_session, "decisions") == {"student-01": 10000}


@pytest.mark.django_db
def test_it_is_off_at_first_and_offered_only_where_decisions_can_be_judged():
    play_session = session_with(people(2), game="dominyam", scenario="players_02")
    assert "decisions" in sources(play_session)
    assert not book_ensure(play_session=play_session).lines.filter(kind="decisions").exists()

    play_session.options = {"chances": "show"}
    assert "decisions" not in sources(play_session)


@pytest.mark.django_db
def test_where_choices_were_priced_while_playing_nobody_is_judged():
    ann, bob = people(2)
    play_session, match = graded(ann, bob, game="dominyam", scenario="players_02", options={"chances": "show"})
    analysed(match, [weighed(number, 0, 1.0, 0.1) for number in moves_of(match, ann)])

    grades_compute(play_session=play_session)

    assert facts_of(play_session, "decisions", ann) == {"why": "priced"}


@pytest.mark.parametrize("key", sorted(game.key for game in registry.all_games() if game.analysis is not None))
def test_every_analysed_game_says_whether_its_usual_options_price_choices(key):
    game = registry.get(key)
    usual = codec.read_options("{}", game.rules.options_type)

    assert game.analysis.priced(usual) is (key == "dominato")  # whose helper is on where nobody said otherwise


@pytest.mark.parametrize(("lost", "points"), [(-30, 10000), (0, 10000), (300, 5000), (600, 0), (900, 0)])
def test_points_fall_in_a_straight_line(lost, points):
    facts = {"seats": [{"n": 1, "lost": lost // 3, "error": 0}, {"n": 2, "lost": lost - lost // 3, "error": 0}]}

    assert points_of("decisions", {"zero": 2}, facts) == points


def test_with_nothing_to_lose_any_loss_is_all():
    assert [points_of("decisions", {"zero": 0}, {"seats": [{"n": 3, "lost": lost}]}) for lost in (0, 1)] == [10000, 0]
