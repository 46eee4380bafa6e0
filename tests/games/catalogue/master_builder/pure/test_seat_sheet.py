"""A player's own sheet: its numbers are those of the facts and of the result."""

import re

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from games.catalogue.master_builder import cards
from games.catalogue.master_builder.debrief import DEBRIEF
from games.catalogue.master_builder.facts.tables import plan_quality
from games.catalogue.master_builder.names import k, signed
from games.catalogue.master_builder.rules import events
from tests.games.catalogue.master_builder.matches import folded, played, records
from tests.games.catalogue.master_builder.pattern_facts import (
    A,
    contract,
    contracts,
    line,
    loan,
    player,
    players,
    rounds,
)
from tests.games.catalogue.master_builder.pattern_facts import play_of as laid_out
from tests.games.catalogue.master_builder.table import CLASSIC
from tests.site.html import dense

MATCHES = [
    (2, "plain", 0, ("random",)),
    (3, "all_variants", 1, ("strong", "random")),
    (4, "plain", 2, ("thrifty", "strong")),
    (4, "all_variants", 0, ("random",)),
]
every_match = pytest.mark.parametrize("match", MATCHES)


def sheets(facts):
    return [DEBRIEF.seat_context(CLASSIC, facts, seat) for seat in range(facts.players)]


def figures(own):
    return {each["label"]: each["value"] for each in own["figures"]}


def events_of(match, seat, kind):
    return [
        event for record in records(*match) for event in record.events if isinstance(event, kind) and event.seat == seat
    ]


@every_match
def test_the_figures_are_those_of_the_match(match):
    _start, _moves, end = played(*match)

    for seat, own in enumerate(sheets(folded(*match))):
        paid = sum(event.amount for event in events_of(match, seat, events.WagesPaid))
        assert own["figures"][0]["note"] == f"place {end.result.places[seat]} of {match[0]}"
        assert figures(own) == {
            "Score": k(end.result.scores[seat]),
            "Cash": k(end.state.firms[seat].cash),
            "Wages paid": k(paid),
            "Loans cost": k(folded(*match).seats[seat].interest),
        }


@every_match
def test_the_contracts_are_those_that_were_won(match):
    for seat, own in enumerate(sheets(folded(*match))):
        won = events_of(match, seat, events.Won)
        built = [event.contract for event in events_of(match, seat, events.Work)]
        finished = {event.contract: event for event in events_of(match, seat, events.Finished)}
        assert [(row["name"], row["round"], row["price"], row["least"]) for row in own["contracts"]] == [
            (
                cards.contract(CLASSIC, each.contract),
                each.turn,
                each.price,
                CLASSIC.contracts[each.contract - 1].min_bid,
            )
            for each in won
        ]
        assert [row["built"] for row in own["contracts"]] == [f"{built.count(each.contract)} of 6" for each in won]
        assert [row["finished"] for row in own["contracts"]] == [
            f"round {finished[each.contract].turn}" if each.contract in finished else "–" for each in won
        ]
        paid = {number: event.payment for number, event in finished.items()}
        assert [row["brought"] for row, each in zip(own["contracts"], won, strict=True) if each.contract in paid] == [
            paid[each.contract] for each in won if each.contract in paid
        ]


@every_match
def test_the_crew_and_the_money_are_told_round_by_round(match):
    facts = folded(*match)
    for seat, own in enumerate(sheets(facts)):
        paid = events_of(match, seat, events.WagesPaid)
        hired, left = events_of(match, seat, events.Hired), events_of(match, seat, events.Left)
        idle = sum(row["idle"] > 0 for row in own["crew"])
        assert [(row["round"], row["wages"]) for row in own["crew"]] == [(each.turn, each.amount) for each in paid]
        assert sum(row["sections"] for row in own["crew"]) == len(events_of(match, seat, events.Work))
        assert own["crew_words"] == (
            f"Hired: {len(hired)}. Fired: {sum(each.why == 'fired' for each in left)}. "
            f"Rounds with workers without work: {idle}."
        )
        assert [each.round for each in own["cash"]] == list(range(1, facts.last_round + 1))
        assert [each.cells[-1] for each in own["cash"]] == [signed(each.cash) for each in _last_of_round(match, seat)]


def _last_of_round(match, seat):
    """The firm at the end of each round: from the first state of the next round, else from the end."""
    start, moves, end = played(*match)
    by_round = {}
    for state in (start.state, *(move.state for move in moves)):
        by_round.setdefault(state.round, state.firms[seat])
    firsts = [by_round[round_] for round_ in sorted(by_round)][1:]
    return [*firsts, end.state.firms[seat]]


