"""The account of a match: it adds up, the mean effect of cards is 0, and losses of placements agree with exact ones."""

from collections import Counter
from itertools import islice

import pytest
from msgspec.structs import replace

from games.catalogue.domego.analysis import ANALYST
from games.catalogue.domego.game import GAME
from games.catalogue.domego.rules.moves import Allocate
from games.catalogue.domego.rules.rules import RULES
from games.engine.analysis.accounts import TENTHS
from games.engine.draws import derive
from games.ui.targets import CURVES
from tests.games.catalogue.domego.pure.test_analysis import exact
from tests.games.catalogue.domego.small_site import match_of_bots, small_site
from tests.games.catalogue.domego.table import CLASSIC

SEED = b"account of a played match......."
MIXED = ("expert", "balanced", "random", "minimal", "expert", "random")
TABLES = {"experts": ("expert",) * 6, "balanced": ("balanced",) * 6, "mixed": MIXED, "random": ("random",) * 6}


def account_of(match):
    return ANALYST.judge(match).account


def of_kind(account, kind):
    return account.total(kind)


@pytest.fixture(scope="module", params=[(name, number) for name in TABLES for number in range(3)], ids=str)
def match(request):
    name, number = request.param
    bots = [GAME.bot(strength) for strength in TABLES[name]]
    return match_of_bots(CLASSIC, bots, derive(SEED, f"{name}/{number}"))


def test_it_adds_up_to_the_result_in_points_days_k_and_failures(match):
    account, last = account_of(match), match.steps()[1]

    assert account.reached == (round(match.project(last) / 10), *(TENTHS * each for each in ANALYST.values(last)))
    parts = [account.reference, *(of_kind(account, kind) for kind in ("luck", "decision", "means", "rest"))]
    assert tuple(map(sum, zip(*parts, strict=True))) == account.reached
    assert {each.kind for each in account.entries} <= {"luck", "decision", "means", "rest"}


def test_each_placement_that_counted_is_there_once_and_none_is_worth_more_than_the_best(match):
    placed = {step.key: (step.number, step.seat) for step in match.steps()[0] if isinstance(step.move, Allocate)}

    decisions = [each for each in account_of(match).entries if each.kind == "decision"]

    assert Counter((each.number, each.seat) for each in decisions) == Counter(placed.values())
    assert [each for each in decisions if each.project > 0] == []


def test_what_is_told_of_a_placement_is_what_its_entry_gave_away(match):
    judged = ANALYST.judge(match)
    entries = {each.number: each.project for each in judged.account.entries if each.kind == "decision"}

    assert judged.decisions
    assert {each.number: -round(max(0, each.best.project.value) / 10) for each in judged.decisions} == {
        each.number: entries[each.number] for each in judged.decisions
    }
    alone = set(entries) - {each.number for each in judged.decisions}
    assert [entries[number] for number in alone] == [0] * len(alone)


def test_only_who_could_not_pay_for_a_tier_lacked_the_means(match):
    before = {step.before.turn: step.before for step in match.steps()[0]}

    for entry in account_of(match).entries:
        if entry.kind == "means" and entry.seat >= 0:
            state = before[entry.turn]
            part = next(each for each in state.sheet.activities[entry.turn - 1].parts if each.role == entry.seat)
            firm = state.firms[entry.seat]
            dearest = part.required + part.risk[-1][0] + part.delay[-1][0]
            assert state.bankrupt[entry.seat] or firm.stock + firm.money // state.sheet.high_price < dearest


def test_experts_give_hardly_anything_away_and_who_places_nothing_does():
    expert, minimal = (account_of(match_of_bots(CLASSIC, [GAME.bot(name)], SEED)) for name in ("expert", "minimal"))

    assert of_kind(expert, "decision")[0] > -4 * TENTHS
    assert of_kind(minimal, "decision")[0] < -20 * TENTHS
    assert expert.reference == minimal.reference


def test_what_is_not_attributed_is_below_three_points_in_usual_matches():
    rests = [
        of_kind(account_of(match_of_bots(CLASSIC, [GAME.bot("balanced")], derive(SEED, f"rest/{number}"))), "rest")[0]
        for number in range(20)
    ]

    assert [each for each in rests if abs(each) >= 3 * TENTHS] == []


@pytest.fixture(scope="module")
def built():
    """A match at the small site that minimal bots played: they place only the required cubes."""
    return match_of_bots(small_site(), [GAME.bot("minimal")], SEED)


