"""Size of the code base: `python -m benchmarks.house`.

For each kind of file it prints the number, the lines, the median and the longest with its name. Then it prints three
lists: lines of templates over 160 characters, functions of one `return` that pass their own arguments on, and
docstrings that only refer to another place.
"""

import ast
import subprocess
from collections.abc import Iterator
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
WIDE = 160
KINDS = {
    "engine and ui": ("games/engine/", "games/ui/"),
    "games": ("games/catalogue/",),
    "matches": ("games/",),
    "classrooms": ("classrooms/",),
    "site": ("domego_site/", "manage.py"),
    "tests": ("tests/",),
    "benchmarks": ("benchmarks/",),
}
OTHERS = {"templates": ".html", "styles": ".css", "scripts": ".js", "guides": ".md"}


def tracked() -> list[Path]:
    """Files under version control, without migrations, which nobody edits."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [Path(line) for line in listed.splitlines() if "/migrations/" not in line]


def kind_of(path: Path) -> str:
    """The kind that a file is counted under; empty for none."""
    if path.suffix == ".py":
        return next((kind for kind, heads in KINDS.items() if str(path).startswith(heads)), "")
    if path.parts[0] == "tests":
        return ""
    return next((kind for kind, ending in OTHERS.items() if path.suffix == ending), "")


def hands_on(node: ast.AST) -> bool:
    """Is this a function that only returns another function's result for the same arguments?"""
    if not isinstance(node, ast.FunctionDef) or node.decorator_list:
        return False
    body = [each for each in node.body if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))]
    if len(body) != 1 or not isinstance(body[0], ast.Return) or not isinstance(body[0].value, ast.Call):
        return False
    call, taken = body[0].value, [each.arg for each in (*node.args.args, *node.args.kwonlyargs) if each.arg != "self"]
    given = [*call.args, *(each.value for each in call.keywords)]
    return (
        bool(taken) and [each.id for each in given if isinstance(each, ast.Name)] == taken and len(given) == len(taken)
    )


def functions(path: Path) -> Iterator[ast.AST]:
    """All nodes of a module."""
    return ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8")))


def points_elsewhere(node: ast.AST) -> bool:
    """Has this definition a docstring that only refers to another place?"""
    if not isinstance(node, ast.FunctionDef | ast.ClassDef):
        return False
    words = ast.get_docstring(node) or ""
    return words.startswith("See `") and "\n" not in words and words.endswith("`.")


def main() -> None:
    """Print all counts."""
    by_kind: dict[str, list[tuple[int, Path]]] = {kind: [] for kind in (*KINDS, *OTHERS)}
    for path in tracked():
        if kind_of(path):
            by_kind[kind_of(path)].append(((ROOT / path).read_text(encoding="utf-8").count("\n"), path))
    print(f"{'':16}{'files':>7}{'lines':>9}{'median':>8}  longest")
    for kind, found in by_kind.items():
        if found:
            longest, path = max(found)
            print(
                f"{kind:16}{len(found):7}{sum(n for n, _ in found):9}{median(n for n, _ in found):8.0f}  "
                f"{longest} {path}"
            )
    wide = [
        len(line) for _, path in by_kind["templates"] for line in (ROOT / path).read_text(encoding="utf-8").splitlines()
    ]
    print(f"lines of templates over {WIDE} signs: {sum(length > WIDE for length in wide)}")
    code = [path for kind in ("engine and ui", "games", "matches", "classrooms", "site") for _, path in by_kind[kind]]
    nodes = [node for path in code for node in functions(path)]
    print(f"functions that hand their arguments on: {sum(map(hands_on, nodes))}")
    print(f"docstrings that only point elsewhere: {sum(map(points_elsewhere, nodes))}")


if __name__ == "__main__":
    main()
