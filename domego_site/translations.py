"""Compiles translations with Babel, so that no system needs gettext."""

import os
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from domego_site import paths


def catalogues(root: Path, language: str = "*") -> list[Path]:
    """Every `locale/<language>/LC_MESSAGES/*.po` of the project, of all languages or of one, of apps and games."""
    return sorted(
        path
        for pattern in ("*/locale", "games/catalogue/*/locale")
        for path in root.glob(f"{pattern}/{language}/LC_MESSAGES/*.po")
        if not path.relative_to(root).parts[0].startswith(".")
    )


def language_of(source: Path) -> str:
    """`fr` also of `fr_X-tu`, which says some texts of French in other words."""
    return source.parent.parent.name.partition("_X-")[0]


def compile_all(root: Path) -> list[Path]:
    """Write the `.mo` next to each `.po` that is newer; returns the written files. Fuzzy entries are left out."""
    written = []
    for source in catalogues(root):
        target, whole = source.with_suffix(".mo"), _whole(source)
        newest = max(path.stat().st_mtime_ns for path in {source, whole})
        if target.exists() and target.stat().st_mtime_ns >= newest:
            continue
        catalogue = _load_catalogue(whole)
        if whole != source:
            _override_texts(catalogue, _load_catalogue(source))
        partial = target.with_suffix(f".{os.getpid()}.part")  # two that compile at once write one each
        with paths.for_everybody(), partial.open("wb") as file:
            write_mo(file, catalogue)
        partial.replace(target)
        written.append(target)
    return written


def _whole(source: Path) -> Path:
    """The catalogue that has all texts: of `fr_X-tu` that of `fr`."""
    return source.parents[2] / language_of(source) / source.parent.name / source.name


def _load_catalogue(source: Path) -> Catalog:
    with source.open("rb") as file:
        return read_po(file, locale=language_of(source), domain=source.stem)


def _override_texts(catalogue: Catalog, other: Catalog) -> None:
    """Compiled whole, since Django reads the texts that a catalogue lacks after those of all others."""
    for entry in other:
        if entry.id and (same := catalogue.get(entry.id, entry.context)) is not None:
            same.string = entry.string


if __name__ == "__main__":
    compile_all(paths.BASE_DIR)
