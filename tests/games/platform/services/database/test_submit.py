"""The service that writes moves, one at a time."""

import pytest

from games.catalogue.domego.rules.moves import Allocate, Buy, Offer
from games.engine import codec
from games.engine.errors import IllegalMove
from games.models import AuthorKind, Status
from games.platform.errors import BadRequest, MatchNotRunning, StaleDecision, SubmissionReused
from games.platform.pace import Pace
from games.platform.selectors import decisions_open_in
from games.platform.selectors.position import game_of, state_of
from games.platform.selectors.replaying import difference
from games.platform.services.authors import BOT, Author
from games.platform.services.matches import match_pause
from games.platform.services.moves import submit
from tests.games.factories import match_of, person, play, play_default, record_of

pytestmark = pytest.mark.django_db

BUY = "activity-1/buy/owner"


def test_moves_are_numbered_without_gaps_and_the_snapshot_is_what_a_replay_gives():
    match = match_of(scenario="pair")

    while not match.is_over:
        play_default(match)

    rows = list(match.moves.order_by("number"))
    assert [row.number for row in rows] == list(range(match.number + 1))
    assert rows[-1].state_hash == codec.state_hash(match.state.encode())
    assert [event.number for event in match.events.order_by("number")] == list(range(1, match.events.count() + 1))
    assert difference(match) is None


def test_a_move_is_stored_with_its_author_and_answers_its_decision():
    ada = person()
    match = match_of(ada)

    row = play(match, 0, BUY, Buy(3), ada).move

    assert (row.number, row.seat, row.key, row.kind, row.args) == (1, 0, BUY, "buy", {"kind": "buy", "quantity": 3})
    assert (row.author_kind, row.author) == (AuthorKind.PLAYER, ada)
    decision = match.decisions.get(key=BUY)
    assert (decision.closed_by, decision.closed_at) == (row, row.created_at)
    opened = match.decisions.filter(closed_at__isnull=True).values_list("seat", "key", "opened_number")
    assert list(opened) == [(0, "activity-1/allocate/owner", 1)]


def fields(row):
    return {name: value for name, value in vars(row).items() if not name.startswith("_")}


@pytest.mark.parametrize("limits", [Pace(), Pace(mode="async", bank=30)])
def test_what_is_pending_after_a_move_is_what_the_database_says(limits):
    match = match_of(*[person() for _ in range(6)], pace_of_match=limits)
    most = 0

    while not match.is_over:
        done = play_default(match)

        most = max(most, len(done.pending))
        assert [fields(row) for row in done.pending] == [fields(row) for row in decisions_open_in(match.pk)]
    assert most > 3


def test_whoever_decides_has_seen_what_the_page_told_and_no_more():
    ada = person()
    match = match_of(ada)

    def seen_after(shown):
        rules, state = game_of(match).rules, state_of(match)
        prompt = next((each for each in rules.prompts(state) if each.seat == 0 and not each.optional), None)
        if prompt is None:
            play_default(match)
            return seen_after(shown)
        play(match, 0, prompt.key, rules.default(state, 0, prompt.key), ada, shown=shown)
        return match.seats.get(index=0).holders.get().seen_number

    assert [seen_after(shown) for shown in (7, 0, None, 2, 1)] == [None, 0, 0, 2, 2]
    with pytest.raises(StaleDecision):
        play(match, 0, BUY, Buy(3), ada, shown=3)
    assert match.seats.get(index=0).holders.get().seen_number == 2


def test_the_same_submission_again_is_the_first_one_and_changes_nothing():
    ada = person()
    match = match_of(ada)
    first = play(match, 0, BUY, Buy(3), ada, submission_id="one")
    before = record_of(match)

    again = play(match, 0, BUY, Buy(3), ada, submission_id="one")

    assert (again.move, again.repeated, first.repeated) == (first.move, True, False)
    assert record_of(match) == before


def test_the_same_submission_is_known_when_the_match_is_paused_or_over():
    ada = person()
    match = match_of(ada, scenario="tiny")
    first = play(match, 0, BUY, Buy(1), ada, submission_id="one")
    match_pause(match_id=match.pk)

    assert play(match, 0, BUY, Buy(1), ada, submission_id="one").move == first.move


