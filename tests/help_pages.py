"""The help pages of games, read from their files."""

import json
import re

from games.engine import registry
from tests.every_game import GAMES, ROOT

HEADING = re.compile(r"^##+ (?P<title>.+?) \{#(?P<anchor>[a-z0-9-]+)\}$", re.MULTILINE)
NUMBER = re.compile(r"\d+")
COUNT = re.compile(r"\{([a-z_]+)\}")


def slugs(key: str) -> list[str]:
    """The pages of a game, in the order of its list."""
    listed = json.loads((ROOT / "games" / "catalogue" / key / "help" / "help.json").read_text(encoding="utf-8"))
    return [page["slug"] for page in listed["pages"]]


PAGES = [(key, slug) for key in GAMES for slug in slugs(key)]


def source(key: str, language: str, slug: str) -> str:
    """The text of a page with the numbers of the first shipped scenario."""
    text = (ROOT / "games" / "catalogue" / key / "help" / language / f"{slug}.md").read_text(encoding="utf-8")
    game = registry.load(key)
    return COUNT.sub(lambda name: str(game.counts[name[1]](game.shipped(""))), text)


def sections(key: str, language: str, slug: str) -> dict[str, str]:
    """Text by anchor. The text before the first heading is under the empty anchor."""
    first, *parts = HEADING.split(source(key, language, slug))
    return {"": first} | dict(zip(parts[1::3], parts[2::3], strict=True))


def anchors(key: str, language: str, slug: str) -> list[str]:
    return [heading["anchor"] for heading in HEADING.finditer(source(key, language, slug))]
