"""News on a table move, sound and are announced, and block no input. Real scripts in a real browser."""

from collections.abc import Callable, Iterator

import pytest

from tests.site.browser.test_live_regions import Server, arrives, browser, pytestmark, server

sync_api = pytest.importorskip("playwright.sync_api")
__all__ = ("browser", "pytestmark", "server")
SCRIPTS = ["/shell/js/sound.js", "/games/motion.js", "/games/turns.js"]
TURNS = """<div id="turns" hidden><p><span data-turns="by"></span> <span data-turns="text"></span></p>
  <button type="button">Skip</button></div>"""
HEARD = """
window.voices = [];
for (const name of ["OscillatorNode", "AudioBufferSourceNode"]) {
  const start = window[name].prototype.start;
  window[name].prototype.start = function (...all) { window.voices.push(name); return start.apply(this, all); };
}
"""
Load = Callable[..., "sync_api.Page"]


def board(turn: int, *pieces: str, told: str = "") -> str:
    drawing = f'<svg id="drawing" viewBox="0 0 400 200" width="400" height="200">{"".join(pieces)}</svg>'
    return f"""<section data-region id="decision"><h2>Turn {turn}</h2>
    <button id="go" type="button">Go {turn}</button></section>
    <section data-region id="board">{drawing}
    <p id="hand" tabindex="-1">Hand</p></section><ul hidden>{told}</ul>"""


def robber(x: int) -> str:
    return f'<g transform="translate({x} 40)" data-piece="robber"><rect width="20" height="20"/></g>'


def house(x: int, *, flies: bool = False) -> str:
    more = ' data-flies-from="#drawing" data-flies-to="#hand"' if flies else ""
    return (
        f'<g transform="translate({x} 100)" data-piece="house-{x}" data-enters="grow" data-sound="build"{more}>'
        '<rect width="20" height="20"/></g>'
    )


@pytest.fixture
def load(browser: "sync_api.Browser", server: Server) -> "Iterator[Load]":
    opened = []

    def start(*pieces: str, **options: str) -> "sync_api.Page":
        context = browser.new_context(**options)
        opened.append(context)
        page = context.new_page()
        page.add_init_script(HEARD)
        page.route("**/*", server.answer)
        page.goto("http://table.test")
        page.evaluate(
            """([regions, turns, scripts]) => {
            document.getElementById('decision').outerHTML = regions;
            document.querySelector('main').insertAdjacentHTML('beforeend', turns);
            return Promise.all(scripts.map((src) => new Promise((done) => {
              const script = Object.assign(document.createElement('script'), { type: 'module', src, onload: done });
              document.head.append(script) }))) }""",
            [board(1, *pieces), TURNS, SCRIPTS],
        )
        page.mouse.click(5, 5)  # browsers let no page sound that nobody has touched
        return page

    yield start
    for context in opened:
        context.unroute_all(behavior="ignoreErrors")
        context.close()


def news(page: "sync_api.Page", server: Server, turn: int, *pieces: str, told: str = "") -> list[dict[str, object]]:
    """The animations after news: the piece and the end of each, in milliseconds."""
    page.evaluate(
        """() => { window.moved = null;
        document.addEventListener('regions:updated', () => queueMicrotask(() => queueMicrotask(() => {
          window.moved = document.getAnimations().map(({ effect }) => ({
            piece: effect.target.dataset.piece ?? effect.target.getAttribute('class'),
            until: Math.round(effect.getComputedTiming().endTime) })) })), { once: true }) }"""
    )
    server.says(board(turn, *pieces, told=told), etag=f'"{turn}"')
    arrives(page, turn)
    found: list[dict[str, object]] = page.evaluate("window.moved")
    return found


def test_what_is_new_comes_in_and_what_moved_slides_and_all_is_over_within_400_ms(load: Load, server: Server) -> None:
    page = load(robber(0), house(50))

    moved = news(page, server, 2, robber(200), house(50), *(house(x) for x in range(100, 200, 20)))

    assert {each["piece"] for each in moved} == {"robber", *(f"house-{x}" for x in range(100, 200, 20))}
    assert max(int(str(each["until"])) for each in moved) < 400
    page.keyboard.press("Shift")  # ends what still moves
    assert news(page, server, 3, robber(200), *(house(x) for x in range(100, 200, 20))) == []


def test_what_flies_is_gone_at_the_next_press_which_works_at_once(load: Load, server: Server) -> None:
    page = load()
    page.evaluate("window.went = 0; addEventListener('click', ({ target }) => { window.went += target.id === 'go' })")

    moved = news(page, server, 2, house(50, flies=True))
    assert any("flies" in str(each["piece"]) for each in moved)
    page.evaluate("document.getAnimations().forEach((each) => each.pause())")  # as if it had only just begun
    page.click("#go")

    assert page.evaluate("[window.went, document.getAnimations().length]") == [1, 0]
    page.locator(".flies").wait_for(state="detached")


def test_nothing_moves_where_the_system_asks_for_little_motion(load: Load, server: Server) -> None:
    page = load(robber(0), reduced_motion="reduce")

    assert news(page, server, 2, robber(200), house(50, flies=True)) == []
    assert page.locator("[data-piece]").count() == 2


def test_nothing_sounds_unasked_and_a_kind_of_piece_sounds_once(load: Load, server: Server) -> None:
    page = load()
    news(page, server, 2, house(50))
    assert page.evaluate("window.voices") == []

    page.evaluate("localStorage.setItem('sound', 'on')")
    news(page, server, 3, house(50), house(100), house(150))
    page.wait_for_function("window.voices.length > 0")
    assert page.evaluate("window.voices") == ["OscillatorNode", "OscillatorNode"]

    news(page, server, 4, house(50), house(100), house(150))
    assert page.evaluate("window.voices.length") == 2


def test_turns_of_others_are_told_one_after_the_other_until_a_press(load: Load, server: Server) -> None:
    page = load()
    line = page.locator("#turns")

    def told(*turns: tuple[str, str]) -> str:
        return "".join(f'<li data-tell="{by}-{text}" data-by="{by}" data-css="blue">{text}</li>' for by, text in turns)

    news(page, server, 2, told=told(("B", "Threw 3."), ("B", "Built."), ("C", "Passed.")))
    line.get_by_text("B Threw 3.").wait_for()
    line.get_by_text("B Built.").wait_for()
    line.get_by_text("C Passed.").wait_for()
    line.wait_for(state="hidden")

    news(page, server, 3, told=told(("B", "Sold."), ("C", "Slept.")))
    line.get_by_text("B Sold.").wait_for()
    page.click("#go")
    assert line.is_hidden()
    news(page, server, 4, told='<li data-tell="own">Your decision counts.</li>')
    assert line.is_hidden()
