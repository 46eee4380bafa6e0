"""The check of French (`make lint`, by `manage.py check_french`): each text for people has French, and no catalogue has
a text twice.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from babel.messages.catalog import Catalog
from babel.messages.pofile import PoFileParser, read_po
from django.utils.translation import override

from domego_site.languages import is_translated, messages, sources
from domego_site.translations import catalogues, language_of
from games.engine import finding
from games.ui import faces
from games.ui.faces import OptionsForm
from games.ui.option_forms import options_form

CATALOGUE: Final = Path("locale", "fr", "LC_MESSAGES", "django.po")

Text = tuple[str | None, Any]
"""The context of a text, and the text or both its forms."""


def translated(root: Path) -> set[Text]:
    """All texts that have French."""
    return translated_in(catalogues(root, "fr"))


def translated_in(paths: Iterable[Path]) -> set[Text]:
    """The same in these catalogues; those that do not exist have none."""
    found: set[Text] = set()
    for path in filter(Path.exists, paths):
        with path.open("rb") as file:
            found |= {(each.context, each.id) for each in read_po(file, locale="fr") if each.id and is_translated(each)}
    return found


def catalogue_of(path: Path, root: Path) -> Path:
    """The French catalogue for the texts of a file: that of its game or app."""
    own = (folder / CATALOGUE for folder in path.parents)
    return next((each for each in own if each.exists()), root / "domego_site" / CATALOGUE)


def missing(root: Path) -> list[str]:
    """A line for each text without French, with its place and its catalogue."""
    known = translated(root)
    return [
        f"{path.relative_to(root)}:{line}: {message!r}{f' in context {context!r}' if context else ''} has no French: "
        f"add it to {catalogue_of(path, root).relative_to(root)}"
        for path in sources(root)
        for line, context, message in messages(path)
        if message and (context, message) not in known
    ]


def option_labels() -> Iterator[tuple[str, str]]:
    """Game and label of each option in a form that is made from the names of options."""
    for game in sorted(package.key for package in finding.packages()):
        if faces.get(game).options_form is OptionsForm:
            with override("en"):
                labels = [str(field.label) for field in options_form(faces.get(game)).fields.values()]
            yield from ((game, label) for label in labels)


def missing_labels(root: Path) -> list[str]:
    """A line for each label of an option without French."""
    known = translated(root)
    return [
        f"The option {label!r} of {game} has no French: add it to games/catalogue/{game}/{CATALOGUE}"
        for game, label in option_labels()
        if (None, label) not in known
    ]


class _Places(Catalog):
    """A catalogue that notes the lines of each text."""

    def __init__(self, path: Path) -> None:
        super().__init__(locale=language_of(path))
        self.lines: dict[tuple[str | None, str], list[int]] = {}

    def __setitem__(self, id: Any, message: Any) -> None:
        first = id[0] if isinstance(id, tuple | list) else id
        self.lines.setdefault((message.context, first), []).append(message.lineno)
        super().__setitem__(id, message)


def doubles(root: Path) -> list[str]:
    """A line for each text that a catalogue of any language has twice with the same context."""
    found = []
    for path in catalogues(root):
        places = _Places(path)
        with path.open("rb") as file:
            PoFileParser(places).parse(file)
        found += [
            f"{path.relative_to(root)}: {text!r} is there more than once, in lines {', '.join(map(str, lines))}"
            for (_context, text), lines in places.lines.items()
            if len(lines) > 1
        ]
    return found


def faults(root: Path) -> list[str]:
    """All lines of this check."""
    return [*missing(root), *missing_labels(root), *doubles(root)]
