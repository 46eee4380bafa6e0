"""Languages of the site: the offered ones, and the state of a partial translation. The French catalogues are complete,
so they list all texts, except those of data files.
"""

import ast
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po
from django.conf.locale import LANG_INFO
from django.core.exceptions import ImproperlyConfigured
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import template, to_locale
from jinja2.ext import babel_extract

from domego_site.language_parts import Part, parts
from games.ui.languages import DATA, is_begun, is_draft

KEYWORDS: Final = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "CellFault": (3,),
    "fault": (2,),
    "remark": (2,),
    "heading": (1,),
}
SEPARATE: Final = {"label": (0, 1, 2), "trouble": (1, 2)}
"""The places of texts in calls with several, each of which is translated by itself."""
"""The function whose calls have several texts, each a message of its own."""
SOURCES: Final = ("domego_site", "classrooms", "games", "templates")
DATA_FILES: Final = ("scenarios/*.json", "first_game.json", "help/help.json")
"""Data files of a game, with texts in each complete language that a catalogue can translate further."""

Key = tuple[str | None, str]
"""The context of a text and the text, its singular if it has two forms."""


def offered(codes: Iterable[str]) -> list[tuple[str, Any]]:
    """The value of LANGUAGES in the settings. Raises ImproperlyConfigured for an unknown code."""
    found = []
    for code in codes:
        if code not in LANG_INFO or "name" not in LANG_INFO[code]:
            raise ImproperlyConfigured(f"LANGUAGES names {code!r}, which is no language: write LANGUAGES=en,fr,es.")
        title = str(LANG_INFO[code]["name"])
        name = _(title)
        state = _("unchecked translation") if is_draft(code) else _("translation begun")
        found.append((code, format_lazy("{} ({})", name, state) if is_begun(code) else name))
    if "en" not in dict(found):
        raise ImproperlyConfigured("LANGUAGES lacks en: what another language lacks is shown in English.")
    return found


def messages(path: Path) -> Iterator[tuple[int, str | None, str | tuple[str, ...]]]:
    """Line, context and text (or both plural forms) of each text in a Python file or a template of either engine."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py" and any(f"{name}(" in text for name in SEPARATE):
        yield from _separate(ast.parse(text))
    method: Any = "python"
    if "jinja2" in path.parts:
        method = babel_extract
    elif path.suffix != ".py":
        # What stands between the texts of a template is no Python: without its indents the tokenizer reads it.
        lines = template.templatize(text, origin=str(path)).splitlines()
        text = "\n".join(line.strip() for line in lines)
    for line, message, _comments, context in extract(
        method, BytesIO(text.encode()), KEYWORDS, options={"silent": "false"}
    ):
        yield line, context, tuple(message[:2]) if isinstance(message, tuple) else message


def _separate(tree: ast.AST) -> Iterator[tuple[int, None, str]]:
    """The texts in calls of SEPARATE: by place, named `help` and `unit`, and the values of `names`."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in SEPARATE:
            by_place = [call.args[place] for place in SEPARATE[call.func.id] if place < len(call.args)]
            given = {each.arg: each.value for each in call.keywords}
            names = given.get("names")
            values = names.values if isinstance(names, ast.Dict) else []
            for text in (*by_place, given.get("help"), given.get("unit"), *values):
                if isinstance(text, ast.Constant) and isinstance(text.value, str) and text.value:
                    yield text.lineno, None, text.value


def sources(root: Path) -> Iterator[Path]:
    """Every file that may contain texts for people."""
    for folder in SOURCES:
        for suffix in ("py", "html", "txt"):
            yield from (root / folder).rglob(f"*.{suffix}")


def data_texts(game_folder: Path) -> list[str]:
    """The English texts in a game's data files."""
    found: dict[str, None] = {}
    for pattern in DATA_FILES:
        for path in sorted(game_folder.glob(pattern)):
            found |= dict.fromkeys(_english(json.loads(path.read_text(encoding="utf-8"))))
    return list(found)


def _english(value: Any) -> Iterator[str]:
    if isinstance(value, dict) and isinstance(value.get("en"), str) and "fr" in value:
        if value["en"].strip():
            yield value["en"]
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _english(each)


def key_of(entry: Message) -> Key:
    first = entry.id[0] if isinstance(entry.id, tuple | list) else entry.id
    return entry.context, str(first)


def strings(entry: Message) -> Sequence[str]:
    found: Any = entry.string
    return found if isinstance(found, tuple | list) else (found,)


def is_translated(entry: Message) -> bool:
    return not entry.fuzzy and all(strings(entry))


def load_catalogue(path: Path, code: str) -> dict[Key, Message]:
    """The entries of a catalogue; empty for a missing file."""
    if not path.exists():
        return {}
    with path.open("rb") as file:
        return {key_of(entry): entry for entry in read_po(file, locale=code) if entry.id}


@dataclass(frozen=True)
class Counted:
    """The progress of a part: existing texts and help pages, and their full numbers."""

    part: Part
    texts: int
    of_texts: int
    pages: int = 0
    of_pages: int = 0

    @property
    def is_whole(self) -> bool:
        return (self.texts, self.pages) == (self.of_texts, self.of_pages)


