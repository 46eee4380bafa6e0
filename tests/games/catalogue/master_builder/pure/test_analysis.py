"""The value of decisions and lots of Master Builder, in money at the end."""

import pytest
from django.utils import translation
from msgspec import structs

from games.catalogue.master_builder.analysis import ANALYST
from games.catalogue.master_builder.analysis.analyst import weighed
from games.catalogue.master_builder.analysis.courses import after, as_seen, fortunes, played_on, with_other_lots
from games.catalogue.master_builder.analysis.ways import Way, is_weighed, way, ways
from games.catalogue.master_builder.analysis_words import WORDS
from games.catalogue.master_builder.game import GAME
from games.catalogue.master_builder.rules import events
from games.catalogue.master_builder.rules.happenings import current
from games.catalogue.master_builder.rules.moves import Build, Choose, Hire, Pass, Raise
from games.catalogue.master_builder.rules.prompts import find
from games.catalogue.master_builder.rules.rules import RULES
from games.catalogue.master_builder.rules.types import Auction, Market, Options
from games.catalogue.master_builder.rules.view import view_of
from games.engine.analysis import Match, decided_otherwise, reckon
from games.engine.analysis.played import Fresh, Step
from games.engine.draws import LabelledDraws, derive
from games.engine.playout import playout
from games.engine.replay import SeedFrom
from tests.games.catalogue.master_builder.matches import VARIANTS
from tests.games.catalogue.master_builder.matches import played as played_before
from tests.games.catalogue.master_builder.table import CLASSIC, pieces, site, start, town

SEED = bytes(range(32))
ASKS = next(card.id for card in CLASSIC.events if card.ops[0].op == "pay_or_unavailable")


def match_of(strengths, scenario=GAME.micro["crew"], **options):
    """A match that bots played, one a seat."""
    loaded, chosen, moves, draws = RULES.load_scenario(scenario), Options(**options), [], LabelledDraws(SEED)
    playout(
        RULES,
        RULES.setup(loaded, chosen, len(strengths), draws),
        [GAME.bot(strength) for strength in strengths],
        draws,
        bot_draws=Fresh(derive(SEED, "bots")),
        on_move=lambda played: moves.append((played.seat, played.key, played.move)),
    )
    return Match(GAME, loaded, chosen, len(strengths), (SeedFrom(0, SEED.hex()),), tuple(moves))


@pytest.fixture(scope="module")
def small():
    """A small match: two rounds of two players."""
    return match_of(["random", "strong"])


@pytest.fixture(scope="module")
def found(small):
    return reckon(small, SEED, playouts=4)


def step_of(position, seat, move, number=1):
    """A recorded move of a laid out position."""
    prompt = next(each for each in RULES.prompts(position.state) if each.seat == seat and is_weighed(each.kind, move))
    return Step(number, seat, prompt.key, move, position.state)


def last_plan():
    """The plan of the last round: two sections of the North Wall are missing, and all workers are there."""
    return town(
        phase="plan",
        round=6,
        cash=[40, 40],
        crews=["T1 T2 A1 A2 A3 A4", ""],
        sites=[[site(1, "wall_1_core", "wall_1_face", "wall_1_back", "wall_2_core")], []],
    )


def test_a_section_left_out_of_the_last_plan_costs_what_the_bank_then_keeps_back():
    """With both sections the contract pays 48, without any 48 less 20 for each. No luck is left in the round."""
    position = last_plan()

    choice = weighed(CLASSIC, step_of(position, 0, Build()), SEED, 4)

    made, best = (choice.samples[index] for index in (0, 1))
    assert choice.intents[1].move == Build(pieces(1, "wall_2_face", "wall_2_back"))
    assert {more[0] - less[0] for less, more in zip(made, best, strict=True)} == {100 * 40}


def test_what_both_bots_would_do_as_well_is_no_decision():
    position = last_plan()
    best = Build(pieces(1, "wall_2_face", "wall_2_back"))

    assert weighed(CLASSIC, step_of(position, 0, best), SEED, 4) is None


def test_idle_workers_and_their_wages_stand_beside_a_plan():
    position = last_plan()

    none = way(position.state, 0, Build())

    assert (none.idle, none.idle_wages) == (6, sum(each.wage for each in position.state.firms[0].crew))
    assert [each for each in ways(position.state, 0, "round-6/plan") if each == none] == [none]


