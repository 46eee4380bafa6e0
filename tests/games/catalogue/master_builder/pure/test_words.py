"""Texts of a match: lists, events, refusals, cards."""

import re

import pytest
from django.utils import translation

from games.catalogue.master_builder import cards
from games.catalogue.master_builder.face import FACE, deciding, refusals
from games.catalogue.master_builder.face.forecasts import forecast_actuals
from games.catalogue.master_builder.face.words import EVENT_WORDS
from games.catalogue.master_builder.game import GAME
from games.catalogue.master_builder.rules import events
from games.catalogue.master_builder.rules.rules import RULES
from games.catalogue.master_builder.rules.types import Options
from games.engine.errors import IllegalMove
from games.engine.types import Prompt, Result
from tests.games.catalogue.master_builder.matches import played, records
from tests.games.catalogue.master_builder.table import CLASSIC

PLACEHOLDER = re.compile(r"%\(|%[sd]")


@pytest.mark.parametrize(
    ("language", "asked", "where", "names"),
    [
        (
            "en",
            "16k are bid for Town Hall: raise or pass?",
            "round 2 of 6",
            [
                "The whole town, 4 players",
                "The whole town, 3 players",
                "The whole town, 2 players",
                "A village, 4 players",
            ],
        ),
        (
            "fr",
            "Enchère à 16\xa0k, Hôtel de ville\xa0: surenchérir ou passer\xa0?",
            "manche 2 sur 6",
            [
                "La ville entière, 4 joueurs",
                "La ville entière, 3 joueurs",
                "La ville entière, 2 joueurs",
                "Un village, 4 joueurs",
            ],
        ),
    ],
)
def test_a_match_in_lists(language, asked, where, names):
    prompt = Prompt("round-2/auction-1/bid-over-16", 0, "bid", params={"contract": 11, "price": 16})
    scenarios = [RULES.load_scenario(text) for text in GAME.scenarios.values()]
    with translation.override(language):
        assert (FACE.words.decision(CLASSIC, prompt), FACE.words.where(CLASSIC, prompt)) == (asked, where)
        assert [FACE.words.scenario(scenario) for scenario in scenarios] == names


def test_a_question_for_a_loan_to_be_repaid_has_no_round():
    assert FACE.words.where(CLASSIC, Prompt("repay-1-0", 0, "repay")) == ""


def test_the_smaller_scenarios_are_the_classic_one_for_fewer_players():
    three, two = (RULES.load_scenario(GAME.scenarios[f"classic_{players}"]) for players in (3, 2))

    assert (RULES.seat_counts(three), RULES.seat_counts(two)) == (range(3, 4), range(2, 3))
    assert (len(FACE.words.roles(CLASSIC)), len(FACE.words.roles(three)), len(FACE.words.roles(two))) == (4, 3, 2)
    assert three.contracts == two.contracts == CLASSIC.contracts
    assert three.workers == two.workers == CLASSIC.workers


def test_a_finished_match_in_one_line():
    assert FACE.words.score(CLASSIC, Result((-4, 61, 12), (3, 1, 2))) == "Most money: Architect B, 61k"
    assert FACE.words.score(CLASSIC, Result((40, 40), (1, 1))) == "Most money: Architect A and Architect B, 40k"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("variant", ["plain", "all_variants"])
def test_every_event_of_whole_matches_is_told(variant, language):
    with translation.override(language):
        said = [
            FACE.words.event(CLASSIC, event)
            for players in (2, 4)
            for record in records(players, variant)
            for event in record.events
        ]

    assert None not in said
    assert not [words.html for words in said if PLACEHOLDER.search(words.html)]
    assert set(EVENT_WORDS) == set(events.MasterBuilderEvent.__args__)
    assert FACE.words.event(CLASSIC, None) is None


def test_events_in_the_booklets_words():
    won = events.Won(turn=2, seat=1, contract=3, price=4, bonus=5, how="auction")
    rented = events.Rented(turn=2, seat=1, worker="T3", owner=0, renter=1, price=2)

    assert FACE.words.event(CLASSIC, won).html == (
        "Wins <b>Weaver&#x27;s House</b> for <b>4k</b>. The 5k that lay on it come with it."
    )
    assert FACE.words.event(CLASSIC, rented).html == (
        "It is agreed: <b>Colin (T)</b> works for Architect B in this round, who pays <b>2k</b> to Architect A."
    )


