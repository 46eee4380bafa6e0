"""The balance is given before a tile is laid; wrong attempts are recorded; bots err and overlook at a set rate."""

import pytest
from msgspec.structs import replace

from games.catalogue.dominato.bots import BOTS
from games.catalogue.dominato.face.forms import DominatoOptionsForm
from games.catalogue.dominato.rules.events import Claimed, Placed, TakenBack, Tried
from games.catalogue.dominato.rules.moves import Claim, Pass, Place
from games.catalogue.dominato.rules.places import is_right
from games.catalogue.dominato.rules.types import MOST_TRIES, WIN_ORDER, Laid, Options
from games.engine.codec import from_json, state_hash, to_json
from games.engine.draws import FastDraws
from tests.every_game import played as played_setting
from tests.games.catalogue.dominato.policies import played
from tests.games.catalogue.dominato.table import RULES, game, number_of, raises_illegal

SAID = {"validation": "challenge", "say_first": True}
HANDS = ([(3, -1), (1, 1)], [(2, 0), (4, 0)])
STEM = (1, -4, "V")
RIGHT, WRONG = 0, 1
"""`turned` of the tile {3, -1} on the stem above B, whose balance is 3: with its 3 below, and with its -1."""


def lay(position, said, turned=WRONG, seat=0):
    """Lay the tile {3, -1} on the stem above B, with the given balance."""
    free = [(p.x, p.y, p.way) for p in RULES.view(position.state, seat).places]
    return position.play(seat, "play", Place(number_of(3, -1), free.index(STEM), turned, said))


def test_the_tile_shows_what_was_said_and_keeps_what_is_true():
    after = lay(game(*HANDS, **SAID), said=-2, turned=WRONG)

    laid = after.state.table[-1]
    assert (laid.said, laid.visible_balance, laid.balance) == (-2, -2, 2)
    assert [event.said for event in after.did if isinstance(event, Placed)] == [-2]


def test_a_balance_must_be_said_where_it_is_asked_and_nowhere_else():
    with raises_illegal("say_balance", most=4):
        lay(game(*HANDS, **SAID), said=None)
    with raises_illegal("say_balance", most=4):
        lay(game(*HANDS, **SAID), said=5)
    with raises_illegal("nothing_to_say", most=4):
        lay(game(*HANDS, validation="challenge"), said=2)


@pytest.mark.parametrize(("said", "upheld"), [(2, False), (-2, True), (0, True)])
def test_a_claim_is_true_where_another_balance_was_said_than_the_tile_has(said, upheld):
    turned = next(way for way in (0, 1) if is_right(lay(game(*HANDS, **SAID), 2, way).state.table))
    after = lay(game(*HANDS, **SAID), said, turned).claim(1)

    assert [event.upheld for event in after.did if isinstance(event, Claimed)] == [upheld]
    assert any(isinstance(event, TakenBack) for event in after.did) == upheld


def test_a_missed_turn_says_the_true_balance():
    position = game(*HANDS, **SAID)
    move = RULES.default(position.state, 0, position.prompt(0, "play").key)

    assert move.said == RULES.view(position.state, 0).deck.tiles[move.tile].balance


def test_what_was_recorded_before_the_new_options_has_the_same_text_and_hash():
    state = played_setting("dominato/challenge", "greedy")[1][20].state

    assert state_hash(to_json(state)) == "5a42ac67455f142977167dde90c59de8e1aee451702353e7d7fa8a7656ff1419"
    assert to_json(Options()) == (
        b'{"validation":"auto","incidental_contacts":false,"free_pass":false,"games":null,"helper":true}'
    )
    assert from_json(b'{"tile":0,"x":0,"y":0,"way":"H","a":1,"b":2}', Laid).said is None


def test_a_wrong_try_is_recorded_with_the_tile_and_the_turn_goes_on():
    position = game(*HANDS, helper=False, tries=True)
    key = position.prompt(0, "play").key
    tried = position.place(0, *STEM, 3, -1)

    assert [type(event) for event in tried.did] == [Tried]
    assert tried.did[0].audience == (0,)
    assert (tried.state.hands, tried.state.table) == (game(*HANDS).state.hands, game(*HANDS).state.table)
    assert tried.asked == [(0, "play")]
    assert tried.prompt(0, "play").key == f"{key}-2"
    assert RULES.view(tried.state, 0).tries
    assert not RULES.view(tried.state, 1).tries
    assert tried.place(0, *STEM, -1, 3).asked == [(1, "play")]