def test_a_loan_is_told_with_what_it_costs_back():
    position = town(phase="wages", round=3, cash=[2, 40], crews=["M1 T5", "A1"], deck=[9])
    step = step_of(position, 0, next(each for each in position.choices(0, "borrow")))

    assert [(each.price, each.back) for each in ways(position.state, 0, step.key)] == [(10, 13), (30, 38)]


def auction(limits=(0, 0)):
    """An auction of the Baker's House at 6; the other player has bid."""
    position = town(phase="contracts", cash=[40, 40], crews=["F1 T1 T2 A1", "F2 T3 T4 A2"], lots=[4], deck=[9, 11])
    running = Auction(4, 1, 6, (1, 0), 0, limits)
    position.state = structs.replace(position.state, market=Market(1, (), running))
    return position


def test_a_bid_is_held_against_leaving_the_contract_and_a_limit_of_others_is_not_known():
    """The verdict is the same without limits and with a rival whose limit is 30."""
    one, other = (weighed(CLASSIC, step_of(auction(limits), 0, Raise(33)), SEED, 20) for limits in ((0, 0), (0, 30)))

    assert Pass() in [each.move for each in one.intents]
    assert one.samples == other.samples
    made, leave = one.samples[0], one.samples[[each.move for each in one.intents].index(Pass())]
    assert sum(each[0] for each in made) < sum(each[0] for each in leave)


def test_luck_is_told_of_rounds_by_their_events_and_contracts_alone():
    """The next worker on a stack is no lot, and the set-up belongs to the first move."""
    match = match_of(["thrifty", "thrifty"])
    steps = {step.number: step for step in match.steps()[0]}

    found = [step.number for step, _rows in fortunes(match, SEED, 1)]

    def lots(step):
        """Did the move reveal lots? The only event of the small scenario is no lot any more once it lies under the
        deck.
        """
        draws = LabelledDraws(SEED)
        outcome = RULES.apply(step.before, step.seat, step.key, step.move, draws)
        return draws.taken and any(isinstance(each, events.EventTurned | events.Revealed) for each in outcome.events)

    assert set(found) == {1, *(number for number, step in steps.items() if lots(step))}


def test_luck_of_what_might_as_well_have_come_is_its_difference_from_what_came(small):
    (step, rows), *_more = fortunes(small, SEED, 2)

    luck = derive(SEED, "lots/1/0")
    other = RULES.setup(small.scenario, small.options, 2, LabelledDraws(derive(luck, "set-up"))).state
    came, might = (played_on(each, derive(luck, "set-up")) for each in (step.before, other))

    assert [row[0] for row in rows] == [one - two for one, two in zip(came, might, strict=True)]


def test_a_match_is_reckoned_alike_twice_and_every_seat_has_an_account(small, found):
    assert found == reckon(small, SEED, playouts=4)
    assert [(each.seat, each.turns) for each in found.accounts] == [(0, 2), (1, 2)]
    assert {each.seat for each in found.weighing.decisions} == {0, 1}


def test_work_is_called_off_at_the_next_step(small):
    class Off(Exception):
        pass

    def off(share):
        raise Off

    with pytest.raises(Off):
        reckon(small, SEED, playouts=4, progress=off)


@pytest.mark.parametrize(
    ("op", "workers", "words"),
    [
        ("unavailable", ("T1",), "Town fair: Anselme (T) away for the round"),
        ("dismiss", ("T1", "A1"), "Town fair: dismiss Anselme (T) and Amaury (A)"),
        ("raise_or_leave", (), "Town fair: a raise of 2k for nobody"),
        ("pay_or_unavailable", ("A1",), "Town fair: pay 2k each for Amaury (A)"),
    ],
)
def test_whom_an_event_touches_is_told_with_what_it_does_to_them(op, workers, words):
    chosen = Way(Choose(workers), price=2, event="E01", op=op)

    assert WORDS.intent(CLASSIC, "", 0, chosen) == words


def test_the_event_that_asks_for_workers_is_kept_with_the_answer():
    position = town(phase="events", cash=[40, 40], crews=["M1 T5 A1", ""], event=ASKS)
    step = step_of(position, 0, position.choices(0, "choose")[0])
    _number, operation = current(position.state)

    found = {(each.event, each.op, each.price) for each in ways(position.state, 0, step.key)}

    assert found == {(ASKS, operation.op, operation.amount)}


