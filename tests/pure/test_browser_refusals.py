"""Browsers may refuse storage, cookies, workers, tabs and the like, mostly in a page framed by another site. The
refusal is an error, a rejection, or a missing object. Each use in the site's scripts handles all three: inside `try`,
or in the list below with the reason."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
REFUSED = re.compile(
    r"\b(?:localStorage|sessionStorage|indexedDB|cookieStore|caches|speechSynthesis|SpeechSynthesisUtterance)\b"
    r"|\bnavigator\.(?!onLine\b)\w+|\bdocument\.cookie\b|\bcrypto\.\w+|\bNotification\.\w+"
    r"|\b(?:window|clients)\.open\w*\("
    r"|\bnew (?:AudioContext|BroadcastChannel|EventSource|SharedWorker|WebSocket|Worker)\b"
    r"|\b\w*(?:[fF]ullscreen|[pP]ointerLock)\(|(?<![\w.])(?:alert|confirm|prompt)\("
)
"""Uses of features that a browser may refuse: of `navigator` all but the network status."""
TEXT = re.compile(r"\"(?:\\.|[^\"\\\n])*\"|//[^\n]*|/\*.*?\*/", re.DOTALL)
MET_ELSEWHERE = {
    ("speak.js", "speechSynthesis"): "the button is there only where the browser has a voice",
    ("speak.js", "SpeechSynthesisUtterance"): "the same",
    ("links.js", "navigator.share"): "looks whether it is there",
    ("push.js", "Notification.requestPermission"): "in subscribe(), whose rejections are told",
    ("push.js", "navigator.serviceWorker"): "in worker(), which only subscribe() calls",
    ("stream.js", "new EventSource"): "opened only where the browser has it; without it poll.js asks",
    ("worker.js", "caches"): "a worker that cannot keep pages is none: the browser drops it, pages come from the site",
    ("worker.js", "clients.openWindow("): "in a worker that the browser has let show an alert",
}
"""By script and use, the reason why no `try` is needed."""


def guarded(text: str) -> list[range]:
    """The ranges of `try` blocks in a script without comments and texts."""
    found = []
    for start in re.finditer(r"\btry \{", text):
        depth, at = 1, start.end()
        while depth:
            depth += {"{": 1, "}": -1}.get(text[at], 0)
            at += 1
        if re.match(r"\s*catch\b", text[at:]):
            found.append(range(start.end(), at))
    return found


def unguarded(script: str) -> list[str]:
    """The uses of features that a browser may refuse, outside `try`."""
    text = TEXT.sub(lambda match: " " * len(match[0]), script)
    blocks = guarded(text)
    return [use[0] for use in REFUSED.finditer(text) if not any(use.start() in block for block in blocks)]


def scripts() -> list[Path]:
    return [path for folder in ("games", "classrooms", "domego_site") for path in (ROOT / folder).rglob("*.js")]


def test_every_use_of_what_a_browser_may_refuse_is_met():
    found = {(path.name, use): str(path.relative_to(ROOT)) for path in scripts() for use in unguarded(path.read_text())}

    assert {key: path for key, path in found.items() if key not in MET_ELSEWHERE} == {}
    assert set(MET_ELSEWHERE) - set(found) == set()


@pytest.mark.parametrize(
    "script",
    [
        'const last = sessionStorage.getItem("poll-reload");',
        "navigator.serviceWorker?.register(url).catch(() => {});",
        "try { show(); } finally { localStorage.clear(); }",
        "try { show(); } catch { document.cookie = name; }",
        "async function copy() { await navigator.clipboard.writeText(text); }",
        "const tab = window.open(url);",
        "if (confirm(text)) form.submit();",
        "svg.requestFullscreen();",
    ],
)
def test_a_use_without_a_guard_is_found(script):
    assert len(unguarded(script)) == 1


@pytest.mark.parametrize(
    "script",
    [
        "try { if (is) { localStorage.clear(); } } catch { /* kept for this page only */ }",
        "// sessionStorage is guarded elsewhere\nconst name = 'caches are full';".replace("'", '"'),
        "if (!navigator.onLine) say(lost);",
        'worker.reopen(); window.opener.postMessage("close");',
    ],
)
def test_what_is_guarded_or_no_use_is_left_alone(script):
    assert unguarded(script) == []
