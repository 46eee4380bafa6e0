"""Time from a press to the changed page: `python -m benchmarks.presses [--games utboheme ...] [--others 24 | --alone]`.

A player plays matches against bots in Chromium, by the buttons of the page, at 1280 pixels. First nobody else plays;
then others use the pages' forms, one decision every few seconds each. The page measures the time from the click to the
frame that shows the answer. This time is the wait for the server and the browser's work after it. Each press has a
request of a static file beside it, since other work slows both. Moves of bots arrive as news and are not counted.
"""

import argparse
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, TimeoutError, sync_playwright

from benchmarks._running import Running, running_site
from benchmarks._site import percentile
from benchmarks.chaos.players import Book, FormPlayer, Line

AIMS = (150, 400)
"""Milliseconds alone: the median, and 95 %."""
MATCHES = 6
PATIENCE = 20_000
REST = 0.8
"""Seconds between an answer and the next press. Dominyam ignores a second press within 0.7 s."""
EVERY = 5.0
"""Seconds between two decisions of one of the others."""
SCENARIOS = {"dominyam": "players_02", "dominato": "two", "master_builder": "classic_2", "utboheme": "two"}
OPTIONS: dict[str, dict[str, Any]] = {"utboheme": {"two_players": True}}
BUTTONS: dict[str, tuple[str, ...]] = {
    "domego": ("#buy-low .btn-go", "#allocate .btn-go", "[name=accept]", "[id^=offer-] [type=submit]"),
    "dominyam": ("[data-meal]", "[name=keep_none]", "[name=none]"),
    "dominato": ("#lay-form .btn-go", "#give-form .btn-go", "[name=close]", "[name=pass]"),
    "master_builder": (
        "[name=pass]", "[name=decline]", "#choose-form .btn-go", "#plan-form .btn-go", "[name=close]", ".btn-go",
        ".bar button:has([data-says-out])",
    ),
    "utboheme": (
        "[value=roll]", "[name=send][value=refuse]", ".u-endturn", ".u-acts .btn-go", "#u-place .btn-go",
        ".u-acts button",
    ),
    "beer_game": ("#order-form .bar button:has([data-says-out])",),
}  # fmt: skip
"""Buttons of `#decision`: the first existing one is pressed."""
FOUNDING = "#u-place:is([data-key$='/uv'], [data-key$='/cc'], [data-key$='/roads'], :has([name=victim]))"
PLACE = f"body:has({FOUNDING}) #island-svg [name=place]"
MAKE = """
import json, sys
from django.contrib.auth import get_user_model
from benchmarks.chaos.hand import _session
from games.engine import registry
from games.ui import faces
from games.platform.services.holders import seat_assign
from games.platform.services.matches import match_create, match_start
given = json.loads({given!r})
lea = get_user_model().objects.get(username="lea")
people = [get_user_model().objects.create_user(f"one-{{number}}") for number in range(given["others"])]

def made(game, user, number):
    kind = registry.get(game)
    scenario = given["scenarios"].get(game) or next(iter(kind.scenarios))
    roles = [role.id for role in faces.get(game).words.roles(kind.rules.load_scenario(kind.scenarios[scenario]))]
    match = match_create(
        game=game, roles=roles, by=user, scenario_key=scenario, seed=bytes([number] * 32),
        options=given["options"].get(game, {{}}),
    )
    seat_assign(match_id=match.pk, seat=0, user=user)
    match_start(match_id=match.pk)
    return match.pk

print("MADE" + json.dumps({{
    "lea": _session(lea), "lea_pk": lea.pk,
    "matches": {{game: [made(game, lea, number) for number in range(given["matches"])] for game in given["games"]}},
    "people": [
        {{"name": user.username, "id": user.pk, "session": _session(user), "matches": {{
            game: [made(game, user, 50 + number) for number in range(2)] for game in given["games"]}}}}
        for user in people
    ],
}}))
"""
WATCH = """
addEventListener("click", (event) => {
  if (event.isTrusted) window.pressed = { at: event.timeStamp };
}, true);
document.addEventListener("poll:taken", () => { if (window.pressed) window.pressed.answered = true; });
document.addEventListener("regions:updated", () => {
  const { pressed } = window;
  if (!pressed?.answered || pressed.planned) return;
  pressed.planned = true;
  pressed.changed = performance.now();
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      const sent = performance.getEntriesByType("resource").filter((each) => each.name.includes("/play/")).at(-1);
      document.documentElement.dataset.measured = JSON.stringify({
        whole: performance.now() - pressed.at, server: sent.responseStart - sent.requestStart,
        after: performance.now() - sent.responseEnd,
      });
    };
    port2.postMessage(0);
  });
});
"""
BESIDE = """async () => {
  const began = performance.now();
  await (await fetch(document.querySelector("link[rel=icon]").href, { cache: "no-store" })).text();
  return performance.now() - began;
}"""
FILL = """(button) => {
  let more = false;
  const fields = [...(button.form?.elements ?? [])].filter((el) => !el.disabled);
  const any = (all) => all[Math.floor(Math.random() * all.length)];
  for (const el of fields) {
    const group = fields.filter((each) => each.type === "radio" && each.name === el.name);
    const options = el.tagName === "SELECT" && !el.value ? [...el.options] : [];
    const values = options.map(({ value }) => value).filter(Boolean);
    if (group.length && !group.some((each) => each.checked)) any(group).click();
    else if (values.length) el.value = any(values);
    else if (el.type === "number" && el.required && el.value === "") el.value = el.min || "0";
    else if (el.type === "checkbox" && el.name === "workers" && !el.checked && !more) more = el.checked = true;
  }
}"""


