"""Words and reading ease of the documents: `python -m benchmarks.words`, before (a commit, `--before`) and now.

English: Flesch's reading ease. French: Kandel and Moles's. Higher is easier; 60 to 70 is plain text. Blocks of code are
left out. Words of tables are counted; their ease is not, since they are no sentences.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "benchmarks" / "results" / "words.txt"
BEFORE = "6f0ab7c6"
# Each row: what was, and what came of it.
MOVED = (
    (("README.md",), ("README.md", "docs/index.md")),
    (("CONTRIBUTING.md",), ("CONTRIBUTING.md", "docs/develop/tour.md", "docs/develop/decisions/0*")),
    (("CHANGELOG.md",), ("CHANGELOG.md",)),
    (("docs/instructors.md", "docs/teaching.md"), ("docs/teach/*",)),
    (("docs/analysis.md",), ("docs/develop/analysis-methods.md",)),
    (
        ("docs/operations.md", "docs/deploying.md"),
        tuple(f"docs/run/{name}.md" for name in ("index", "install", "configure", "backup-and-upgrade", "watch")),
    ),
    (("docs/lms.md",), ("docs/run/connect-an-lms.md",)),
    (("docs/single_sign_on.md",), ("docs/run/single-sign-on.md",)),
    (("docs/privacy.md",), ("docs/run/privacy.md",)),
    (("docs/embedding.md",), ("docs/run/embed.md",)),
    (("docs/learning_records.md",), ("docs/run/records-and-webhooks.md",)),
    (("docs/adding_a_game.md",), ("docs/develop/add-a-game.md",)),
    (("docs/api.md",), ("docs/develop/api.md",)),
    (("docs/translating.md",), ("docs/develop/translating.md",)),
    ((), ("docs/teach/games/*", "docs/develop/policy.md", "docs/develop/index.md", "docs/develop/decisions/index.md")),
)
WORD = re.compile(r"[^\W\d_]+(?:[’'-][^\W\d_]+)*")
ENGLISH, FRENCH = re.compile(r"[aeiouy]+"), re.compile(r"[aeiouyàâäéèêëîïôöûùüœ]+")


def plain(text: str) -> str:
    """A document's text without blocks of code, Markdown signs and addresses."""
    text = re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"\]\([^)]*\)", "]", text)
    return re.sub(r"`[^`\n]+`", "code", re.sub(r"https?://\S+", "", text))


def syllables(word: str, *, french: bool) -> int:
    """Groups of vowels, less the silent e at the end."""
    low = word.lower()
    found = len((FRENCH if french else ENGLISH).findall(low))
    silent = re.search(r"[^aeiouylr](?:e|es|ent)$" if french else r"[^aeiouyl]e$|[^aeiouydt]ed$", low)
    return max(1, found - bool(silent and found > 1))


def ease(text: str, *, french: bool) -> float | None:
    """The reading ease of the sentences; None where there are hardly any."""
    blocks = [
        block for block in re.split(r"\n\s*\n|\n(?=\s*(?:[-*] |\d+\. |[#|]))", text) if block.strip()[:1] not in "#|!<"
    ]
    sentences = [each for block in blocks for each in re.split(r"(?<=[.!?])\s", block) if WORD.search(each)]
    words = [word for each in sentences for word in WORD.findall(each)]
    if len(words) < 30:
        return None
    length, weight = len(words) / len(sentences), sum(syllables(each, french=french) for each in words) / len(words)
    return 207 - 1.015 * length - 73.6 * weight if french else 206.835 - 1.015 * length - 84.6 * weight


def pages(places: str, *, french: bool = False) -> list[Path]:
    return [
        path for path in sorted(ROOT.glob(places)) if path.suffix == ".md" and path.name.endswith(".fr.md") == french
    ]


def row(name: str, before: str, now: str, *, french: bool = False) -> str:
    counts = [len(WORD.findall(plain(text))) for text in (before, now)]
    eases = [ease(plain(text), french=french) for text in (before, now)]
    share = f"{100 * counts[1] / counts[0]:.0f} %" if counts[0] else ""
    shown = ["" if each is None else f"{each:.0f}" for each in eases]
    return f"{name:<62}{counts[0] or '':>8}{counts[1]:>8}{share:>8}{shown[0]:>9}{shown[1]:>7}"


def main(before: str) -> None:
    subprocess.run(["git", "cat-file", "-e", f"{before}^{{commit}}"], cwd=ROOT, check=True)

    def old(path: str) -> str:
        command = ["git", "show", f"{before}:{path}"]
        return subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True).stdout

    lines = [f"# python -m benchmarks.words; before is {before}", f"{'':<62}{'words':>16}{'':>8}{'ease':>16}"]
    lines.append(f"{'document':<62}{'before':>8}{'now':>8}{'':>8}{'before':>9}{'now':>7}")
    whole = ["", ""]
    for was, came in MOVED:
        texts = ["\n\n".join(map(old, was)), "\n\n".join(path.read_text() for place in came for path in pages(place))]
        whole = [f"{one}\n\n{other}" for one, other in zip(whole, texts, strict=True)]
        lines.append(row(" + ".join(each.removeprefix("docs/") for each in came), *texts))
    lines.append(row("all of these", *whole))
    lines += ["", "# pages for lecturers"]
    for french in (False, True):
        lines += [
            row(str(path.relative_to(ROOT)), "", path.read_text(), french=french)
            for path in pages("docs/teach/**/*", french=french)
        ]
    text = "\n".join(lines) + "\n"
    OUT.write_text(text, encoding="utf-8")
    print(text, end="")


if __name__ == "__main__":
    main(sys.argv[sys.argv.index("--before") + 1] if "--before" in sys.argv else BEFORE)