def test_a_sheet_laid_out_by_hand():
    facts = laid_out(
        contracts=contracts(contract(1, A, finished=None, sections=5, brought=28, runner_up=None)),
        loans=(loan(A), loan(A, 3, repaid=None)),
        rounds=rounds(line(2, A, busy=2, idle=1, down=1, let=1, wages=15, idle_wages=3)),
        seats=players(player(A, interest=10, idle_wages=3, fired=2)),
    ).facts

    own = DEBRIEF.seat_context(CLASSIC, facts, A)

    assert own["figures"] == [
        {"label": "Score", "value": "70k", "note": "place 1 of 3"},
        {"label": "Cash", "value": "70k", "note": "40k at the start"},
        {"label": "Wages paid", "value": "48k", "note": "3k of it without work"},
        {"label": "Loans cost", "value": "10k", "note": "2 loans, 1 still open"},
    ]
    assert own["contracts"] == [
        {
            "name": "North Wall", "round": 1, "least": 2, "price": 5, "next": "–", "brought": 28, "gain": "3",
            "lost_money": False, "built": "5 of 6", "finished": "–",
        }
    ]  # fmt: skip
    assert own["crew"][1] == {
        "round": 2, "busy": 3, "idle": 1, "down": 1, "wages": 15, "idle_wages": 3, "sections": 2, "best": 2,
        "fell_short": False, "asked": False,
    }  # fmt: skip
    assert own["crew_words"] == "Hired: 5. Fired: 2. Rounds with workers without work: 1."


PLANS = (
    line(1, A, sections=2, possible=3, decided="player"),
    line(2, A, sections=3, possible=3, decided="player", asked=True),
    line(3, A, sections=1, possible=4, decided="bot"),
    line(4, A, sections=0, possible=0, decided="player"),
)


@pytest.mark.parametrize(
    ("lines", "quality"),
    [((), None), (PLANS[2:], None), (PLANS[:1], 67), (PLANS[1:2], 50), (PLANS, 58)],
    ids=["none", "not own", "own", "asked for", "together"],
)
def test_own_plans_are_measured_by_the_best_ones_and_those_asked_for_count_half(lines, quality):
    assert plan_quality(lines) == quality


def test_the_sheet_tells_the_own_plans_beside_the_best():
    facts = laid_out(rounds=PLANS[:2], seats=players(player(A))).facts

    own = DEBRIEF.seat_context(CLASSIC, facts, A)

    assert own["plans"] == (
        "Sections in your own plans: 5; in the best plans: 6. In 1 round you asked for the best plan: it counts half. "
        "Quality of your plans: 58 of 100."
    )
    assert [(row["sections"], row["best"], row["fell_short"], row["asked"]) for row in own["crew"]] == [
        (2, 3, True, False), (3, 3, False, True),
    ]  # fmt: skip
    page = dense(render_to_string(DEBRIEF.seat_sheet, {"own": own}))
    assert "<b>2</b>" in page
    assert "3 asked for" in page


def test_a_match_that_was_stopped_has_no_score_and_judges_no_open_contract():
    match = MATCHES[2]
    many = next(number for number, move in enumerate(played(*match)[1], start=1) if move.state.round == 3)
    facts = folded(*match, many=many + 1)

    for seat, own in enumerate(sheets(facts)):
        bought = [each for each in facts.contracts if each.seat == seat]
        assert set(figures(own)) == {"Cash", "Wages paid", "Loans cost"}
        assert [row["round"] for row in own["crew"]] == [1, 2]
        assert [each.round for each in own["cash"]] == [1, 2, 3]
        assert [(row["brought"], row["gain"]) for row in own["contracts"]] == [
            ("–", "–") if each.finished is None else (each.brought, signed(each.gain)) for each in bought
        ]
        assert not any(row["lost_money"] for row in own["contracts"] if row["finished"] == "–")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("many", [1, 30, None])
def test_every_sheet_renders_with_a_row_for_each_line(language, many):
    with translation.override(language):
        for own in sheets(folded(*MATCHES[1], many=many)):
            page = dense(render_to_string(DEBRIEF.seat_sheet, {"own": own}))
            lines = len(own["contracts"]) + len(own["crew"]) + len(own["cash"])
            assert len(re.findall(r"<tr><th scope=\"row\"", page)) == lines
            assert page.count("<h3>") == len(own["figures"]) + sum(
                bool(own[part]) for part in ("contracts", "crew", "cash")
            )