@dataclass
class Times:
    """Milliseconds of each counted press; `beside` those of a static file."""

    whole: list[float] = field(default_factory=list)
    server: list[float] = field(default_factory=list)
    after: list[float] = field(default_factory=list)
    beside: list[float] = field(default_factory=list)
    refused: int = 0

    def add(self, found: dict[str, float], beside: float) -> None:
        for name in ("whole", "server", "after"):
            getattr(self, name).append(found[name])
        self.beside.append(beside)


class Hand:
    """Presses the buttons of a page."""

    def __init__(self, page: Page, game: str) -> None:
        self.page, self.game = page, game

    def button(self) -> Any:
        """The button to press, None without a pending decision. A button that needs a choice is used only if no other
        exists. On an island a place is chosen first: its button appears with it.
        """
        place = self.page.locator(PLACE)
        if place.count() and not self.page.locator("#island-svg [name=place]:checked").count():
            random.choice(place.all()).check(force=True)
        for waiting in ("", "[aria-disabled=true]"):
            for selector in BUTTONS[self.game]:
                found = self.page.locator(f"#decision :is({selector}){waiting}:visible:not(.vh, [disabled])")
                if not waiting:
                    found = found.and_(self.page.locator(":not([aria-disabled=true])"))
                if found.count():
                    return found.first.element_handle()
        return None

    def choose(self, button: Any) -> None:
        if button.evaluate("(button) => button.form?.id") == "lay-form":
            self._lay()
        elif self.page.locator("#u-discard").count():
            for card in self.page.locator("#decision [data-hand]:not([disabled])").all():
                for _each in range(int(card.get_attribute("data-count") or 0)):
                    card.click()
        else:
            button.evaluate(FILL)

    def _lay(self) -> None:
        """Choose the first tile that has a place; without one the form stays as it is, and the press is refused."""
        for tile in self.page.locator("#lay-form .d-pick").all():
            tile.click()
            lit = self.page.locator("#layout-lit [data-place]")
            if lit.count():
                lit.first.click(force=True)
                return

    def press(self, times: Times) -> bool:
        """Press the button; was something decided?"""
        button = self.button()
        if button is None:
            return False
        self.choose(button)
        self.page.evaluate("() => { window.pressed = null; delete document.documentElement.dataset.measured; }")
        button.click()
        found = self.page.locator("html[data-measured]").get_attribute("data-measured")
        if self.page.locator("#decision [role=alert]").count():
            times.refused += 1
            return False
        times.add(json.loads(found or "{}"), self.page.evaluate(BESIDE))
        return True


