"""The widest choice of every scenario of every game, at four widths and in both languages. Nothing leaves the page,
nothing covers other texts or buttons, and buttons are large enough for a thumb. Real pages and style sheets in a real
browser, no server."""

import mimetypes
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from games.engine import codec, registry
from games.engine.bots import RandomBot
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.playout import playout
from games.engine.types import Outcome
from games.models import Match, SeatHolder
from games.platform.selectors.position import game_of, state_of
from games.platform.services.matches import match_create, match_start
from games.platform.services.read_markers import seen
from tests.games.catalogue.dominato.matches import match_of as dominato
from tests.games.factories import SEED, match_of, person, play, play_on, role_ids

sync_api = pytest.importorskip("playwright.sync_api")
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
SITE = "http://table.test"
WIDTHS = (360, 768, 1280, 1440)
PHONE = 360
LANGUAGES = ("en", "fr")
MEASURE = (Path(__file__).parents[1] / "measure.js").read_text(encoding="utf-8")

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt-get install chromium"),
]


@dataclass(frozen=True)
class Position:
    """A state with a prompt of this kind for a seat, with the largest number of choices."""

    kind: str
    seat: int
    state: Any


def positions(game: str, text: str) -> dict[str, tuple[int, Position]]:
    """The widest prompt of each kind in a whole match of bots, with its size."""
    kind = registry.get(game)
    rules, scenario = kind.rules, kind.rules.load_scenario(text)
    seats = len(role_ids(text, game))
    options = codec.read_options(b"{}", rules.options_type)
    found: dict[str, tuple[int, Position]] = {}

    def look(state: Any) -> None:
        for prompt in rules.prompts(state):
            size = len(codec.to_json(tuple(rules.choices(state, prompt.seat, prompt.key))))
            if size > found.get(prompt.kind, (-1,))[0]:
                found[prompt.kind] = size, Position(prompt.kind, prompt.seat, state)

    start = rules.setup(scenario, options, seats, LabelledDraws(SEED))
    look(start.state)
    bots = [kind.bots[kind.usual_bot](rules) for _seat in range(seats)]
    playout(
        rules,
        Outcome(start.state, start.events),
        bots,
        LabelledDraws(SEED),
        bot_draws=LabelledDraws(bytes(32)),
        on_move=lambda played: look(played.state),
    )
    return found


def widest(game: str) -> Iterator[tuple[str, str, list[Position]]]:
    """(name, text, positions) of each scenario: its widest prompt, and the prompts that are the widest of their kind in
    all scenarios.
    """
    kind = registry.get(game)
    texts = {**kind.scenarios, **kind.micro}
    found = {name: positions(game, text) for name, text in texts.items()}
    kinds = {kind for each in found.values() for kind in each}
    home = {
        kind: max((name for name in found if kind in found[name]), key=lambda n: found[n][kind][0]) for kind in kinds
    }
    for name, text in texts.items():
        own = max(found[name], key=lambda kind: found[name][kind][0])
        asked = sorted({own, *(kind for kind in kinds if home[kind] == name)})
        yield name, text, [found[name][kind][1] for kind in asked]


def pages(
    game: str, text: str, asked: list[Position], languages: tuple[str, ...] = LANGUAGES
) -> Iterator[tuple[str, str, str]]:
    """(kind, language, HTML) of the table in each position, in the view of the seat that decides."""
    user, client = person(), Client()
    client.force_login(user)
    match = match_create(game=game, roles=role_ids(text, game), by=None, scenario=text, seed=SEED)
    match_start(match_id=match.pk)
    for position in asked:
        SeatHolder.objects.all().delete()
        seat = match.seats.get(index=position.seat)
        SeatHolder.objects.create(seat=seat, user=user, since=match.created_at)
        Match.objects.filter(pk=match.pk).update(state=codec.to_json(position.state).decode())
        for language in languages:
            client.cookies["django_language"] = language
            answer = client.get(f"/matches/{match.pk}/", {"seat": position.seat})
            assert answer.status_code == 200, (game, position)
            yield position.kind, language, answer.content.decode()


def shelf(html: str) -> Any:
    """A route handler for a site with this one page and its files."""

    def answer(route: Any) -> None:
        path = route.request.url.removeprefix(SITE).partition("?")[0]
        if path == "/":
            route.fulfill(body=html, content_type="text/html; charset=utf-8")
            return
        if path.endswith("/live/"):
            route.fulfill(status=304, body="")  # nothing is new, however long it takes to measure
            return
        name = path.removeprefix("/static/")
        found = finders.find(name) if path.startswith("/static/") else None
        if found is None:
            route.fulfill(status=404, body="")
        else:
            kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
            route.fulfill(body=Path(found).read_bytes(), content_type=kind)

    return answer


def faults(page: Any, html: str) -> list[str]:
    """Elements that do not fit, at each width."""
    said = []
    page.unroute_all()
    page.route("**/*", shelf(html))
    page.goto(SITE + "/", wait_until="load")
    page.evaluate("() => document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800 if width > PHONE else 740})
        said += [f"{width}: {words}" for words in page.evaluate(MEASURE, {"thumb": 44 if width == PHONE else 0})]
    return said


@pytest.mark.parametrize("game", [kind.key for kind in registry.all_games()])
def test_the_widest_choices_fit_and_cover_nothing(game):
    read = [(name, *page) for name, text, asked in widest(game) for page in pages(game, text, asked)]
    found = {}
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTHS[0], "height": 800})
        for name, kind, language, html in read:
            if wrong := faults(page, html):
                found[f"{name}, {kind}, {language}"] = wrong
        browser.close()

    assert not found, "\n".join(f"{where}: {each}" for where, all_of in found.items() for each in all_of)


