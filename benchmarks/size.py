"""Lines of code by room: `python -m benchmarks.size`.

Python, templates, styles and scripts of the site, and Python of the tests; blank lines and comments count, generated
files do not (migrations, catalogues, locked requirements). The benchmarks of games, which stand beside their tests,
count as benchmarks. Prints also the longest files of each kind.
"""

import subprocess
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SITE = ("domego_site", "games", "classrooms")
KINDS = {".py": "Python", ".html": "templates", ".css": "styles", ".js": "scripts"}
LONGEST = {"Python": 450, "templates": 120}
"""Aims: the most lines of one file."""


def files() -> list[Path]:
    names = subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).splitlines()  # noqa: S603, S607
    return [Path(name) for name in names if Path(name).suffix in KINDS and (ROOT / name).is_file()]


def room_of(path: Path) -> str:
    """The folder that a file is counted under: each game, two levels in the apps, one elsewhere; of all benchmarks
    `benchmarks`.
    """
    if "benchmarks" in path.parts:
        return "benchmarks"
    if path.parts[:2] == ("games", "catalogue"):
        return "/".join(path.parts[:3])
    return "/".join(path.parts[: 2 if path.parts[0] in SITE and len(path.parts) > 2 else 1])


def main() -> None:
    lines: dict[Path, int] = {
        path: len((ROOT / path).read_text().splitlines()) for path in files() if "migrations" not in path.parts
    }
    table: Counter[tuple[str, str]] = Counter()
    for path, number in lines.items():
        table[room_of(path), KINDS[path.suffix]] += number
    kinds = list(KINDS.values())
    print(f"{'':32}" + "".join(f"{kind:>11}" for kind in kinds))
    rooms = sorted({room for room, _kind in table}, key=lambda room: (-table[room, "Python"], room))
    for room in rooms:
        print(f"{room:32}" + "".join(f"{table[room, kind]:11,}" for kind in kinds))
    for words, chosen in (("site", SITE), ("catalogue", ("games/catalogue",)), ("tests", ("tests",))):
        sums = [
            sum(n for (room, kind), n in table.items() if kind == each and room.startswith(chosen)) for each in kinds
        ]
        print(f"{words + ', all':32}" + "".join(f"{number:11,}" for number in sums))
    for kind, most in LONGEST.items():
        over = sorted((n, str(path)) for path, n in lines.items() if KINDS[path.suffix] == kind and n > most)
        over = [each for each in over if each[1].split("/")[0] in SITE]
        print(f"{kind} over {most} lines: {len(over)}", *(f"  {n:5} {path}" for n, path in reversed(over)), sep="\n")


if __name__ == "__main__":
    main()
