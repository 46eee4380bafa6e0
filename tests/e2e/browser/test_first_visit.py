"""On a slow phone line, a table can be used after a small amount of data."""

from collections import Counter

from playwright.sync_api import expect

from tests.e2e.playing import practise

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
MOST = 60_000
"""Bytes on the wire, with headers, before the page can be used: the page itself, its styles and its scripts."""
NEEDED = ("Document", "Stylesheet", "Script")


def test_a_table_can_be_used_after_sixty_kilobytes(open_context):
    first = open_context(**PHONE)
    table = practise(first).url
    context = open_context(**PHONE, storage_state=first.storage_state())
    page = context.new_page()
    kinds, sizes = {}, Counter()
    browser = context.new_cdp_session(page)
    browser.send("Network.enable")
    browser.on("Network.responseReceived", lambda event: kinds.update({event["requestId"]: event["type"]}))
    browser.on(
        "Network.loadingFinished",
        lambda event: sizes.update({kinds.get(event["requestId"], "Other"): event["encodedDataLength"]}),
    )

    page.goto(table, wait_until="load")
    expect(page.locator("#decision .btn-go").first).to_be_visible()

    assert {kind for kind in NEEDED if not sizes[kind]} == set()
    assert sum(sizes[kind] for kind in NEEDED) <= MOST, dict(sizes)
    assert Counter(kinds.values())["Stylesheet"] + Counter(kinds.values())["Script"] <= 10, dict(kinds)