@pytest.mark.parametrize(("language", "word"), [("en", "neither hire nor fire"), ("fr", "ni embaucher ni renvoyer")])
def test_every_choice_has_words(language, word):
    match = match_of(["random", "random"], GAME.scenarios["classic_2"])
    with translation.override(language):
        said = [
            WORDS.intent(match.scenario, each.topic, each.seat, intent)
            for step in match.steps()[0]
            for each in ANALYST.spot([step])
            for intent in (each.intent, *ANALYST.alternatives(step.before, each))
        ]

    assert word in said
    assert [text for text in said if not text or "%(" in text] == []


def test_a_state_as_seen_looks_the_same_and_knows_what_has_come():
    """Only events of the deck and of other hands are dealt anew."""
    start_, moves, _end = played_before(3, "all_variants", 3)
    for state in (start_.state, *(move.state for move in moves))[::7]:
        for seat in range(3):
            seen = as_seen(CLASSIC, state, seat, SEED)

            assert view_of(seen, seat) == view_of(state, seat)
            assert (seen.economy, seen.events.back) == (state.economy, state.events.back)
            assert _events(seen) == _events(state)


def _events(state):
    return sorted((*state.events.unseen, *(event for firm in state.firms for event in firm.events)))


def test_other_lots_leave_whoever_comes_up_on_a_stack_by_the_same_move():
    """The last hire of a phase reveals the contracts, too."""
    position = town(phase="hire", round=2, cash=[40, 40], crews=["", ""], deck=[1, 2, 3, 4, 5])
    state = structs.replace(position.state, hiring=structs.replace(position.state.hiring, go=3, at=1))
    seat = state.order[1]
    prompt = next(each for each in RULES.prompts(state) if each.kind == "hire" and each.seat == seat)
    step = Step(1, seat, prompt.key, Hire("A"), state)
    came = RULES.apply(state, seat, prompt.key, step.move, LabelledDraws(SEED)).state
    might = [with_other_lots(step, SEED, derive(SEED, f"other/{number}")) for number in range(9)]

    assert {each.stacks for each in might} == {came.stacks}
    assert len({each.lots for each in might}) > 1


@pytest.mark.parametrize("variant", ["plain", "all_variants"])
def test_each_choice_is_a_move_that_the_rules_allow_also_where_it_is_dealt_anew(variant):
    start_, moves, _end = played_before(2, variant, 3)
    before = [start_.state, *(move.state for move in moves)]
    for state, move in zip(before[::3], moves[::3], strict=False):
        kind = find(state, move.seat, move.key).kind
        if is_weighed(kind, move.move):
            seen = as_seen(CLASSIC, state, move.seat, SEED)
            for each in ways(state, move.seat, move.key):
                assert way(state, move.seat, each.move) == each
                RULES.apply(seen, move.seat, move.key, each.move, LabelledDraws(SEED))


def test_a_course_meets_the_same_luck_again(small):
    step = small.steps()[0][0]

    assert after(step.before, step.seat, step.key, step.move, SEED) == after(
        step.before, step.seat, step.key, step.move, SEED
    )


def test_a_decision_taken_as_it_was_ends_the_same_and_another_one_plays_on(small):
    steps, last = small.steps()
    first = ANALYST.spot(steps)[0]
    other = ANALYST.alternatives(steps[0].before, first)[-1]

    same, changed = decided_otherwise(small, first, first.intent), decided_otherwise(small, first, other)

    assert (same.scores, same.moves) == (ANALYST.scores(last), small.moves)
    assert changed.moves[0][2] == other.move


def test_whoever_was_hired_must_lie_on_top_else_the_bot_decides():
    position = start()
    prompt = next(each for each in RULES.prompts(position.state) if each.kind == "draft")
    meant = way(position.state, 0, Hire("A"))
    after_ = position.hire(0, "A")
    other = next(each for each in RULES.prompts(after_.state) if each.kind == "draft")

    assert ANALYST.carry_out(position.state, prompt, meant).move == Hire("A")
    assert ANALYST.carry_out(after_.state, other, meant).repairs == ("other_table",)
    assert ANALYST.again(position.state, after_.state, Hire("A")) is None
    assert ANALYST.again(position.state, after_.state, Hire("T")) == Hire("T")


def test_nobody_is_marked_where_the_best_plan_can_be_asked_for():
    assert [name for name, options in VARIANTS.items() if ANALYST.priced(options)] == ["hand_once"]
