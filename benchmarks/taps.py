"""Presses of a usual turn in the four games with touchable tables: `python -m benchmarks.taps`.

A phone of 360 pixels in Chromium answers the same questions of the same matches in two ways: on the drawing, and by the
lists of a page without scripts. Each press of a finger counts: a list is two (open it, press a line), a number is one
and one more for each digit.
"""

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Locator, Page, sync_playwright

from benchmarks._running import Running, running_site

PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "locale": "en-GB",
}  # fmt: skip
HELD = 3200
"""Milliseconds for which a button that came with news does not react."""
PATIENCE = 15_000
Plan = list[tuple[str, str]]
"""Workers of Master Builder, and the fields of their places."""
MAKE = """
import json
from django.contrib.auth import get_user_model
from msgspec.structs import replace
from benchmarks.chaos.hand import _session
from games.engine import codec, registry
from games.engine.draws import FastDraws
from games.ui import faces
from games.models import AuthorKind
from games.platform.selectors.position import state_of
from games.platform.services.authors import Author
from games.platform.services.holders import seat_assign
from games.platform.services.matches import match_create, match_start
from games.platform.services.moves import submit
lea, other = (get_user_model().objects.get(username=name) for name in ("lea", "instructor"))

def made(game, scenario, bot, until, people=(lea, lea), **options):
    kind = registry.get(game)
    roles = [role.id for role in faces.get(game).words.roles(kind.rules.load_scenario(kind.scenarios[scenario]))]
    match = match_create(
        game=game, roles=roles, by=lea, scenario_key=scenario, seed=bytes(range(32)), options=options, undo=False
    )
    for seat, user in enumerate(people[:len(roles)]):
        seat_assign(match_id=match.pk, seat=seat, user=user)
    match_start(match_id=match.pk)
    match.refresh_from_db()
    while True:
        state = state_of(match)
        prompt = next(each for each in kind.rules.prompts(state) if not each.optional and not each.passive)
        if until(state, prompt):
            return match
        move = kind.bot(bot).answer(state, prompt, FastDraws(match.number))
        by = Author(AuthorKind.PLAYER, people[prompt.seat])
        submit(match_id=match.pk, seat=prompt.seat, key=prompt.key, move=move, by=by)
        match.refresh_from_db()

def utboheme():
    match = made(
        "utboheme", "two", "greedy", lambda state, prompt: state.stage == "act" and state.seat == 0,
        people=(lea, other), phases="free", two_players=True,
    )
    held = replace(state_of(match), hands=((1, 2, 0, 0, 0), (0, 0, 0, 0, 2)))
    match.state = codec.to_json(held).decode()
    match.save(update_fields=["state"])
    return match

def dominyam():
    return made("dominyam", "players_01", "greedy", lambda state, prompt: True)

def dominato():
    return made(
        "dominato", "two", "greedy",
        lambda state, prompt: len(state.table) >= 3 and prompt.seat == 0 and prompt.kind == "play",
        validation="challenge", helper=False, games=1,
    )

def master_builder():
    asked = lambda state, prompt: prompt.kind == "plan" and prompt.seat == 0
    return made("master_builder", "classic_2", "thrifty", asked)

print("MADE" + json.dumps({
    "lea": _session(lea), "other": _session(other),
    **{make.__name__: [make().pk, make().pk] for make in (dominyam, dominato, master_builder, utboheme)},
}))
"""
"""Makes each match twice, so that both ways have the same one."""


class Finger:
    """A finger that presses parts of a page and counts its presses."""

    def __init__(self, page: Page) -> None:
        self.page, self.presses = page, 0

    @property
    def scripts(self) -> bool:
        return self.page.locator(":root[data-js]").count() > 0

    def press(self, what: Locator | str) -> None:
        found = self.page.locator(what) if isinstance(what, str) else what
        found.first.scroll_into_view_if_needed()
        found.first.tap(timeout=PATIENCE)
        self.presses += 1

    def choose(self, what: str, value: str) -> None:
        """Choose a line of a list."""
        self.page.locator(what).first.select_option(value)
        self.presses += 2

    def type(self, what: str, text: str) -> None:
        self.page.locator(what).fill(text)
        self.presses += 1 + len(text)

    def send(self, button: Locator | str) -> None:
        """Press the button that answers, and wait for the page with the answer."""
        if not self.scripts:
            with self.page.expect_navigation():
                self.press(button)
        else:
            self.page.evaluate(
                "() => { document.documentElement.dataset.sent = ''; document.addEventListener('poll:sending', "
                "({ detail: is }) => { if (!is) delete document.documentElement.dataset.sent; }); }"
            )
            self.press(button)
            self.page.locator("html:not([data-sent])").wait_for(state="attached", timeout=PATIENCE)
        refused = self.page.locator("#decision [role=alert]").all_inner_texts()
        if refused:
            raise SystemExit(f"refused: {refused}")


