"""A Domego match as others see it: gauges, bankruptcies, figures for comparing teams."""

import pytest
from django.utils import translation

from games.catalogue.domego.face.progress import _pace
from games.catalogue.domego.game import GAME
from games.catalogue.domego.rules.events import Agreed, Allocated, Bankrupt, ContractDrawn
from games.engine.draws import LabelledDraws
from games.ui import faces
from games.ui.faces import Scene

FACE = faces.get("domego")
SCENARIO = GAME.rules.load_scenario(GAME.scenarios["classic"])


@pytest.fixture
def view():
    """Before the first move."""
    state = GAME.rules.setup(SCENARIO, GAME.rules.options_type(), 6, LabelledDraws(bytes(32))).state
    return GAME.rules.view(state, None)


def test_a_pace_rises_with_the_weights_and_ends_on_the_target():
    assert _pace([1, 2, 1], 10) == (0, 2, 7, 10)
    assert _pace([0, 0], 10) == (0, 5, 10)


def test_a_bankruptcy_is_an_alert_of_its_activity_with_the_role(view):
    gone = Bankrupt(turn=3, seat=4, cause="required", lost_money=13, lost_stock=0, payer=1, amount=20, by_bank=0)

    (alert,) = FACE.progress.current(Scene(SCENARIO, view, record=(gone,)), FACE.words.heading(SCENARIO, view)).alerts

    assert (alert.badge, alert.turn, alert.seat) == ("bankruptcy", 3, 4)
    assert "13k" in alert.words


def test_every_contract_stands_against_its_range_with_its_price_once_there_is_one(view):
    first, second = view.sheet.contracts[:2]
    record = (
        Agreed(turn=3, seat=first.payer, payer=first.payer, payee=first.payee, price=61),
        ContractDrawn(turn=3, payer=second.payer, payee=second.payee, price=second.low, which="low"),
    )

    ranges = FACE.progress.comparison(Scene(SCENARIO, view, record=record)).ranges

    assert len(ranges) == len(view.sheet.contracts)
    assert [(each.low, each.high, each.value, each.note) for each in ranges[:3]] == [
        (first.low, first.high, 61, "agreed"),
        (second.low, second.high, second.low, "drawn"),
        (view.sheet.contracts[2].low, view.sheet.contracts[2].high, None, ""),
    ]
    assert len({each.key for each in ranges}) == len(ranges)


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "5 cubes, \u22121 card, \u22122 days"), ("fr", "5 cubes, \u22121 carte, \u22122 jours")],
)
def test_a_placement_is_told_in_a_few_words(view, language, words):
    placed = Allocated(
        turn=2, seat=1, required=3, cubes=5, bought=0, paid=0, risk_tier=1, delay_tier=1, fewer_cards=1, fewer_days=2,
        money=10, stock=0,
    )  # fmt: skip

    with translation.override(language):
        (decided,) = FACE.progress.comparison(Scene(SCENARIO, view, record=(placed,))).decisions

    assert (decided.turn, decided.seat, decided.words, decided.amount) == (2, 1, words, 5)
