"""Compiles translations with Babel, so that no system needs gettext."""

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from domego_site import paths


def catalogues(root: Path, language: str = "*") -> list[Path]:
    """Every `locale/<language>/LC_MESSAGES/*.po` of the project, of all languages or of one, of apps and games."""
    return sorted(
        path
        for pattern in ("*/locale", "games/*/locale")
        for path in root.glob(f"{pattern}/{language}/LC_MESSAGES/*.po")
        if not path.relative_to(root).parts[0].startswith(".")
    )


def compile_all(root: Path) -> list[Path]:
    """Write the `.mo` next to each `.po` that is newer; answers what was written. Fuzzy entries are left out."""
    written = []
    for source in catalogues(root):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime_ns >= source.stat().st_mtime_ns:
            continue
        with source.open("rb") as file:
            catalogue = read_po(file, locale=source.parent.parent.name, domain=source.stem)
        partial = target.with_suffix(".mo.part")
        with paths.for_everybody(), partial.open("wb") as file:
            write_mo(file, catalogue)
        partial.replace(target)
        written.append(target)
    return written


if __name__ == "__main__":
    compile_all(paths.BASE_DIR)
