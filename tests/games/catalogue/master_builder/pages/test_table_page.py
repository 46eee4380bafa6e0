"""The table as pages: every prompt in both languages, forms without a script, refusals that keep the sent values."""

import re

import pytest

from games.catalogue.master_builder.face import FACE
from games.catalogue.master_builder.face.people import traits
from games.catalogue.master_builder.names import listed, worker
from games.catalogue.master_builder.rules.moves import Want
from games.platform.selectors.position import state_of
from tests.games.catalogue.master_builder.site import (
    each_kind,
    match_of,
    open_prompt,
    page_of,
    play_until,
    said,
    sent,
    step,
)
from tests.games.factories import person
from tests.site.html import Page

pytestmark = pytest.mark.django_db

ALL = {"choose_worker": True, "selective_events": True, "rent_workers": True, "extra_events": True}


@pytest.fixture
def me(client):
    user = person("nadia")
    client.force_login(user)
    return user


@pytest.mark.parametrize(("options", "bots"), [({}, "strong"), (ALL, "random")], ids=["usual", "variants"])
def test_the_table_is_sound_for_every_question_and_in_both_languages(client, me, options, bots):
    match = match_of(me, me, options=options)
    asked = set()
    for kind in each_kind(match, me, bots):
        asked.add(kind)
        seat = open_prompt(match, kind).seat
        for language in ("en", "fr"):
            page = Page(page_of(client, match, seat, language).content.decode())
            assert (page.language, page.headings, page.inline, page.twice) == (language, 1, [], set()), kind

    assert {"draft", "wish", "hire", "nominate", "bid", "limit", "plan", "borrow", "repay"} <= asked
    assert not options or {"take", "play_event", "choose", "rent"} <= asked
    for path in ("", "replay/?at=25", "history/", "explain/?what=points-0", "explain/?what=money-1"):
        page = Page(client.get(f"/matches/{match.pk}/{path}").content.decode())
        assert (page.headings, page.inline, page.twice) == (1, [], set())


def test_every_part_of_the_table_is_there_for_players_and_observers(client, me):
    match = match_of(me, me)
    parts = {region.id for region in FACE.table.regions}

    assert parts <= set(Page(page_of(client, match).content.decode()).ids)
    client.force_login(watcher := person("watcher"))
    match.stewards.add(watcher)
    assert parts <= set(Page(client.get(f"/matches/{match.pk}/").content.decode()).ids)


def test_the_terms_of_a_purse_and_of_a_score_add_up_at_any_time(client, me):
    match = match_of(me, me, options=ALL)
    for _round in range(2):
        play_until(match, me, "plan", strength="random")
        for what, seats in (("money", state_of(match).firms), ("points", state_of(match).firms)):
            for seat, firm in enumerate(seats):
                found = client.get(f"/matches/{match.pk}/explain/?what={what}-{seat}").context["found"]
                assert sum(term.amount for term in found.terms) == found.total
                assert what == "points" or found.total == firm.cash
        play_until(match, me, "wish", strength="random")

    assert client.get(f"/matches/{match.pk}/explain/?what=money-2").status_code == 302


def test_a_worker_is_hired_by_its_radio_button_and_nothing_chosen_is_refused(client, me):
    match = match_of(me, me)
    prompt = open_prompt(match, "draft")
    top = state_of(match).stacks[1].seen[0]

    assert said(sent(client, match, prompt)) == ["Choose first."]
    assert sent(client, match, prompt, do="hire-T").status_code == 303

    assert [each.worker for each in state_of(match).firms[prompt.seat].crew] == [top]


def test_passing_in_the_first_round_is_refused_in_words(client, me):
    match = match_of(me, me)

    answer = sent(client, match, open_prompt(match, "draft"), do="pass")

    assert (answer.status_code, said(answer)) == (422, ["In the first round everybody hires: nobody passes or fires."])
    assert '<a href="/rules/master_builder/rules/#hire">The rule</a>' in answer.content.decode()