@pytest.mark.parametrize(
    ("event", "text"),
    [
        ("E01", "Away in this round, but paid: all workers who are negligent."),
        ("E08", "Away in this round, but paid: apprentices and tradesmen who are weak or sensitive."),
        ("E11", "Each player dismisses 1 of: all workers who are deceitful or negligent."),
        ("E15", "Away in this round unless paid 2k each at once: master craftsmen."),
        (
            "E16",
            "From now on 1k a round more for: apprentices. "
            "Each player names 1 to stay away in this round, but paid, of: all workers.",
        ),
    ],
)
def test_what_is_written_on_an_event_card(event, text):
    assert cards.event_text(next(card for card in CLASSIC.events if card.id == event)) == text


@pytest.mark.parametrize("language", ["en", "fr"])
def test_all_cards_have_names(language):
    with translation.override(language):
        names = [cards.contract(CLASSIC, each.number) for each in CLASSIC.contracts]
        names += [cards.event(CLASSIC, each.id) for each in CLASSIC.events]
        names += [cards.economy(CLASSIC, each.id) for each in CLASSIC.economy]
        pieces = {
            cards.piece(CLASSIC, f"{each.number}/{part.id}") for each in CLASSIC.contracts for part in each.sections
        }

    assert len(set(names)) == 12 + 16 + 11
    assert len(pieces) == 12 * 6


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (IllegalMove("wages_over_limit", wages=31, limit=30), "Wages would come to 31k: the limit is 30k."),
        (
            IllegalMove("too_few_workers", skill="F", needed=3, workers=2),
            "3 workers of the rank of foreman or higher are needed, you have 2.",
        ),
        (
            IllegalMove("side_and_gable_first", contract=3, missing="gable"),
            "Weaver's House: the first work on it takes a side wall and a gable. Missing: a gable.",
        ),
        (IllegalMove("already_built", contract=8, section="gable_1"), "Watch Tower, gable 1 stands already."),
        (IllegalMove("not_on_offer", contract=77), "Contract 77 is not on offer."),
        (IllegalMove("prompt_closed"), "This decision is no longer open."),
    ],
)
def test_refusals_say_which_rule_with_the_numbers(error, words):
    assert FACE.refusal(CLASSIC, error) == words


def test_every_refusal_of_the_rules_has_words():
    """The codes are read from the source of the rules."""
    folder = GAME.folder / "rules"
    raised = {code for path in folder.glob("*.py") for code in re.findall(r'IllegalMove\(\s*"(\w+)"', path.read_text())}

    assert raised - {"prompt_closed"} == set(refusals.REFUSALS.by_code)


def test_bots_are_named_for_each_strength_and_variants_are_told():
    notes = FACE.options_notes(CLASSIC, Options(rent_workers=True, extra_events=True))

    assert set(FACE.bot_names()) == set(GAME.bots)
    assert len(notes) == 2
    assert FACE.options_notes(CLASSIC, Options()) == ()


def test_every_kind_of_question_has_a_panel_and_words():
    kinds = {prompt.kind for move in played(4, "all_variants")[1] for prompt in RULES.prompts(move.state)}

    assert kinds <= set(deciding.PANELS)
    assert set(deciding.PANELS) - kinds <= {"buy"}


def test_what_came_of_a_round_is_known_when_it_is_over():
    happened = [event for record in records(3) for event in record.events]
    whole = forecast_actuals(CLASSIC, happened)
    last = max(whole)
    sections = sum(isinstance(event, events.Work) for event in happened)

    assert sorted(whole) == list(range(1, last + 1))
    assert sum(found["sections"] for found in whole.values()) == sections
    assert whole[1]["price"] == max(
        event.price for event in happened if isinstance(event, events.Won) and event.turn == 1
    )
    assert last - 1 not in forecast_actuals(CLASSIC, [event for event in happened if event.turn < last])
