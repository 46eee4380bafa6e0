"""Files that pages load together: one file each where static files are collected, so that a phone on a slow line waits
for few of them; the files themselves everywhere else.
"""

from typing import Final

BUNDLES: Final[dict[str, tuple[str, ...]]] = {
    "shell/page.css": tuple(f"shell/{name}.css" for name in ("tokens", "base", "parts", "table", "pages")),
    # regions.js first: it must see the page as the server wrote it.
    "shell/page.js": tuple(
        f"shell/js/{name}.js"
        for name in ("regions", "tell", "outbox", "app", "countdown", "links", "poll", "stream", "owed")
    ),
    "games/match.css": ("games/table.css", "games/expected.css", "games/recap.css", "games/undo.css", "games/safe.css"),
    "games/match.js": ("games/recap.js", "games/then.js", "games/guard.js", "games/answers.js"),
}
"""By the name under which static files have it. A site gives its own in an app's `ready`."""


def joined(name: str, sources: list[str]) -> str:
    """The text of a bundle. Each script keeps its names to itself, and what fails in one stops no other."""
    if name.endswith(".css"):
        return "\n".join(sources)
    return "\n".join(f"try {{\n{source}\n}} catch (error) {{\n  reportError(error);\n}}" for source in sources)