FOLD = """() => {
  const card = document.getElementById("decision");
  const bar = document.querySelector("#decision .bar")?.getBoundingClientRect();
  const controls = [...card.querySelectorAll("input:not([type=hidden]), button, select")];
  const first = controls.find((el) => el.checkVisibility());
  const control = (first.closest("label") ?? first).getBoundingClientRect();
  const question = card.querySelector("h2").getBoundingClientRect();
  return [scrollY, question.bottom, control.bottom, bar ? bar.top : innerHeight];
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_phone_the_question_and_its_first_control_stand_above_the_fold(language):
    user, client = person(), Client()
    client.force_login(user)
    client.cookies["django_language"] = language
    match = match_of(user, user)
    read = {}
    for moves in (0, 1, 2, 4, 9, 15, 21, 27):
        play_on(match, moves - match.number)
        prompts = game_of(match).rules.prompts(state_of(match))
        asked = [prompt.seat for prompt in prompts if prompt.seat < 2 and not prompt.optional and not prompt.passive]
        if asked:
            seen(match_id=match.pk, seat=asked[0], user_id=user.pk, number=max(0, match.number - 6))
            answer = client.get(f"/matches/{match.pk}/", {"seat": asked[0]})
            read[f"move {moves}, seat {asked[0]}"] = answer.content.decode()
    below = {}
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for where, html in read.items():
            page = browser.new_page(viewport={"width": PHONE, "height": 740}, is_mobile=True, has_touch=True)
            page.route("**/*", shelf(html))
            page.goto(SITE + "/", wait_until="load")
            page.evaluate("() => document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
            top, question, control, bar = page.evaluate(FOLD)
            if top or question > bar or control > bar + 1:
                below[where] = (top, question, control, bar)
            page.close()
        browser.close()

    assert len(read) > 2
    assert below == {}


MIDDLES = """(places) => places.map((place) => {
  const at = place.getBoundingClientRect();
  return [Math.round(at.left + at.width / 2), Math.round(at.top + at.height / 2)];
})"""
IN_SIGHT = "(at) => Boolean(document.elementFromPoint(...at)?.closest('#island-svg'))"
PLACES = "#island-svg [name=place]"
BESIDE = 12
"""Pixels between the middle of a place and a tap beside it."""


def found_uv_of_the_widest_island() -> tuple[str, Position]:
    asked = ((text, at) for _name, text, found in widest("utboheme") for at in found if at.kind == "found_uv")
    return max(asked, key=lambda each: len(codec.to_json(each[1].state)))


def test_on_a_dense_island_the_nearest_place_takes_a_tap_beside_it():
    text, position = found_uv_of_the_widest_island()
    _kind, _language, html = next(each for each in pages("utboheme", text, [position]) if each[1] == "en")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": PHONE, "height": 740}, is_mobile=True, has_touch=True)
        page.route("**/*", shelf(html))
        page.clock.install(time=0)
        page.goto(SITE + "/", wait_until="load")
        page.clock.pause_at(100)  # it asks nobody for news, however long this takes
        page.locator("#island-svg").evaluate("(svg) => svg.scrollIntoView({ block: 'center' })")
        middles = [tuple(at) for at in page.locator(PLACES).evaluate_all(MIDDLES)]
        chosen, nearest = {}, {}
        for x, y in middles:
            if not page.evaluate(IN_SIGHT, [x + BESIDE, y]):  # under the head of the page or the bar at its foot
                continue
            page.touchscreen.tap(x + BESIDE, y)
            chosen[x, y] = {tuple(at) for at in page.locator(PLACES + ":checked").evaluate_all(MIDDLES)}
            away = {at: (at[0] - x - BESIDE) ** 2 + (at[1] - y) ** 2 for at in middles}
            nearest[x, y] = {at for at in middles if away[at] == min(away.values())}
        browser.close()

    assert len(chosen) > 20
    assert {at: chosen[at] for at in chosen if not chosen[at] <= nearest[at] or not chosen[at]} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_phone_the_tile_to_check_is_told_in_lines_and_not_word_by_word(language):
    """With both buttons beside it, the sentence had one word a line."""
    user, client = person(), Client()
    client.force_login(user)
    client.cookies["django_language"] = language
    match = opened_for_a_claim(user)
    asked = next(p for p in game_of(match).rules.prompts(state_of(match)) if p.kind in {"check", "claim"})
    html = client.get(f"/matches/{match.pk}/", {"seat": asked.seat}).content.decode()
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": PHONE, "height": 740}, is_mobile=True, has_touch=True)
        page.route("**/*", shelf(html))
        page.goto(SITE + "/", wait_until="load")
        parts = ("p[data-say]", "#claim-form button")
        said, button = (page.locator(f"#d-check {what}").first.bounding_box() for what in parts)
        browser.close()

    assert said["width"] > PHONE / 2
    assert said["y"] + said["height"] <= button["y"]


def opened_for_a_claim(user: Any) -> Match:
    """Dominato with challenges and spoken balances, after the second tile."""
    options = {"validation": "challenge", "say_first": True, "games": 1}
    match = dominato(user, user, options=options)
    rules = game_of(match).rules
    for number in range(20):
        prompts = rules.prompts(state_of(match))
        if any(prompt.kind in {"check", "claim"} for prompt in prompts):
            break
        move = RandomBot(rules).answer(state_of(match), prompts[0], FastDraws(number))
        play(match, prompts[0].seat, prompts[0].key, move, user)
        match.refresh_from_db()
    return match
