"""Events of the facilitator in stored matches: brought at once, planned for a turn, cancelled."""

from datetime import timedelta

import pytest

from games.engine.draws import FastDraws
from games.engine.errors import IllegalMove
from games.engine.export import verify, write
from games.engine.facilitation import Brought
from games.models import AuthorKind, Intervention, Move, Status
from games.platform.errors import BadRequest, MatchNotRunning, UndoBuiltOn
from games.platform.selectors.event_log import history
from games.platform.selectors.position import game_of, state_of
from games.platform.selectors.replaying import difference, exported
from games.platform.services.authors import BOT, Author
from games.platform.services.facilitation import brought_of, event_bring, event_cancel, event_plan, plans_open
from games.platform.services.forks import match_step_back
from games.platform.services.interventions import Actor
from games.platform.services.matches import match_pause
from games.platform.services.moves import submit
from games.platform.services.undo import move_take_back
from tests.games.factories import NOW, match_of, person

pytestmark = pytest.mark.django_db

Kind = Intervention.Kind
STRIKE = Brought("strike", 4)


@pytest.fixture
def lecturer():
    return person("lecturer")


@pytest.fixture
def match(no_broker):
    return match_of(person())


def actor(lecturer, **more):
    return Actor(lecturer, at=NOW + timedelta(minutes=5), **more)


def test_an_event_is_the_next_move_by_its_own_author_with_an_intervention(match, lecturer):
    before = match.revision

    note = event_bring(match_id=match.pk, brought=STRIKE, actor=actor(lecturer, reason="a lesson on delays"))

    match.refresh_from_db()
    row = Move.objects.get(match=match, number=match.number)
    assert (row.number, row.seat, row.key, row.kind, row.args) == (
        1, None, "event-1", "brought", {"kind": "brought", "event": "strike", "amount": 4, "seat": None},
    )  # fmt: skip
    assert (row.author_kind, row.author, row.submission_id) == (AuthorKind.BROUGHT, lecturer, None)
    assert (note.kind, note.number, note.seat, note.reason) == ("event", 1, None, "a lesson on delays")
    assert (note.params, brought_of(note)) == ({"event": "strike", "amount": 4, "marked": False, "turn": 1}, STRIKE)
    assert match.revision == before + 1
    assert [(each.kind, each.data["card"]) for each in history(match, range(6), length=1).events] == [
        ("effect_deferred", "event:strike")
    ]
    assert difference(match) is None


def test_a_repeated_press_brings_it_once(match, lecturer):
    pressed = actor(lecturer)

    event_bring(match_id=match.pk, brought=STRIKE, actor=pressed)
    again = event_bring(match_id=match.pk, brought=STRIKE, actor=pressed)

    assert again is None
    assert (match.moves.count(), match.interventions.count()) == (2, 1)


@pytest.mark.parametrize(
    ("brought", "code"),
    [
        (Brought("flood", 1), "no_such_event"),
        (Brought("strike", 11), "amount_out_of_range"),
        (Brought("strike", 0), "amount_out_of_range"),
        (Brought("strike", 1, 0), "no_such_event"),
        (Brought("bonus", 1), "no_such_event"),
        (Brought("bonus", 1, 6), "no_such_event"),
    ],
)
def test_an_event_that_the_rules_do_not_offer_leaves_everything_as_it_was(match, lecturer, brought, code):
    before = (match.number, match.revision, match.state)

    with pytest.raises(IllegalMove, match=code):
        event_bring(match_id=match.pk, brought=brought, actor=actor(lecturer))

    match.refresh_from_db()
    assert ((match.number, match.revision, match.state), match.interventions.count()) == (before, 0)


def test_a_paused_match_takes_no_event(match, lecturer):
    match_pause(match_id=match.pk)
    with pytest.raises(MatchNotRunning):
        event_bring(match_id=match.pk, brought=STRIKE, actor=actor(lecturer))

    assert match.moves.count() == 1


def test_a_move_before_an_event_cannot_be_taken_back(match, lecturer):
    ada = match.seats.get(index=0).holders.get().user
    prompt = next(each for each in game_of(match).rules.prompts(state_of(match)) if each.seat == 0)
    move = game_of(match).rules.default(state_of(match), 0, prompt.key)
    made = submit(match_id=match.pk, seat=0, key=prompt.key, move=move, by=Author(AuthorKind.PLAYER, ada)).move
    event_bring(match_id=match.pk, brought=STRIKE, actor=actor(lecturer))

    with pytest.raises(UndoBuiltOn):
        move_take_back(match_id=match.pk, number=made.number, by=ada)


