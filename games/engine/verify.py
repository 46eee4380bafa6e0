"""`python -m games.engine.verify FILE...` verifies exported matches. Exit status 1 if one fails."""

import sys
from pathlib import Path

from games.engine.export import ExportError, parse_export, verify
from games.engine.registry import load


def main(names: list[str]) -> int:
    """Check the files and print a line for each."""
    if not names:
        sys.stderr.write("usage: python -m games.engine.verify FILE...\n")
        return 2
    failed = 0
    for name in names:
        try:
            text = Path(name).read_bytes()
            export = verify(text, load(parse_export(text).header.game))
        except (ExportError, LookupError, OSError) as fault:
            failed += 1
            sys.stdout.write(f"{name}: FAILED: {fault}\n")
        else:
            sys.stdout.write(f"{name}: verified, {len(export.moves) - 1} moves, chain {export.chain}\n")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
