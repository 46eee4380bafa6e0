"""The self-assessment of the pages' accessibility: the criteria of accessibility.json, and the documents made from
them. The page of the statement, docs/run/accessibility.md and docs/run/openacr.yaml say the same.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, Literal

import msgspec

from games.engine import codec

State = Literal["met", "not_met", "na", "not_tested"]
STATES: Final[Mapping[State, str]] = {
    "met": "met",
    "not_met": "not met",
    "na": "does not apply",
    "not_tested": "not tested",
}
THEMES: Final = (
    "Images",
    "Frames",
    "Colours",
    "Media",
    "Tables",
    "Links",
    "Scripts",
    "What every page needs",
    "Structure",
    "Looks",
    "Forms",
    "Navigation",
    "Reading and using",
)
IN_OPENACR: Final[Mapping[State, str]] = {
    "met": "supports",
    "not_met": "partially-supports",
    "na": "not-applicable",
    "not_tested": "not-evaluated",
}
NEW_IN_2_2: Final = frozenset({"2.4.11", "2.5.7", "2.5.8", "3.2.6", "3.3.7", "3.3.8"})
"""Criteria that are new in WCAG 2.2. Clause 9 of EN 301 549 does not require them yet."""


class Criterion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A criterion of RGAA 4.1; `title` and `note` by language, in the project's own words."""

    number: str
    level: Literal["A", "AA"]
    state: State
    title: Mapping[str, str]
    note: Mapping[str, str] = {}

    @property
    def theme(self) -> int:
        """The number of the theme, from 1 on."""
        return int(self.number.partition(".")[0])