def test_a_list_of_wishes_is_put_in_order_with_buttons_and_then_left(client, me):
    match = match_of(me, me)
    prompt = open_prompt(match, "wish", 1)
    rows = {"wish-0": "hire-T", "wish-1": "hire-M", "wish-2": "hire-A"}

    moved = sent(client, match, prompt, up="1", **rows)
    panel = next(
        panel for panel in moved.context["page"].part("drawing").context["it"]["more"] if panel["kind"] == "wish"
    )
    values = [row.value for row in panel["rows"]]
    assert (moved.status_code, values) == (422, ["hire-M", "hire-T", "hire-A", "", "", ""])
    assert said(moved) == ["The order is changed. Leave the list to keep it."]
    assert state_of(match).firms[1].wishes == ()

    assert sent(client, match, prompt, **{f"wish-{n}": value for n, value in enumerate(values)}).status_code == 303
    assert state_of(match).firms[1].wishes in (
        (Want("hire", skill="M"), Want("hire", skill="T"), Want("hire", skill="A")),
        (Want("hire", skill="T"), Want("hire", skill="A")),
    )


@pytest.mark.parametrize("wish", ["pass", "fire-M1", "hire-X", "hire-M1-2", "dance"])
def test_a_wish_that_makes_no_sense_in_the_first_round_is_refused(client, me, wish):
    match = match_of(me, me)

    assert sent(client, match, open_prompt(match, "wish", 1), **{"wish-0": wish}).status_code == 422
    assert match.number == 0


def at_auction(me):
    """A match in which one person holds all seats and is asked to nominate: the match, and the prompt."""
    match = match_of(me, me, me)
    return match, play_until(match, me, "nominate")


def test_a_contract_is_put_up_with_a_bid_and_a_limit(client, me):
    match, prompt = at_auction(me)
    lot = state_of(match).lots[0].contract
    least = state_of(match).sheet.contract(lot).min_bid

    low = sent(client, match, prompt, contract=lot, bid=least - 1)
    assert said(low) == [f"A bid of {least - 1}k is too low: bid {least}k at least."]
    under = sent(client, match, prompt, contract=lot, bid=least + 2, limit=least + 1)
    assert said(under) == ["The limit is below the bid. Leave it empty, or set it higher."]
    assert under.context["page"].part("drawing").context["it"]["main"]["bid"] == str(least + 2)
    assert sent(client, match, prompt, contract=lot, bid=least, limit=least + 4).status_code == 303

    auction = state_of(match).market.auction
    assert (auction.contract, auction.price, auction.limits[prompt.seat]) == (lot, least, least + 4)


def test_an_opening_bid_that_is_left_empty_is_the_minimum_bid(client, me):
    match, prompt = at_auction(me)
    lot = state_of(match).lots[-1].contract

    assert said(sent(client, match, prompt, bid="")) == ["Choose a contract first."]
    assert sent(client, match, prompt, contract=lot, bid="").status_code == 303

    auction = state_of(match).market.auction
    assert (auction.contract, auction.price) == (lot, state_of(match).sheet.contract(lot).min_bid)


def test_bids_limits_and_passes_come_from_their_buttons(client, me):
    match, prompt = at_auction(me)
    lot = state_of(match).lots[0].contract
    least = state_of(match).sheet.contract(lot).min_bid
    sent(client, match, prompt, contract=lot, bid=least)
    second = open_prompt(match, "bid")

    sent(client, match, second, bid=least + 1)
    assert (state_of(match).market.auction.leader, state_of(match).market.auction.price) == (second.seat, least + 1)
    third = open_prompt(match, "bid")
    sent(client, match, third, **{"pass": "1"})
    assert third.seat not in state_of(match).market.auction.still

    waiting = open_prompt(match, "limit")
    low = sent(client, match, waiting, limit=least)
    assert said(low) == [f"A limit of {least}k says nothing any more: set {least + 1}k at least."]
    sent(client, match, waiting, limit=least + 7)
    assert state_of(match).market.auction.limits[waiting.seat] == least + 7
    sent(client, match, waiting, none="1")
    assert state_of(match).market.auction.limits[waiting.seat] == 0


def test_declining_and_buying_in_the_first_round(client, me):
    match, prompt = at_auction(me)
    for _seat in range(3):
        sent(client, match, open_prompt(match, "nominate"), decline="1")
    buyer = open_prompt(match, "buy")
    lot = state_of(match).lots[-1].contract

    sent(client, match, buyer, contract=lot)

    assert [site.contract for site in state_of(match).firms[buyer.seat].sites] == [lot]