def test_the_last_placement_gave_away_what_counting_out_says(built):
    steps, _last = built.steps()
    spotted = next(each for each in ANALYST.spot(steps) if each.topic == "activity-2/allocate/owner")
    others = ANALYST.alternatives(steps[spotted.at - 1].before, spotted)
    best = max(exact(built, spotted, intent) for intent in (spotted.intent, *others))

    entry = next(each for each in account_of(built).entries if each.number == spotted.number)

    assert entry.project == pytest.approx((exact(built, spotted, spotted.intent) - best) / 10, abs=1)
    assert entry.project < -TENTHS


def test_the_cards_of_the_last_activity_bring_nothing_on_average():
    """All ways to draw two of five cards in this order, weighted by their frequency: the mean over 400 matches lies
    within four standard errors of 0.
    """
    brought = [
        of_kind(account_of(match_of_bots(small_site(), [GAME.bot("minimal")], derive(SEED, f"{n}"))), "luck")[0]
        for n in range(400)
    ]
    mean = sum(brought) / len(brought)
    error = (sum((each - mean) ** 2 for each in brought) / (len(brought) - 1) / len(brought)) ** 0.5

    assert error > 0
    assert abs(mean) <= 4 * error + 0.5


def test_a_stricter_class_has_an_account_of_its_own():
    match = match_of_bots(CLASSIC, [GAME.bot("random")], SEED)

    usual, strict = (account_of(replace(match, judged_by=CURVES[name])) for name in ("usual", "strict"))

    assert strict.reached[0] == round(ANALYST.project(match.steps()[1], CURVES["strict"]) / 10)
    assert strict.reached[0] < usual.reached[0]
    assert strict.reached[1:] == usual.reached[1:]


def test_a_table_of_which_everybody_goes_bankrupt_has_an_account():
    """An activity without a placement has one line that names nobody."""
    poor = small_site(money=1)
    match = match_of_bots(poor, [GAME.bot("minimal")], SEED)
    assert RULES.result(match.steps()[1]) is not None

    account = account_of(match)

    assert sum(firm.bankruptcies for firm in match.steps()[1].firms) > 0
    total = account.total()
    assert tuple(map(sum, zip(account.reference, total, strict=True))) == account.reached


def test_where_placements_are_hidden_their_order_says_nothing_of_anybody():
    match = match_of_bots(CLASSIC, [GAME.bot("random")], SEED)
    hidden = replace(match, options=replace(match.options, hidden_allocations=True))
    turns = {}
    for place, step in enumerate(hidden.steps()[0]):
        if isinstance(step.move, Allocate):
            turns.setdefault(step.before.turn, []).append(place)
    moves = list(hidden.moves)
    for places in turns.values():
        for place, other in zip(places, reversed(places), strict=True):
            moves[place] = hidden.moves[other]

    one, other = account_of(hidden), account_of(replace(hidden, moves=tuple(moves)))

    assert (one.reference, one.reached) == (other.reference, other.reached)
    assert [
        (seat, turn)
        for turn, seats in lost_by(one).items()
        for seat, lost in seats.items()
        if abs(lost - lost_by(other)[turn][seat]) > 1
    ] == []
    assert lost_by(one) != lost_by(account_of(match))


def lost_by(account):
    """Losses by turn and seat, in tenths; each is the difference of two rounded figures."""
    found = {}
    for each in account.entries:
        if each.kind == "decision":
            found.setdefault(each.turn, {})[each.seat] = each.project
    return found


def test_an_activity_in_which_all_are_bankrupt_is_over_at_once_and_the_account_goes_on():
    """Four such matches of random bots: if nobody could place in an activity, its loss comes from purses."""
    matches = (match_of_bots(CLASSIC, [GAME.bot("random")], derive(SEED, f"over/{n}")) for n in range(1000))
    for match in islice(filter(skips, matches), 4):
        account = account_of(match)

        total = account.total()
        assert tuple(map(sum, zip(account.reference, total, strict=True))) == account.reached
        assert abs(of_kind(account, "rest")[0]) < 6 * TENTHS


def skips(match):
    """Has the match an activity without a move?"""
    turns = [step.before.turn for step in match.steps()[0]]
    return set(turns) != set(range(1, len(CLASSIC.activities) + 1))