class Success(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A criterion of WCAG 2.2; `rgaa` are the numbers of the equivalent RGAA criteria."""

    number: str
    level: Literal["A", "AA"]
    state: State
    title: str
    rgaa: Sequence[str]
    note: str = ""


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A clause of EN 301 549 other than clause 9, which covers pages and repeats WCAG."""

    number: str
    state: State
    title: str
    note: str = ""


class Checkpoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A checkpoint of the Matterhorn Protocol 1.1. `ours` names the project's own check of PDF files, or the reason
    why there is none. `validator` is true if a PDF/UA-1 validator has rules for it.
    """

    number: str
    title: str
    ours: str
    validator: bool


class Assessment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All criteria, and the day of their last assessment."""

    assessed: str
    rgaa: tuple[Criterion, ...]
    wcag: tuple[Success, ...]
    en_301_549: tuple[Clause, ...]
    papers: tuple[Checkpoint, ...]


@cache
def assessment() -> Assessment:
    """The content of accessibility.json."""
    found: Assessment = codec.from_json(Path(__file__).with_suffix(".json").read_bytes(), Assessment)
    return found


class Share(msgspec.Struct, frozen=True):
    """The number of applicable criteria that are met. An untested criterion is applicable and not met."""

    met: int
    applicable: int

    @property
    def percent(self) -> int:
        """The share in whole percent, rounded down."""
        return 100 * self.met // self.applicable


def share_of(criteria: Iterable[Criterion | Success]) -> Share:
    counts = Counter(each.state for each in criteria)
    return Share(counts["met"], counts.total() - counts["na"])


def document() -> str:
    """The text of docs/run/accessibility.md."""
    found = assessment()
    rgaa, wcag = share_of(found.rgaa), share_of(found.wcag)
    lines = [
        "# Accessibility",
        "",
        "For the person who signs a site's statement on accessibility, and for auditors: criterion by criterion.",
        "",
        f"This is a self-assessment of {found.assessed}, by reading pages and code and by tests. It is no audit: a",
        "criterion that nobody looked at is *not tested* and counts as not met. This page, `docs/run/openacr.yaml`",
        "and the page */accessibility/* of a site are written from `games/ui/accessibility.json`",
        "(`manage.py accessibility_docs` after a change there; a test compares them).",
        "",
        f"- RGAA 4.1: {rgaa.met} of {rgaa.applicable} criteria that apply are met ({rgaa.percent} %).",
        f"- WCAG 2.2, A and AA: {wcag.met} of {wcag.applicable} ({wcag.percent} %).",
        "",
        "## What there is",
        "",
        "- **Text mode** for every game, chosen on *Your account*, *Reading and keys*, or under a table:",
        "  position, hand and news as lines of text, decisions as short commands, *who*, *time*, *news* or",
        "  any word read on demand.",
        "- **Announced** in one polite region: one’s turn and what is asked, what a decision did, what others",
        "  say, a pause and the end, the last minute, a session that starts. Sounds and vibration only where",
        "  a browser is asked for them.",
        "- **Keyboard** everywhere; the keys 1 to 5 of Dominyam can be switched off; drawings move by buttons",
        "  and arrows.",
        "- **Extra time** without a cap, asked for by students on *Your account*, *Extra time*; sessions",
        "  without deadlines.",
        "- **Looks**: light, dark or as the system; forced colours; text of drawings from 12 px on,",
        "  on a phone of 360 px, too.",
        "",
        "## The statement of a site",
        "",
        "A public body of France may not run a site without a statement. Every page has a link to it in its foot,",
        "with the state. Who runs the site signs it by settings; until an audit of that very installation is entered",
        "it says *not conforming*, whatever is assessed here.",
        "",
        "| Setting | What it says |",
        "|---|---|",
        "| `ACCESSIBILITY_SIGNED_BY` | the body that makes the statement |",
        "| `ACCESSIBILITY_SIGNED_ON` | the day on which it was made |",
        "| `ACCESSIBILITY_CONTACT` | whom to write to who cannot reach something |",
        "| `ACCESSIBILITY_AUDIT_BY` | who audited the installation |",
        "| `ACCESSIBILITY_AUDIT_ON` | when |",
        "| `ACCESSIBILITY_AUDIT_PERCENT` | how many percent of RGAA’s criteria it found met; 0: there was no audit |",
        "| `ACCESSIBILITY_AUDIT_URL` | where its report can be read |",
        "",
        "## RGAA 4.1",
    ]
    for number, theme in enumerate(THEMES, 1):
        lines += ["", f"### {number}. {theme}", "", "| | Level | Criterion | State |", "|---|---|---|---|"]
        for each in found.rgaa:
            if each.theme == number:
                state = _with(STATES[each.state], each.note.get("en", ""))
                lines.append(f"| {each.number} | {each.level} | {each.title['en']} | {state} |")
    lines += ["", "## WCAG 2.2", "", "| | Level | Criterion | State | RGAA |", "|---|---|---|---|---|"]
    for row in found.wcag:
        state = _with(STATES[row.state], row.note)
        lines.append(f"| {row.number} | {row.level} | {row.title} | {state} | {', '.join(row.rgaa)} |")
    lines += [
        "",
        "## EN 301 549",
        "",
        "Clause 9 is that of pages. It asks what WCAG 2.1 asks, under the same numbers with a 9 before them.",
        "",
        "| Clause | What | State |",
        "|---|---|---|",
    ]
    lines += [
        f"| 9.{row.number} | {row.title} | {STATES[row.state]} |" for row in found.wcag if row.number not in NEW_IN_2_2
    ]
    lines += [f"| {row.number} | {row.title} | {_with(STATES[row.state], row.note)} |" for row in found.en_301_549]
    return "\n".join([*lines, *_papers(found.papers)]) + "\n"


def _papers(checkpoints: Iterable[Checkpoint]) -> list[str]:
    """The section on automatic checks of PDF files."""
    return [
        "",
        "## PDF papers",
        "",
        "Papers say that they are PDF/UA-1. They do not say that they are PDF/A, and no rule of PDF/A is tested.",
        "`tests/classrooms/assess/reports/proof/test_papers_of_every_game.py` prints papers of teams, students and",
        "classes and slides, of all games in all languages. Our own reading (`faults_of`) finds nothing in them. Nor",
        "does page-validation 0.11.0, which the test asks where it is installed, as it asks veraPDF. veraPDF itself",
        "has not read them. The table has the checkpoints of the Matterhorn Protocol 1.1. An empty cell means that our",
        "own reading looks at nothing of it.",
        "",
        "| | Checkpoint | Our own reading | Validator |",
        "|---|---|---|---|",
        *(
            f"| {each.number} | {each.title} | {each.ours} | {'looks at it' if each.validator else ''} |"
            for each in checkpoints
        ),
    ]


def conformity(audited_percent: int) -> Literal["total", "partial", "none"]:
    """The conformity level for a site whose audit found `audited_percent` of RGAA's criteria met; 0: no audit."""
    if audited_percent >= 100:
        return "total"
    return "partial" if audited_percent >= 50 else "none"


def _with(state: str, note: str) -> str:
    return f"{state}: {note}" if note else state


def openacr() -> str:
    """The text of docs/run/openacr.yaml, a machine-readable Accessibility Conformance Report."""
    found = assessment()
    lines = [
        "title: Domego Accessibility Conformance Report",
        "product:",
        "  name: Domego",
        "  description: A site for teaching games about building.",
        "author:",
        "  name: The Domego project",
        f"report_date: {_text(found.assessed)}",
        "notes: A self-assessment by the project, no audit of an installation.",
        "evaluation_methods_used: Reading of pages and code; axe and tests in a browser.",
        "catalog: 2.5-edition-wcag-2.2-en",
        "chapters:",
    ]
    for level, name in (("A", "success_criteria_level_a"), ("AA", "success_criteria_level_aa")):
        lines += [f"  {name}:", "    criteria:"]
        for row in found.wcag:
            if row.level == level:
                lines += [
                    f"      - num: {_text(row.number)}",
                    "        components:",
                    "          - name: web",
                    "            adherence:",
                    f"              level: {IN_OPENACR[row.state]}",
                    f"              notes: {_text(row.note)}",
                ]
    return "\n".join(lines) + "\n"


def _text(text: str) -> str:
    """A YAML scalar: every JSON string is one."""
    return codec.to_json(text).decode()