def test_a_limit_may_be_left_again_after_one_was_asked_oneself(client, me):
    """The prompt for a limit closes while the seat itself is asked, and comes back under its key."""
    match, prompt = at_auction(me)
    lot = state_of(match).lots[0].contract
    least = state_of(match).sheet.contract(lot).min_bid
    sent(client, match, prompt, contract=lot, bid=least)
    key = open_prompt(match, "limit").key
    for bid in range(least + 1, least + 7):
        sent(client, match, open_prompt(match, "bid"), bid=bid)

    rows = match.decisions.filter(key=key).order_by("seat")
    asked = open_prompt(match, "bid").seat
    assert [(row.seat, row.closed_at is None) for row in rows] == [(seat, seat != asked) for seat in range(3)]


@pytest.mark.parametrize("scenario", ["classic", "classic_3", "classic_2"])
def test_the_start_page_follows_the_number_of_players(client, me, scenario):
    answer = client.get(f"/games/start/master_builder/?scenario={scenario}")

    assert len(answer.context["form"].seat_fields()) == {"classic": 4}.get(scenario) or int(scenario[-1])


def test_a_match_is_started_from_the_page_with_its_variants(client, me):
    fields = {
        "scenario": "classic_2", "seat-0": "me", "seat-1": "bot:strong", "mode": "free",
        "options-choose_worker": "on", "options-extra_events": "on", "options-first_player": "1",
    }  # fmt: skip
    assert client.post("/games/start/master_builder/", fields).status_code == 302

    made = me.stewarded_matches.get()
    assert made.options == (
        '{"choose_worker":true,"selective_events":false,"rent_workers":false,"extra_events":true,"first_player":1}'
    )
    page = page_of(client, made).content.decode()
    assert "Two events happen in each round." in page
    assert "workers can be rented" not in page


def test_what_a_bot_does_begins_with_no_stop(client, me):
    """A bot's seat has no name, so the sentence has no full stop before the mallet."""
    match = match_of(None, None)
    match.stewards.add(me)
    html = client.get(f"/matches/{match.pk}/").content.decode()

    assert "has the mallet" in html
    assert '<span class="m-sub">.' not in html


def test_contracts_on_offer_are_counted_whoever_is_asked(client, me):
    match = match_of(me, me)
    prompt = play_until(match, me, "nominate")

    told = [page_of(client, match, seat).content.decode() for seat in (prompt.seat, 1 - prompt.seat)]

    number = len(state_of(match).lots)
    assert number > 1
    assert [re.search(r"Contracts on offer: (\d+)", " ".join(text.split()))[1] for text in told] == [str(number)] * 2


def test_the_own_crew_stands_beside_what_is_bid_for(client, me):
    match = match_of(me, me)
    prompt = play_until(match, me, "nominate")

    text = page_of(client, match, prompt.seat).content.decode()

    panel = text.partition('id="nominate-form"')[2].partition("</form>")[0]
    names = {card.id: card.name for card in state_of(match).sheet.workers}
    crew = sorted(names[each.worker] for each in state_of(match).firms[prompt.seat].crew)
    assert sorted(re.findall(r'<span class="m-name">([^<]+)</span>', panel)) == crew


def test_an_event_that_takes_a_worker_is_told_at_the_crew(client, me):
    match = match_of(me, me)
    while prompt := play_until(match, me, "plan"):
        firm = state_of(match).firms[prompt.seat]
        if any(each.down for each in firm.crew):
            break
        step(match, me)

    shown = page_of(client, match, prompt.seat).context["page"].part("drawing").context

    event = next(card.name for card in shown["drawn"] if card.kind == "Event")
    away = [worker(state_of(match).sheet, each.worker) for each in firm.crew if each.down]
    assert shown["taken"] == [f"{event}: away in this round, but paid: {listed(away)}."]


def test_each_trait_is_explained_by_the_events_that_strike_it(client, me):
    match = match_of(me, me)
    text = page_of(client, match).content.decode()

    assert 'popovertarget="traits"' in text
    assert "traits" in Page(text).ids
    for trait in traits(state_of(match).sheet):
        assert 0 < len(trait.events) < trait.all
