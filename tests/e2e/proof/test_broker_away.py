"""The broker stops while a person plays."""

import os
import signal
import time

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.playing import Player, practise

BEARABLE = 8.0  # seconds for a page, or for a move and its page, while the broker is silent


def test_pages_and_own_moves_go_on_and_bots_do_when_it_is_back(site, open_context):
    if not site.has_own_broker:
        pytest.skip("The broker of REDIS_URL is not this test's to stop.")
    page = practise(open_context())
    player = Player(page)
    player.play_until(4)
    page.goto(page.url.partition("?")[0] + "?seat=0")
    # The four prices, 11 to 14, are below what any inspector agrees to: talks go on.
    table, inspector, price = page.url, page.locator("#talk-inspector"), 10
    for fault in (signal.SIGSTOP, signal.SIGKILL):
        broker, times = site.broker_process(), []
        os.kill(broker, fault)
        try:
            for step in ("/games/", table, offer, table, offer):
                began = time.monotonic()
                if step is offer:
                    offer(player, inspector, price := price + 1)
                else:
                    page.goto(step)
                times.append(time.monotonic() - began)
        finally:
            # Other tests need it too.
            if fault == signal.SIGSTOP:
                os.kill(broker, signal.SIGCONT)

        page.goto(table)
        expect(inspector.locator(".badge")).not_to_contain_text("is with them", timeout=60_000)
        assert [seconds for seconds in times if seconds > BEARABLE] == []


def offer(player: Player, thread: Locator, price: int) -> None:
    thread.locator("[name=price]").fill(str(price))
    player.press(thread.get_by_role("button", name="Offer"))