def dominyam(finger: Finger, _others: Page, _plan: Plan) -> None:
    """Two dice kept at each of two throws, then the first meal there is."""
    for _throw in range(2):
        for die in range(2):
            finger.press(finger.page.locator("#decision .y-die").nth(die))
        finger.send("#decision .bar [name=reroll]")
    meals = finger.page.locator("#decision [data-meal]")
    finger.send(meals if meals.count() else "#decision .bar [name=none]")


def dominato(finger: Finger, _others: Page, _plan: Plan) -> None:
    """The first tile of the hand at the first place of the table, as it lies; players check, nobody helps."""
    finger.press("#lay-form .d-pick")
    if finger.scripts:
        finger.press("#layout-lit [data-place='0'] .d-may")
    else:
        finger.choose("#lay-form [name=place]", "0")
    finger.send("#lay-form .btn-go")


def master_builder(finger: Finger, _others: Page, plan: Plan) -> None:
    """The plan of a round, each worker of it at a place."""
    for worker, place in plan:
        if finger.scripts:
            finger.press(f"#plan-form [data-worker='{worker}']")
            finger.press(f"#plan-form [data-place]:has([name='{place}'])")
        else:
            finger.choose(f"#plan-form [name='{place}']", worker)
    finger.send("#plan-form .btn-go")


def utboheme(finger: Finger, others: Page, _plan: Plan) -> None:
    """One card for one of another player's, who accepts."""
    if finger.scripts:
        finger.press("[data-hand=sleep]")
        finger.press("[data-pick=food]")
    else:
        finger.type("#u-offer [name=give-sleep]", "1")
        finger.type("#u-offer [name=get-food]", "1")
    finger.send("#u-offer .u-send button")
    others.goto(finger.page.url.partition("?")[0].partition("#")[0])
    others.locator("#decision .is-mine button[value=accept]").first.click()
    others.wait_for_load_state()
    finger.page.reload()
    finger.page.wait_for_timeout(HELD)
    finger.send("#decision button[name=deal]")


TURNS: dict[str, Callable[[Finger, Page, Plan], None]] = {
    "dominyam": dominyam,
    "dominato": dominato,
    "master_builder": master_builder,
    "utboheme": utboheme,
}


def plan_of(page: Page) -> Plan:
    """Assign workers to places on the first site, a gable and a side first: each worker takes a highlighted place, and
    refused ones are taken off again. Nothing is sent.
    """
    form = page.locator("#plan-form")
    settled = page.locator("#plan-form:not([data-checking])")
    for number in range(form.locator("[data-worker]").count()):
        chip = form.locator("[data-worker]").nth(number)
        lit = form.locator(".m-site:first-of-type .m-slot:not([class*=roof]) > .is-target")
        chip.tap()
        (chip if not lit.count() else lit.first if number % 2 else lit.last).tap()
        settled.wait_for()
    while (wrong := form.locator(":is(.is-refused, .is-half) .is-taken")).count():
        wrong.first.tap()
        settled.wait_for()
    found = form.locator("[data-place] select").evaluate_all("all => all.map((each) => [each.value, each.name])")
    return [(worker, name) for worker, name in found if worker]


@contextmanager
def page_of(browser: Browser, site: Running, session: str, *, scripts: bool) -> Iterator[Page]:
    address = f"http://127.0.0.1:{site.port}"
    context = browser.new_context(base_url=address, java_script_enabled=scripts, **PHONE)
    context.set_default_timeout(PATIENCE)
    context.add_cookies([{"name": "sessionid", "value": session, "url": address}])
    yield context.new_page()
    context.close()


def main() -> None:
    chromium = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "google-chrome"))), None)
    if chromium is None:
        raise SystemExit("There is no Chromium. To mend: apt-get install -y chromium")
    print("# presses of a usual turn: on the drawing, and by the lists of the page without scripts")
    with running_site("--demo", EXPECTED_END="0") as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        made = json.loads(site.manage("shell", "-c", MAKE).partition("MADE")[2])
        for game, turn in TURNS.items():
            counted, plan = [], []
            for match, scripts in zip(made[game], (True, False), strict=True):
                with (
                    page_of(browser, site, made["lea"], scripts=scripts) as page,
                    page_of(browser, site, made["other"], scripts=False) as others,
                ):
                    page.goto(f"/matches/{match}/?seat=0")
                    if game == "master_builder" and scripts:
                        plan = plan_of(page)
                        page.reload()
                    finger = Finger(page)
                    turn(finger, others, plan)
                    counted.append(finger.presses)
            told = (turn.__doc__ or "").rstrip(".")
            more = f" ({len(plan)} workers)" if plan else ""
            print(f"{game:15} {counted[0]:3} on the drawing, {counted[1]:3} by lists: {told}{more}")
        browser.close()


if __name__ == "__main__":
    main()
