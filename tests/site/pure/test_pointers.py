"""No script acts on a press before its release (WCAG 2.5.2, RGAA 13.11). Each listener to presses is listed with its
purpose."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PRESSES = re.compile(
    r"""addEventListener\("(?:pointerdown|mousedown|touchstart)"|\bon(?:pointerdown|mousedown|touchstart)\b"""
)
CATALOGUE = "games/catalogue"
WHAT = {
    "games/static/shell/js/poll.js": "notes that a finger is down, so that the page waits with its news",
    "games/static/shell/js/courses.js": "takes up a student by the grip; letting go beside a team or Escape undoes it",
    "games/static/games/motion.js": "ends what moves",
    "games/static/games/recap.js": "ends what moves",
    "games/static/games/near.js": "notes where a finger came down; the click that follows acts",
    "games/static/games/view.js": "begins to move a drawing",
    f"{CATALOGUE}/dominato/static/dominato/table.js": "takes up a tile; letting go beside the table puts it back",
    f"{CATALOGUE}/dominyam/static/dominyam/dice.js": "notes where a die was taken; lifting it acts, and is undone",
    f"{CATALOGUE}/master_builder/static/master_builder/plan.js": "takes up a worker; beside a place, nothing",
}


def scripts() -> dict[str, str]:
    """All scripts of the site."""
    found = sorted((ROOT / "games").rglob("static/**/*.js"))
    return {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in found if "vendor" not in path.parts
    }


def test_no_script_acts_on_a_press():
    listening = {path: len(PRESSES.findall(text)) for path, text in scripts().items() if PRESSES.search(text)}

    assert listening == dict.fromkeys(WHAT, 1)


def test_a_page_has_no_handlers_of_presses():
    templates = [*(ROOT / "games").rglob("*.html"), *(ROOT / "classrooms").rglob("*.html")]

    assert [
        path
        for path in templates
        if re.search(r"\son(?:pointer|mouse|touch|click|key)\w*=", path.read_text(encoding="utf-8"))
    ] == []