@dataclass(frozen=True)
class Translation:
    """A partial translation in a tree of this project."""

    root: Path
    code: str

    @property
    def locale(self) -> str:
        """The name of the language in paths: `pt_BR` for `pt-br`."""
        return to_locale(self.code)

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        return parts()

    @cached_property
    def places(self) -> dict[Key, str]:
        """The key of the part of each text."""
        found: dict[Key, tuple[int, str]] = {}
        for path in sources(self.root):
            name = path.relative_to(self.root).as_posix()
            rank, part = next((n, part) for n, part in enumerate(self.parts) if part.has(name))
            for _line, context, message in messages(path):
                key = (context, message[0] if isinstance(message, tuple) else message)
                found[key] = min(found.get(key, (rank, part.key)), (rank, part.key))
        return {key: part for key, (_rank, part) in found.items()}

    def part_of(self, key: Key, catalogue: Path) -> str:
        """The part of a text. Texts outside the sources (labels of options by their name) belong to the game that
        has them.
        """
        game = catalogue.parents[3].name
        if key[0] == DATA:
            return f"{game}-rules"
        return self.places.get(key) or (game if game in {part.key for part in self.parts} else "rest")

    @cached_property
    def catalogues(self) -> dict[Path, list[Message]]:
        """The wanted catalogues by path: the texts of a part in order, with existing translations."""
        return {path: self._catalogue(french, path) for french, path in self._paths()}

    def _paths(self) -> Iterator[tuple[Path, Path]]:
        for pattern in ("*/locale", "games/catalogue/*/locale"):
            for french in sorted(self.root.glob(f"{pattern}/fr/LC_MESSAGES/django.po")):
                yield french, french.parents[2] / self.locale / "LC_MESSAGES" / "django.po"

    def _catalogue(self, french: Path, path: Path) -> list[Message]:
        ids = {key: (entry.id, entry.context) for key, entry in load_catalogue(french, "fr").items()}
        ids |= {(DATA, text): (text, DATA) for text in data_texts(french.parents[3])}
        said, ranks = self.translated, {part.key: rank for rank, part in enumerate(self.parts)}
        made = Catalog(locale=self.locale)
        for key, (id_, context) in sorted(ids.items(), key=lambda each: ranks[self.part_of(each[0], path)]):
            entry = said.get(key)
            string = entry.string if entry and isinstance(entry.id, str) == isinstance(id_, str) else ""
            made.add(id_, string or ("" if isinstance(id_, str) else ("",) * made.num_plurals), context=context)
        return [entry for entry in made if entry.id]

    @cached_property
    def translated(self) -> dict[Key, Message]:
        """All translations of the language, since a site has only one catalogue."""
        found: dict[Key, Message] = {}
        for _french, path in self._paths():
            found |= {key: entry for key, entry in load_catalogue(path, self.locale).items() if is_translated(entry)}
        return found

    def write(self, only_filled: bool = False) -> list[Path]:
        """Write the catalogues with an empty entry for each missing text; returns the written files. `only_filled`
        leaves out empty entries, and removes catalogues without any other.
        """
        written = []
        for path, entries in self.catalogues.items():
            wanted = [entry for entry in entries if is_translated(entry)] if only_filled else entries
            if not wanted:
                path.unlink(missing_ok=True)
                continue
            catalogue, before = Catalog(locale=self.locale), ""
            for entry in wanted:
                part = self.part_of(key_of(entry), path)
                comments = [] if part == before else [f"Part: {part}"]
                before = part
                catalogue.add(entry.id, entry.string, context=entry.context, user_comments=comments)
            buffer = BytesIO()
            write_po(buffer, catalogue, width=0, omit_header=True)
            header = HEADER.format(code=self.locale, plurals=catalogue.plural_forms)
            text = header.encode() + buffer.getvalue()
            if not path.exists() or path.read_bytes() != text:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(text)
                written.append(path)
        return written

    def pages(self, game: str) -> dict[Path, bool]:
        """The help pages of a game in this language, each with whether it exists."""
        folder = self.root / "games" / "catalogue" / game / "help"
        english = sorted((folder / "en").glob("*.md"))
        return {path: path.exists() for path in (folder / self.code.partition("-")[0] / each.name for each in english)}

    def lacking(self, part: str) -> list[Key]:
        """The missing texts of a part."""
        return sorted((key for key in self._keys(part) if key not in self.translated), key=str)

    def _keys(self, part: str) -> set[Key]:
        return {
            key_of(entry)
            for path, entries in self.catalogues.items()
            for entry in entries
            if self.part_of(key_of(entry), path) == part
        }

    def counted(self) -> list[Counted]:
        """The progress of each part."""
        found = []
        for part in self.parts:
            all_of, pages = self._keys(part.key), self.pages(part.game) if part.game else {}
            said = sum(key in self.translated for key in all_of)
            found.append(Counted(part, said, len(all_of), sum(pages.values()), len(pages)))
        return found


HEADER: Final = """#
msgid ""
msgstr ""
"Project-Id-Version: domego\\n"
"Language: {code}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals}\\n"

"""
"""The header of a catalogue, without values that change from run to run."""


def must_be_known(code: str) -> None:
    """Raises LookupError with the reason if the language cannot be translated."""
    if code not in LANG_INFO or "name" not in LANG_INFO[code]:
        raise LookupError(f"Django knows no language {code!r}; its codes are en, fr, es, de, pt-br and so on.")
    if not is_begun(code):
        raise LookupError(f"{LANG_INFO[code]['name']} is whole: its texts are written with the program.")
    try:
        Locale.parse(code, sep="-")
    except (UnknownLocaleError, ValueError) as fault:
        raise LookupError(str(fault)) from None
