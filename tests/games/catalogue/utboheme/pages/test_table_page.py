"""The table as pages: every stage in both languages, forms without a script, refusals that keep the typed values."""

from html import unescape

import pytest

from games.catalogue.utboheme import names
from games.catalogue.utboheme.game import GAME
from games.catalogue.utboheme.rules import moves as m
from games.catalogue.utboheme.rules.board import layout
from games.catalogue.utboheme.rules.orders import changed
from games.catalogue.utboheme.rules.resources import NONE, RESOURCES
from games.engine.draws import FastDraws
from games.platform.selectors.position import state_of
from tests.games.catalogue.utboheme.matches import match_of, pending, play_on
from tests.games.catalogue.utboheme.table_forms import FREE, assert_sound, in_act, page_of, send, with_state
from tests.games.factories import person
from tests.site.html import steady

pytestmark = pytest.mark.django_db


@pytest.fixture
def me(client):
    user = person("nadia")
    client.force_login(user)
    return user


def test_the_table_is_sound_in_every_stage_and_both_languages(client, me):
    match, seen = match_of(*[me] * 3, options=FREE), set()
    while not match.is_over and match.number < 170:
        prompt = pending(match)[-1]
        if prompt.kind not in seen:
            seen.add(prompt.kind)
            for language in ("en", "fr"):
                assert_sound(page_of(client, match, prompt.seat, language), language)
        play_on(match, me, 1, strength="random")

    assert {"found_uv", "found_cc", "roll", "robber", "act"} <= seen
    for path in ("replay/?at=25", "history/", "explain/?what=points-0"):
        assert_sound(client.get(f"/matches/{match.pk}/{path}").content.decode(), "en")


def test_an_uv_is_founded_on_the_crossing_that_is_chosen(client, me):
    match = match_of(me, me, me)
    prompt = pending(match)[0]
    html = page_of(client, match, prompt.seat)
    assert html.count('name="place"') == 54

    assert send(client, match, prompt.seat, prompt.key, send="build", place="uv-20").status_code == 303

    assert state_of(match).uv[prompt.seat] == 1 << 20
    cc = pending(match)[0]
    assert page_of(client, match, cc.seat).count('name="place"') == 3


def test_places_come_before_the_button_that_sends_one_and_what_can_be_built_before_the_trade(client, me):
    match, (prompt,) = in_act(me)
    with_state(match, hands=((4, 4, 4, 4, 4),) * 3)

    page = page_of(client, match, prompt.seat)

    parts = ('name="place"', 'class="u-costs"', 'id="u-offer"', "Build the UV", "End the turn")
    assert [page.index(part) for part in parts] == sorted(page.index(part) for part in parts)


def test_nothing_chosen_is_refused_and_so_is_what_is_no_place(client, me):
    match = match_of(me, me, me)
    prompt = pending(match)[0]
    for fields in ({}, {"place": "uv-999"}, {"place": "card"}, {"place": "uv-5", "what": "cc"}, {"place": "x"}):
        answer = send(client, match, prompt.seat, prompt.key, send="build", **fields)
        assert (answer.status_code, match.number) == (422, 0)
        assert 'role="alert"' in answer.content.decode()


def test_a_refused_place_says_the_rule_and_names_no_number_of_the_island(client, me):
    match = match_of(me, me, me)
    play_on(match, me, 2)
    prompt, taken = pending(match)[0], state_of(match).uv
    crossing = next(mask for mask in taken if mask).bit_length() - 1

    answer = send(client, match, prompt.seat, prompt.key, send="build", place=f"uv-{crossing}")

    assert answer.status_code == 422
    assert "This crossing or one next to it holds a UV" in answer.content.decode()


def test_a_turn_is_ended_by_its_button(client, me):
    match, (prompt,) = in_act(me)

    assert send(client, match, prompt.seat, prompt.key, send="step", step="end").status_code == 303

    assert state_of(match).seat == (prompt.seat + 1) % 3


