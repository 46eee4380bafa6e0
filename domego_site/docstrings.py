"""The check of docstrings: sentences have a subject, and terms are the field's. `make lint` runs it, as
`python -m domego_site.docstrings`.
"""

import ast
import re
import sys
from collections.abc import Iterator
from typing import Final

from domego_site.paths import BASE_DIR

FOLDERS: Final = ("benchmarks", "classrooms", "domego_site", "examples", "games", "tests")
QUESTION_WORD: Final = re.compile(
    r"(?:what|who|whoever|whatever|whom|whose|where|how|why|which|whether)\b", re.IGNORECASE
)
COMPARISON: Final = re.compile(r"As `x`")
"""A docstring that begins so has no subject."""
METAPHOR: Final = re.compile(r"\b(?:told|owed|bell|put away|whoever)\b", re.IGNORECASE)
CODE: Final = re.compile(r"`[^`]*`")
END: Final = re.compile(r"(?<=[.!?:])\s+(?=[A-Z`])")


def docstrings_of(source: str) -> Iterator[tuple[int, str]]:
    """Line and text of each docstring: of the module, of classes and functions, and of attributes, which have a text
    below their assignment.
    """
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        own = ast.get_docstring(node)
        if own:
            yield node.body[0].lineno, own
        for above, below in zip(node.body, node.body[1:], strict=False):
            if isinstance(above, ast.Assign | ast.AnnAssign) and isinstance(below, ast.Expr):
                value = below.value
                if isinstance(value, ast.Constant) and isinstance(value.value, str):
                    yield below.lineno, value.value


def faults_of(source: str) -> list[str]:
    """Line and sentence of each fault: a sentence that begins with a question word and asks nothing, or one with a word
    that no reader knows as a term. Names in backticks are not read.
    """
    return [
        f"{line}: {sentence}"
        for line, text in docstrings_of(source)
        for sentence in END.split(CODE.sub("`x`", " ".join(text.split())))
        if METAPHOR.search(sentence)
        or COMPARISON.match(sentence)
        or (QUESTION_WORD.match(sentence) and not sentence.endswith("?"))
    ]


def main() -> int:
    """0 if there is no fault, else 1, with the path, line and sentence of each."""
    found = []
    for folder in FOLDERS:
        for path in sorted((BASE_DIR / folder).rglob("*.py")):
            if "migrations" not in path.parts:
                place = path.relative_to(BASE_DIR).as_posix()
                found += [f"{place}:{fault}" for fault in faults_of(path.read_text(encoding="utf-8"))]
    sys.stdout.writelines(f"{line}\n" for line in (*found, f"{len(found)} docstrings to mend."))
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
