"""Documents name only existing things, have no dead links, and follow the rules of their form."""

import importlib.util
import re
import unicodedata
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.core.management import get_commands

from domego_site.setting_up import TARGETS

ROOT = Path(__file__).resolve().parents[3]
DOCS = ROOT / "docs"
GENERATED = DOCS / "run" / "accessibility.md"  # manage.py accessibility_docs
PAGES = sorted(DOCS.rglob("*.md"))
ENTRY = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")]
DOCUMENTS = [*ENTRY, *PAGES]
WRITTEN = [path for path in PAGES if path != GENERATED]
TEACH = sorted((DOCS / "teach").rglob("*.md"))
OURS = "games|classrooms|domego_site|tests|benchmarks|examples|deploy|docs|templates"
FENCE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
CODE = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)\s]+)\)")
LABEL = re.compile(r"(?<![*\w])\*([^*]+?)\*(?![*\w])")
NO_LABELS = {"x", "1", "oui", "inachevée"}  # a figure's name, signs of a file, an agreement in gender
QUESTION_WORDS = r"(?:Who|What|Whoever|Whatever|Where|How)\b"


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def prose(path: Path) -> str:
    return FENCE.sub("", path.read_text(encoding="utf-8"))


def paragraphs(path: Path) -> list[str]:
    """Paragraphs of running text, without headings, tables, lists, pictures and addresses of links."""
    blocks = re.split(r"\n\s*\n", prose(path))
    return [" ".join(block.split()) for block in blocks if not re.match(r"\s*(?:[#|!<\[-]|\d+\. |\* )", block)]


def anchors(path: Path) -> set[str]:
    found = set()
    for title in re.findall(r"^#+ (.+)$", prose(path), re.MULTILINE):
        plain = unicodedata.normalize("NFKD", re.sub(r"[`*]", "", title)).encode("ascii", "ignore").decode()
        found.add(re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower()))
    return found


def dead(path: Path) -> list[str]:
    found = []
    for link in LINK.findall(prose(path)):
        if re.match(r"[a-z]+:", link):
            continue
        page, _, anchor = link.partition("#")
        target = (path.parent / page).resolve() if page else path
        if not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors(target)):
            found.append(link)
    return found


def exists(dotted: str) -> bool:
    """Is a dotted name a module, or a name in the source of a module?"""
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        place = ROOT.joinpath(*parts[:length])
        source = place.with_suffix(".py") if place.with_suffix(".py").is_file() else place / "__init__.py"
        if source.is_file() or place.is_dir():
            text = source.read_text(encoding="utf-8") if source.is_file() else ""
            return all(re.search(rf"\b{re.escape(part)}\b", text) for part in parts[length:])
    return False


@pytest.mark.parametrize("path", DOCUMENTS, ids=name)
def test_no_link_is_dead(path):
    assert dead(path) == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=name)
def test_each_command_is_there(path):
    text = path.read_text(encoding="utf-8")

    makes = set(re.findall(r"(?:^|[`(])make (?:-C \S+ )?([a-z][a-z-]*)", text, re.MULTILINE))
    manages = set(re.findall(r"(?:manage\.py|deploy/manage) ([a-z][a-z_]+)", text))
    modules = set(re.findall(rf"python -m ((?:{OURS})[\w.]*\w)", text))
    assert makes - TARGETS.keys() - {"help"} == set()
    assert manages - get_commands().keys() == set()
    assert [module for module in modules if importlib.util.find_spec(module) is None] == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=name)
def test_each_module_and_file_is_there(path):
    lost = []
    for code in CODE.findall(prose(path)):
        for place in re.findall(
            rf"(?<![\w./])(?:{OURS})/[\w./-]+\w", code if "<" not in code and "*" not in code else ""
        ):
            if not (ROOT / place).exists() and not any(ROOT.glob(f"*/jinja2/{place}")):
                lost.append(place)
        if (
            "example.org" not in code
            and re.fullmatch(r"(?:games|classrooms|domego_site)(?:\.\w+)+", code)
            and not exists(code)
        ):
            lost.append(code)

    assert lost == []


@pytest.mark.parametrize("path", WRITTEN, ids=name)
def test_the_first_line_names_reader_and_moment(path):
    assert re.match(r"(?:For|Pour) ", paragraphs(path)[0])


@pytest.mark.parametrize("path", [*ENTRY[:2], *WRITTEN], ids=name)
def test_lines_and_paragraphs_are_short(path):
    text = prose(path)

    assert [line for line in text.splitlines() if len(line) > 100 and line[:1] not in "|["] == []
    assert [each for each in paragraphs(path) if len(each.split()) > 80] == []


@pytest.mark.parametrize("path", [path for path in WRITTEN if not path.name.endswith(".fr.md")], ids=name)
def test_no_sentence_begins_with_a_relative_word(path):
    sentences = [each for block in paragraphs(path) for each in re.split(r"(?<=[.!?:]) ", block)]

    assert [each for each in sentences if re.match(QUESTION_WORDS, each) and not each.endswith("?")] == []


def test_each_page_is_in_the_site_of_the_documents():
    listed = set(re.findall(r"\S+\.md", (ROOT / "mkdocs.yml").read_text(encoding="utf-8")))

    assert listed == {str(path.relative_to(DOCS)) for path in PAGES if not path.name.endswith(".fr.md")}


# The pages for lecturers, in both languages


def said(text: str) -> str:
    return re.sub(r"\s+", " ", text.replace("’", "'")).strip(" .…:?").lower()


def labels(french: bool) -> set[str]:
    """All texts of the catalogues, in English or in French."""
    found = set()
    for path in ROOT.glob("*/**/locale/fr/LC_MESSAGES/django.po"):
        with path.open("rb") as file:
            for message in read_po(file, locale="fr"):
                texts = message.string if french else message.id
                found |= {said(each) for each in (texts if isinstance(texts, (tuple, list)) else [texts])}
    return found


@pytest.mark.parametrize("french", [False, True], ids=["en", "fr"])
def test_what_is_said_of_the_site_is_written_on_the_site(french):
    known = labels(french) | NO_LABELS
    pages = [path for path in TEACH if path.name.endswith(".fr.md") == french]

    assert [
        (name(path), each) for path in pages for each in LABEL.findall(prose(path)) if said(each) not in known
    ] == []


def test_each_page_has_its_french_with_the_same_parts():
    english = [path for path in TEACH if not path.name.endswith(".fr.md")]
    for path in english:
        french = path.with_suffix(".fr.md")
        marks = [re.findall(r"^(#+ |\|-|- |\d+\. )", prose(each), re.MULTILINE) for each in (path, french)]
        assert marks[0] == marks[1], name(french)
    assert len(TEACH) == 2 * len(english)


@pytest.mark.parametrize("path", [path for path in PAGES if path.name.endswith(".fr.md")], ids=name)
def test_french_has_its_spaces_and_apostrophes(path):
    text = re.sub(r"^\|[ :|-]+$", "", CODE.sub("", re.sub(r"\]\([^)]*\)", "]", prose(path))), flags=re.MULTILINE)

    assert re.findall(r".{0,20}[^\S\u00a0][;:!?%»].{0,5}", text) == []
    assert re.findall(r".{0,20}(?<![\s\u00a0(*])[;!?%].{0,5}", text) == []
    assert re.findall(r".{0,10}'.{0,10}", text) == []