def test_discards_are_typed_and_a_wrong_number_says_how_many(client, me):
    match, (prompt,) = in_act(me)
    with_state(
        match, stage="discard", back="discard", owing=(1,), hands=changed(state_of(match).hands, 1, (5, 4, 0, 0, 0))
    )
    key = f"turn-{state_of(match).turn}/discard"

    refused = send(client, match, 1, key, send="discard", **{"discard-beer": "1"})
    assert (refused.status_code, "it must be exactly 4." in refused.content.decode()) == (422, True)
    assert 'name="discard-beer" value="1"' in steady(refused.content.decode())
    send(client, match, 1, key, send="discard", **{"discard-beer": "3", "discard-sleep": "1"})

    assert state_of(match).hands[1] == (2, 3, 0, 0, 0)
    assert state_of(match).stage == "robber"


def robbing(me):
    """(match, question, a hexagon with a piece of somebody else, two others): everybody holds a card."""
    match, (prompt,) = in_act(me)
    seat = prompt.seat
    one, other = (each for each in range(3) if each != seat)
    state = state_of(match)
    near = state.uv[one].bit_length() - 1
    hexagons = [number for number in layout(state.board).hexagons_at[near] if number != state.robber]
    with_state(match, stage="robber", back="discard", hands=((1, 0, 0, 0, 0),) * 3)
    return match, pending(match)[0], hexagons[0], one, other


def test_the_robber_robs_the_only_player_there_without_being_told_whom(client, me):
    match, prompt, hexagon, one, other = robbing(me)
    around = set(layout(state_of(match).board).touching[hexagon])
    there = [seat for seat in (one, other) if any(state_of(match).uv[seat] >> place & 1 for place in around)]

    assert len(there) == 1

    send(client, match, prompt.seat, prompt.key, send="robber", place=f"robber-{hexagon}", victim="anybody")

    assert state_of(match).hands[there[0]] == NONE


def test_the_robber_robs_whom_one_names_or_nobody(client, me):
    match, prompt, hexagon, one, _other = robbing(me)

    send(client, match, prompt.seat, prompt.key, send="robber", place=f"robber-{hexagon}", victim=str(one))
    assert (state_of(match).robber, state_of(match).hands[one]) == (hexagon, NONE)


def test_several_that_could_be_robbed_are_asked_about(client, me):
    match, (prompt,) = in_act(me)
    state = state_of(match)
    crossings = layout(state.board).touching[0]
    one, other = (each for each in range(3) if each != prompt.seat)
    uv = changed(changed(state.uv, one, 1 << crossings[0]), other, 1 << crossings[3])
    robber = 5 if state.robber == 0 else state.robber
    with_state(match, stage="robber", back="discard", hands=((1, 0, 0, 0, 0),) * 3, uv=uv, robber=robber)
    key = pending(match)[0].key

    refused = send(client, match, prompt.seat, key, send="robber", place="robber-0", victim="anybody")
    assert "Several players can be robbed there" in refused.content.decode()
    assert 'value="robber-0" form="u-place"' in steady(refused.content.decode())
    send(client, match, prompt.seat, key, send="robber", place="robber-0", victim="nobody")

    assert (state_of(match).robber, state_of(match).hands) == (0, ((1, 0, 0, 0, 0),) * 3)


def test_a_planned_turn_is_played_in_one_visit(client, me):
    match, (prompt,) = in_act(me)
    with_state(match, hands=changed(state_of(match).hands, prompt.seat, (4, 0, 0, 0, 0)))
    plan = ["bank-beer-coffee", "", "end"]

    assert send(client, match, prompt.seat, prompt.key, send="plan", plan=plan).status_code == 303

    assert state_of(match).hands[prompt.seat][2] >= 1
    assert state_of(match).seat == (prompt.seat + 1) % 3
    assert "Your plan was played: 2 steps." in page_of(client, match, prompt.seat)


def test_a_plan_that_stops_says_where_and_why(client, me):
    match, (prompt,) = in_act(me)
    with_state(match, hands=(NONE,) * 3)

    send(client, match, prompt.seat, prompt.key, send="plan", plan=["card", "end"])

    page = page_of(client, match, prompt.seat)
    assert "Your plan stopped after 0 of 2 steps: the cards for the next step were not there." in page