def to_turn(match, turn):
    """Play bots' answers until the match reaches an activity or its end."""
    chance = FastDraws(1)
    while match.status == Status.RUNNING:
        match.refresh_from_db()
        rules, state = game_of(match).rules, state_of(match)
        if state.turn >= turn or not rules.prompts(state):
            return
        prompt = next(each for each in rules.prompts(state) if not each.optional)
        move = game_of(match).bot("balanced").answer(state, prompt, chance)
        move = move or rules.default(state, prompt.seat, prompt.key)
        submit(match_id=match.pk, seat=prompt.seat, key=prompt.key, move=move, by=BOT)


def test_a_planned_event_comes_with_the_move_that_reaches_its_turn(match, lecturer):
    plan = event_plan(match_id=match.pk, brought=STRIKE, turn=3, actor=actor(lecturer, reason="as planned"))
    match.refresh_from_db()
    assert (match.number, [each.pk for each in plans_open([match.pk])]) == (0, [plan.pk])

    to_turn(match, 2)
    assert [each.pk for each in plans_open([match.pk])] == [plan.pk]
    to_turn(match, 3)

    note = match.interventions.get(kind=Kind.EVENT)
    brought = match.moves.get(author_kind=AuthorKind.BROUGHT)
    assert (note.params, note.number) == (
        {"event": "strike", "amount": 4, "marked": False, "turn": 3, "plan": plan.pk},
        brought.number,
    )
    assert (note.by, note.reason, brought.author) == (lecturer, "as planned", lecturer)
    assert [each.turn for each in brought.events.all()] == [3]
    assert plans_open([match.pk]) == []
    assert match.moves.get(number=brought.number - 1).author_kind == AuthorKind.BOT
    to_turn(match, 5)
    assert match.moves.filter(author_kind=AuthorKind.BROUGHT).count() == 1
    assert difference(match) is None


def test_a_cancelled_plan_does_not_come(match, lecturer):
    plan = event_plan(match_id=match.pk, brought=STRIKE, turn=2, actor=actor(lecturer))

    done = event_cancel(match_id=match.pk, plan_id=plan.pk, actor=actor(lecturer))
    again = event_cancel(match_id=match.pk, plan_id=plan.pk, actor=actor(lecturer))
    to_turn(match, 3)

    assert (done.kind, done.params, again) == (Kind.EVENT_OFF, {"plan": plan.pk}, None)
    assert not match.moves.filter(author_kind=AuthorKind.BROUGHT).exists()


def test_a_planned_event_that_is_impossible_then_is_cancelled_and_the_move_counts(match, lecturer):
    plan = event_plan(match_id=match.pk, brought=Brought("penalty", 99, 0), turn=2, actor=actor(lecturer))

    to_turn(match, 2)

    off = match.interventions.get(kind=Kind.EVENT_OFF)
    assert off.params == {"plan": plan.pk, "refused": "amount_out_of_range"}
    assert (state_of(match).turn, plans_open([match.pk])) == (2, [])


def test_a_turn_that_has_begun_and_a_match_that_is_over_take_no_plan(match, lecturer):
    with pytest.raises(BadRequest):
        event_plan(match_id=match.pk, brought=STRIKE, turn=1, actor=actor(lecturer))
    to_turn(match, 99)

    with pytest.raises(MatchNotRunning):
        event_plan(match_id=match.pk, brought=STRIKE, turn=99, actor=actor(lecturer))
    with pytest.raises(MatchNotRunning):
        event_bring(match_id=match.pk, brought=STRIKE, actor=actor(lecturer))

    assert match.interventions.count() == 0


def test_a_whole_match_with_events_verifies_as_an_export_and_a_fork_keeps_them(match, lecturer):
    event_bring(match_id=match.pk, brought=Brought("help", 5), actor=actor(lecturer))
    event_plan(match_id=match.pk, brought=Brought("inspection", 1), turn=4, actor=actor(lecturer))
    to_turn(match, 5)
    back = actor(lecturer, reason="once more")
    fork = match_step_back(match_id=match.pk, number=match.number - 1, same_cards=True, actor=back)
    to_turn(fork, 99)

    assert fork.moves.filter(author_kind=AuthorKind.BROUGHT).count() == 2
    assert difference(fork) is None
    export = exported(fork)
    assert verify(write(export), game_of(fork)).chain == export.chain