@pytest.mark.parametrize(
    ("key", "move"),
    [(BUY, Buy(4)), (BUY, Allocate(3)), ("activity-1/allocate/owner", Buy(3))],
    ids=["another quantity", "another kind", "another prompt"],
)
def test_a_submission_id_with_another_body_is_refused(key, move):
    ada = person()
    match = match_of(ada)
    play(match, 0, BUY, Buy(3), ada, submission_id="one")
    before = record_of(match)

    with pytest.raises(SubmissionReused):
        play(match, 0, key, move, ada, submission_id="one")

    assert record_of(match) == before


def test_a_submission_id_of_somebody_else_is_refused():
    ada, bob = person(), person()
    match = match_of(ada)
    play(match, 0, BUY, Buy(3), ada, submission_id="one")

    with pytest.raises(SubmissionReused):
        play(match, 0, BUY, Buy(3), bob, submission_id="one")


def test_a_submission_id_counts_for_its_seat_only():
    ada = person()
    match = match_of(ada, ada, scenario="pair")
    play(match, 0, BUY, Buy(1), ada, submission_id="one")

    play(match, 1, "activity-1/buy/builder", Buy(1), ada, submission_id="one")

    assert list(match.moves.values_list("number", "submission_id")) == [(0, None), (1, "one"), (2, "one")]


@pytest.mark.parametrize("submission_id", ["", "bot:0:" + BUY, "a\0b", "a\n", "x" * 101, "é"])
def test_people_cannot_choose_the_submission_ids_of_bots_or_unreadable_ones(submission_id):
    ada = person()
    match = match_of(ada)
    before = record_of(match)

    with pytest.raises(BadRequest):
        play(match, 0, BUY, Buy(3), ada, submission_id=submission_id)

    assert record_of(match) == before


@pytest.mark.parametrize(
    ("seat", "key"),
    [(0, "activity-2/buy/owner"), (1, BUY), (0, "a\0key"), (99, BUY), (2**70, BUY)],
    ids=["closed", "another seat", "no key at all", "no such seat", "no number a database has"],
)
def test_an_answer_to_a_question_that_is_not_open_is_stale_and_plays_nothing(seat, key):
    match = match_of()
    before = record_of(match)

    with pytest.raises(StaleDecision):
        submit(match_id=match.pk, seat=seat, key=key, move=Buy(0), by=Author(AuthorKind.PLAYER), submission_id="one")

    assert record_of(match) == before


def test_an_illegal_move_changes_nothing():
    match = match_of()
    before = record_of(match), state_of(match)

    with pytest.raises(IllegalMove) as refused:
        play(match, 0, BUY, Buy(151))

    assert (refused.value.code, refused.value.params) == (
        "quantity_over_money",
        {"quantity": 151, "price": 1, "money": 150},
    )
    assert (record_of(match), state_of(match)) == before


def test_a_move_of_another_kind_than_the_prompt_asks_is_illegal():
    match = match_of()

    with pytest.raises(IllegalMove) as refused:
        play(match, 0, BUY, Offer(3))

    assert refused.value.code == "wrong_move"


def test_nobody_moves_in_a_paused_match():
    match = match_of()
    match_pause(match_id=match.pk)
    before = record_of(match)

    with pytest.raises(MatchNotRunning) as refused:
        play(match, 0, BUY, Buy(3))

    assert refused.value.params == {"status": Status.PAUSED}
    assert record_of(match) == before


def test_a_thought_about_an_earlier_position_is_stale():
    match = match_of(scenario="pair")
    play(match, 1, "activity-1/buy/builder", Buy(1))
    before = record_of(match)

    with pytest.raises(StaleDecision):
        submit(match_id=match.pk, seat=0, key=BUY, move=Buy(1), by=BOT, at_number=0)

    assert record_of(match) == before


def test_the_last_move_finishes_the_match_with_a_result():
    match = match_of(scenario="tiny")

    while not match.is_over:
        play_default(match)

    assert (match.status, match.result["scores"], match.result["places"]) == (Status.FINISHED, [-5, -5], [1, 1])
    assert match.ended_at == match.moves.get(number=match.number).created_at
    assert not match.decisions.filter(closed_at__isnull=True).exists()