@pytest.mark.parametrize("plan", [[], ["", ""], ["nonsense"], ["cc-x"]])
def test_a_plan_without_steps_or_with_nonsense_is_refused(client, me, plan):
    match, (prompt,) = in_act(me)
    before = match.number

    answer = send(client, match, prompt.seat, prompt.key, send="plan", plan=plan)

    assert (answer.status_code, match.number) == (422, before)


def test_development_cards_are_bought_and_played_from_the_page(client, me):
    match, (prompt,) = in_act(me, play_same_turn=True)
    seat = prompt.seat
    cards = changed(state_of(match).cards, seat, (1, 1, 1, 1, 0))
    with_state(match, cards=cards, hands=changed(state_of(match).hands, seat, (0, 1, 1, 1, 0)))
    page = page_of(client, match, seat)
    assert [word in page for word in ('value="ancien"', 'value="roads"', 'value="discovery"', "monopoly-food")] == [
        True
    ] * 4

    send(client, match, seat, prompt.key, send="step", step="card")
    send(client, match, seat, pending(match)[0].key, send="step", step="discovery", one="beer", other="food")

    state = state_of(match)
    assert (sum(state.cards[seat]), state.cards[seat][2], state.played) == (4, state.cards[seat][2], True)
    assert (state.hands[seat][0], state.hands[seat][4]) == (1, 1)
    assert 'value="ancien"' not in page_of(client, match, seat).split("u-plan")[0]


def test_a_match_is_started_from_the_page_with_its_options(client, me):
    fields = {
        "scenario": "two", "seat-0": "me", "seat-1": "bot:greedy", "mode": "free", "options-phases": "free",
        "options-first": "1", "options-board_seed": "blue moon", "options-max_rounds": "9",
    }  # fmt: skip
    assert client.post("/games/start/utboheme/", fields).status_code == 302

    match = me.stewarded_matches.get()
    state = state_of(match)
    assert (len(state.hands), state.options.phases, state.options.max_rounds) == (2, "free", 9)
    assert (state.options.first_turn, state.options.oldest_seat) == ("oldest", 1)
    assert (state.options.board, state.options.board_seed) == ("fixed", "blue moon")
    assert (state.options.player_trade, state.options.auto_roll) == (False, True)


def test_the_oldest_must_be_one_who_plays(client, me):
    fields = {"scenario": "two", "seat-0": "me", "seat-1": "bot:greedy", "mode": "free", "options-first": "3"}

    answer = client.post("/games/start/utboheme/", fields)

    assert answer.status_code == 422
    assert "The oldest player must be one of those who play." in answer.content.decode()


@pytest.mark.parametrize(("scenario", "seats"), [("classic", 4), ("three", 3), ("two", 2)])
def test_the_start_page_follows_the_number_of_players(client, me, scenario, seats):
    answer = client.get(f"/games/start/utboheme/?scenario={scenario}")

    assert len(answer.context["form"].seat_fields()) == seats


@pytest.mark.parametrize(
    "word", ["cc-", "cc-999", "bank-beer", "bank-beer-gold", "robber-3-9", "end-1", "discovery-1-2"]
)
def test_what_is_no_word_of_a_step_is_refused(client, me, word):
    match, (prompt,) = in_act(me)

    assert send(client, match, prompt.seat, prompt.key, send="step", step=word).status_code == 422


def test_an_observer_sees_the_table_and_no_hand(client, me):
    match, _asked = in_act(person("ada"))
    match.stewards.add(me)

    text = page_of(client, match)

    assert_sound(text, "en")
    assert "You look on: hands are secret." in text
    assert "Standing orders" not in text


def test_what_a_bot_does_begins_with_no_stop(client, me):
    """A bot's seat has no name, so the sentence has no full stop before the active player."""
    match = match_of(None, None, None)
    match.stewards.add(me)
    html = client.get(f"/matches/{match.pk}/").content.decode()

    assert "<b>active</b>" in html
    assert '<span class="m-sub">.' not in html