def measure(page: Page, game: str, matches: Iterator[int], decisions: int) -> Times:
    """Play matches one after the other, until so many decisions were made."""
    times, hand = Times(), Hand(page, game)
    for match in matches:
        page.goto(f"/matches/{match}/?seat=0")
        idle = time.monotonic()
        while len(times.whole) < decisions and time.monotonic() - idle < 20:
            try:
                pressed = hand.press(times)
            except TimeoutError:
                break  # a press that left the page, or that news took away
            if pressed:
                idle = time.monotonic()
            page.wait_for_timeout(1000 * REST)
            if page.locator("#live").count() == 0:
                break
        if len(times.whole) >= decisions:
            break
    return times


class Others:
    """People who play the same game by the forms of its pages, until the block ends."""

    def __init__(self, site: Running, people: list[dict[str, Any]], game: str, book: Book) -> None:
        self._site, self._people, self._game, self._book = site, people, game, book
        self._end = threading.Event()
        self.decided = 0

    def _play(self, person: dict[str, Any]) -> None:
        chance = random.Random(person["name"])
        places = [[match, 0] for match in person["matches"][self._game]]
        player = FormPlayer({**person, "places": places}, {}, self._book, chance)
        player.lines = [Line(self._site.port)]
        self._end.wait(chance.uniform(0, EVERY))
        while not self._end.is_set():
            player.turn()
            self.decided += 1
            self._end.wait(EVERY)
        player.lines[0].close()

    @contextmanager
    def playing(self) -> Iterator[None]:
        threads = [threading.Thread(target=self._play, args=[person]) for person in self._people]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self._end.set()
            for thread in threads:
                thread.join()


def line(words: str, times: Times) -> str:
    if not times.whole:
        return f"{words:28} nothing was decided, {times.refused} refused"
    found = [f"{words:28}{len(times.whole):4}"]
    for name in ("whole", "server", "after", "beside"):
        values = getattr(times, name)
        found.append(f"{percentile(values, 0.5):9.0f}{percentile(values, 0.95):6.0f}")
    return "".join(found) + f"{percentile(times.whole, 0.5) / percentile(times.beside, 0.5):9.1f}"


def session_of(browser: Browser, site: Running, session: str) -> Page:
    address = f"http://127.0.0.1:{site.port}"
    context = browser.new_context(base_url=address, locale="en-GB", viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE)
    context.add_init_script(WATCH)
    context.add_cookies([{"name": "sessionid", "value": session, "url": address}])
    return context.new_page()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", nargs="*", choices=list(BUTTONS), default=list(BUTTONS))
    parser.add_argument("--decisions", type=int, default=40)
    parser.add_argument("--others", type=int, default=24, help="people who play beside")
    parser.add_argument("--alone", action="store_true", help="the same as --others 0")
    given = parser.parse_args()
    others = 0 if given.alone else given.others
    chromium = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "google-chrome"))), None)
    if chromium is None:
        raise SystemExit("There is no Chromium. To mend: apt-get install -y chromium")
    wanted = {
        "games": given.games, "others": others, "matches": 2 * MATCHES, "scenarios": SCENARIOS, "options": OPTIONS,
    }  # fmt: skip
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    print(f"# {os.cpu_count()} cores, load before {os.getloadavg()[0]:.1f}; milliseconds, median and 95 %")
    print(f"{'':32}  press to picture   server          page     a file beside   ratio")
    with running_site("--demo", EXPECTED_END="0") as site, sync_playwright() as playwright:
        printed = site.manage("shell", "--no-imports", "-c", MAKE.format(given=json.dumps(wanted)))
        made = json.loads(printed.partition("MADE")[2])
        with tempfile.TemporaryDirectory() as home:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            for game in given.games:
                page, matches = session_of(browser, site, made["lea"]), iter(made["matches"][game])
                show(f"{game}, alone", measure(page, game, matches, given.decisions))
                if others:
                    room = Others(site, made["people"], game, book_in(Path(home) / game))
                    with room.playing():
                        show(f"{game}, {others} others", measure(page, game, matches, given.decisions))
                page.context.close()
            browser.close()
    print(f"# load after {os.getloadavg()[0]:.1f}; aim alone {AIMS[0]} and {AIMS[1]}")


def book_in(home: Path) -> Book:
    home.mkdir()
    return Book(home)


def show(words: str, times: Times) -> None:
    print(line(words, times), flush=True)


if __name__ == "__main__":
    main()
