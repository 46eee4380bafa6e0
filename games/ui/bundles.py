"""Bundles: files that pages load together. Collected static files have one joined file for each bundle: a phone on a
slow line loads few files. In development the files stay separate.
"""

from typing import Final

BUNDLES: Final[dict[str, tuple[str, ...]]] = {
    "shell/page.css": tuple(f"shell/{name}.css" for name in ("tokens", "base", "parts", "table", "pages")),
    # regions.js first: it must see the page as the server wrote it.
    "shell/page.js": tuple(
        f"shell/js/{name}.js"
        for name in ("regions", "sound", "tell", "outbox", "app", "countdown", "links", "poll", "stream", "pending")
    ),
    "games/match.css": ("games/table.css", "games/expected.css", "games/recap.css", "games/undo.css", "games/safe.css"),
    "games/match.js": tuple(f"games/{name}.js" for name in ("recap", "then", "says", "guard", "answers")),
    "games/later.js": ("games/motion.js", "games/turns.js"),
}
"""The files of each bundle, by its name among static files. A host site adds its own in an app's `ready`."""


def joined(name: str, sources: list[str]) -> str:
    """The text of a bundle. Each script has its own scope, and an error in one does not stop the others."""
    if name.endswith(".css"):
        return "\n".join(sources)
    return "\n".join(f"try {{\n{source}\n}} catch (error) {{\n  reportError(error);\n}}" for source in sources)