def test_a_discovery_needs_both_its_cards(client, me):
    match, (prompt,) = in_act(me, play_same_turn=True)
    with_state(match, cards=changed(state_of(match).cards, prompt.seat, (0, 0, 1, 0, 0)))
    before = match.number

    for fields in ({}, {"one": "beer"}, {"one": "beer", "other": "gold"}):
        answer = send(client, match, prompt.seat, prompt.key, send="step", step="discovery", **fields)
        assert (answer.status_code, match.number) == (422, before)


def test_what_a_line_names_can_be_lit_beside_the_island(client, me):
    match = match_of(me, me, me)
    prompt = pending(match)[0]
    send(client, match, prompt.seat, prompt.key, send="build", place="uv-20")

    page = steady(page_of(client, match, prompt.seat))

    assert 'data-u-at="crossing-20"' in page
    assert 'class="u-lit" data-at="crossing-20" data-say="' in page


FIELDS = {
    m.Roll: lambda move: {"send": "step", "step": "roll"},
    m.EndTurn: lambda move: {"send": "step", "step": "end"},
    m.StopRoads: lambda move: {"send": "step", "step": "stop"},
    m.BuyCard: lambda move: {"send": "step", "step": "card"},
    m.PlayAncien: lambda move: {"send": "step", "step": "ancien"},
    m.PlayRoads: lambda move: {"send": "step", "step": "roads"},
    m.PlayMonopoly: lambda move: {"send": "step", "step": f"monopoly-{move.resource}"},
    m.PlayDiscovery: lambda move: {"send": "step", "step": "discovery", **_two(move)},
    m.BuildCc: lambda move: {"send": "build", "place": f"cc-{move.path}"},
    m.BuildUv: lambda move: {"send": "build", "place": f"uv-{move.crossing}"},
    m.UpgradeUv: lambda move: {"send": "build", "place": f"up-{move.crossing}"},
    m.BankTrade: lambda move: {"send": "step", "step": f"bank-{move.give}-{move.take}"},
    m.MoveRobber: lambda move: {
        "send": "robber",
        "place": f"robber-{move.hexagon}",
        "victim": "nobody" if move.victim is None else str(move.victim),
    },
    m.Discard: lambda move: {"send": "discard"} | _typed("discard", m.cards_of(move)),
    m.Offer: lambda move: (
        {"send": "offer", "to": "all"}
        | _typed("give", m.cards_of(move))
        | _typed("get", [-number for number in m.cards_of(move)])
    ),
    m.AcceptOffer: lambda move: {"send": "accept"},
    m.RefuseOffer: lambda move: {"send": "refuse"},
    m.Confirm: lambda move: {"send": "confirm", "deal": f"{move.offer}-{move.partner}"},
}
"""By kind of move, the fields that a browser without scripts sends."""


def _typed(side, cards):
    return {f"{side}-{name}": str(number) for name, number in zip(RESOURCES, cards, strict=True) if number > 0}


def _two(move):
    one, other = (name for name, number in zip(RESOURCES, m.cards_of(move), strict=True) for _card in range(number))
    return {"one": one, "other": other}


def test_a_whole_match_is_played_by_plain_forms(client, me):
    text = GAME.scenarios["three"].replace('"target":10', '"target":5')
    match = match_of(me, me, me, options=FREE, text=text)
    bot, sent = GAME.bot("greedy"), set()
    while not match.is_over:
        prompt, state = pending(match)[0], state_of(match)
        move = bot.answer(state, prompt, FastDraws(match.number))
        sent.add(type(move))
        answer = send(client, match, prompt.seat, prompt.key, **FIELDS[type(move)](move))
        assert answer.status_code == 303, move

    assert {m.BuildUv, m.BuildCc, m.Offer, m.RefuseOffer, m.EndTurn} <= sent
    assert_sound(page_of(client, match), "en")


def test_who_hears_the_page_is_told_what_lies_around_a_place(client, me):
    match = match_of(me, me)
    prompt = pending(match)[0]
    around = names.around_crossing(state_of(match).board, 20)

    answer = client.post(
        f"/matches/{match.pk}/play/",
        {"seat": prompt.seat, "key": prompt.key, "send": "build", "place": "uv-20"},
        headers={"X-Answer": "regions"},
    )

    assert f"Your decision counts. Player B: founded a UV on crossing {around}." in unescape(answer.content.decode())