def test_after_eight_wrong_tries_in_a_turn_any_more_are_refused():
    position = game(*HANDS, helper=False, tries=True)
    for _try in range(MOST_TRIES):
        position.place(0, *STEM, 3, -1)

    with raises_illegal("wrong_value", part="second", value=-1, needed=3):
        position.place(0, *STEM, 3, -1)


def wrong_and_overlooked(**options):
    """For tiles of thinking bots in games of three: the percentage of wrong ones, and of wrong ones that nobody
    claimed.
    """
    laid = wrong = caught = 0
    for seed in range(12):
        _start, moves, _end = played(3, Options(validation="challenge", games=1, **options), BOTS["greedy"], seed)
        for move in moves:
            for event in move.events:
                if isinstance(event, Placed):
                    laid += 1
                    wrong += bool(move.state.table) and not is_right(move.state.table)
                caught += isinstance(event, TakenBack)
    return 100 * wrong // laid, 100 * (wrong - caught) // max(1, wrong)


def test_bots_err_and_overlook_at_the_rates_of_the_options():
    assert wrong_and_overlooked() == (0, 0)
    wrong, overlooked = wrong_and_overlooked(bots_err=30, bots_overlook=100)
    assert 15 <= wrong <= 40
    assert 90 <= overlooked < 100, "all but last tiles, which would win"
    assert wrong_and_overlooked(bots_err=30)[1] == 0


def test_bots_that_err_say_wrong_balances_too_and_never_win_by_an_error():
    options = Options(validation="challenge", say_first=True, bots_err=50, bots_overlook=100, games=1)
    tables = [move.state.table for seed in range(6) for move in played(2, options, BOTS["greedy"], seed)[1]]
    last = [table[-1] for table in tables if table and not is_right(table)]

    assert any(laid.visible_balance != laid.balance for laid in last)
    assert any(laid.visible_balance == laid.balance for laid in last)


def test_a_bot_does_not_look_twice_at_a_tile():
    position = game(*HANDS, validation="challenge", bots_overlook=50).place(0, *STEM, 3, -1)
    answers = {
        type(BOTS["greedy"](RULES).answer(position.state, position.prompt(1, "play"), FastDraws(9))) for _ in range(5)
    }

    assert len(answers) == 1
    assert answers <= {Claim, Place, Pass}


@pytest.mark.parametrize("hand", [[(3, -1)], [(3, -1), (1, 1)]])
def test_a_bot_overlooks_no_wrong_tile_that_would_win(hand):
    position = game(hand, HANDS[1], validation="challenge", bots_overlook=100).place(0, *STEM, 3, -1)
    kind = "check" if len(hand) == 1 else "play"
    answers = [bot(RULES).answer(position.state, position.prompt(1, kind), FastDraws(1)) for bot in thinking()]

    assert [isinstance(answer, Claim) for answer in answers] == [len(hand) == 1] * len(answers)


def test_a_bot_overlooks_no_wrong_link_that_would_win():
    position = game(*HANDS, validation="challenge", bots_overlook=100).place(0, *STEM, 3, -1)
    window = replace(position.state.window, order=WIN_ORDER)
    position.state = replace(position.state, phase="check", window=window)

    for bot in thinking():
        assert bot(RULES).answer(position.state, position.prompt(1, "check"), FastDraws(1)) == Claim()


def thinking():
    """The bots that check the tiles of others."""
    return [BOTS["greedy"], BOTS["strong"]]


def test_as_it_stands_at_first_the_players_check_and_nobody_helps():
    form = DominatoOptionsForm(
        {name: field.initial for name, field in DominatoOptionsForm.base_fields.items() if field.initial}
    )

    assert form.is_valid()
    assert form.to_options() == {
        "validation": "challenge", "helper": False, "games": None, "free_pass": False, "incidental_contacts": False,
        "bots_err": 15, "bots_overlook": 35,
    }  # fmt: skip


def test_where_the_table_checks_and_nobody_helps_wrong_tries_are_recorded():
    form = DominatoOptionsForm({"validation": "auto", "bots_err": "15"})
    helped = DominatoOptionsForm({"validation": "auto", "helper": "on"})

    assert (form.is_valid(), helped.is_valid()) == (True, True)
    assert (form.to_options()["tries"], "bots_err" in form.to_options()) == (True, False)
    assert "tries" not in helped.to_options()


def test_options_that_take_something_away_say_so():
    fields = DominatoOptionsForm.base_fields

    assert "Takes the checking away" in str(dict(fields["validation"].choices)["auto"])
    assert "Takes the reckoning away" in str(fields["helper"].help_text)
