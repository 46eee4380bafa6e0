"""The codebook of a replication package: the columns of its tables, the check of their cells, and `datapackage.json`.

The description follows the Data Package standard, version 2.0 (https://datapackage.org), with a Table Schema for each
table. A unit is a property of its own, `unit`, which the standard permits.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

Row = Mapping[str, str]

PERSON: Final = "P[0-9]{3,}"
TEAM: Final = "T[0-9]{2,}"
CODE: Final = r"[^\W_][\w.:/-]{0,79}"
"""A code of the site. It has no blank, so that it is no free text, and begins with a letter or digit, so that a
spreadsheet reads no formula.
"""
LABEL: Final = r"[^\W_][\w .,:;/()'’·+-]{0,59}"
"""A short label on one line, such as the name of a group."""
NUMBER: Final = r"-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?"
STRATUM: Final = "Group within which the lot was drawn. `other` unites small groups"
PROFILES: Final = "https://datapackage.org/profiles/2.0"


@dataclass(frozen=True)
class Column:
    """A column: its name, type and words, and the cells that it accepts. An empty cell is a missing value."""

    name: str
    title: str
    description: str
    type: str = "string"
    unit: str = ""
    pattern: str = ""
    values: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    is_required: bool = True

    def accepts(self, cell: str) -> bool:
        """May a table have this cell in the column?"""
        if cell == "":
            return not self.is_required
        if self.values:
            return cell in self.values
        if not re.fullmatch(self.pattern or (CODE if self.type == "string" else NUMBER), cell):
            return False
        if self.type == "string":
            return True
        number = float(cell)
        is_whole = self.type == "number" or number == int(number)
        return is_whole and (self.least is None or self.least <= number) and (self.most is None or number <= self.most)

    def field(self) -> dict[str, Any]:
        """The column as a field of a Table Schema."""
        constraints: dict[str, Any] = {"required": self.is_required}
        if self.values:
            constraints["enum"] = [int(each) for each in self.values] if self.type == "integer" else list(self.values)
        if self.type == "string" and not self.values:
            constraints["pattern"] = self.pattern or CODE
        constraints |= {"minimum": self.least} if self.least is not None else {}
        constraints |= {"maximum": self.most} if self.most is not None else {}
        described = {"name": self.name, "type": self.type, "title": self.title, "description": self.description}
        return described | ({"unit": self.unit} if self.unit else {}) | {"constraints": constraints}


@dataclass(frozen=True)
class Table:
    """A table of the package. `key` are the columns that number its rows."""

    name: str
    title: str
    description: str
    columns: tuple[Column, ...]
    key: tuple[str, ...] = ()

    @property
    def names(self) -> list[str]:
        """The names of the columns."""
        return [column.name for column in self.columns]

    def faults(self, rows: Sequence[Row], persons: set[str]) -> Iterator[str]:
        """Each cell that the codebook refuses, each person without a row in `people.csv`, and each row that is there
        twice. The text of a refused cell is not in the answer.
        """
        keys: set[tuple[str, ...]] = set()
        for number, row in enumerate(rows, 1):
            if set(row) != set(self.names):
                yield f"{self.name}.csv, row {number}: columns {', '.join(sorted(set(row) ^ set(self.names)))}"
                continue
            yield from (
                f"{self.name}.csv, row {number}: {column.name}"
                for column in self.columns
                if not column.accepts(row[column.name])
            )
            if "person" in row and row["person"] not in persons:
                yield f"{self.name}.csv, row {number}: the person is not in people.csv"
            own = tuple(row[name] for name in self.key)
            if own and own in keys:
                yield f"{self.name}.csv, row {number}: the row is there twice"
            keys.add(own)

    def resource(self, data: bytes) -> dict[str, Any]:
        """The table as a resource of a Data Package."""
        schema: dict[str, Any] = {
            "$schema": f"{PROFILES}/tableschema.json",
            "fields": [column.field() for column in self.columns],
            "missingValues": [""],
        }
        if self.key:
            schema["primaryKey"] = list(self.key)
        if self.name != "people" and "person" in self.names:
            whole = {"resource": "people", "fields": ["person"]}
            schema["foreignKeys"] = [{"fields": ["person"], "reference": whole}]
        described = {"name": self.name, "type": "table", "title": self.title, "description": self.description}
        file = {"path": f"{self.name}.csv", "format": "csv", "mediatype": "text/csv", "encoding": "utf-8"}
        return described | file | sizes(data) | {"schema": schema}


@dataclass(frozen=True)
class Measure:
    """A measure of the game in `games.csv`, by its name in the plan's relations."""

    name: str
    title: str
    description: str
    unit: str = ""


def sizes(data: bytes) -> dict[str, Any]:
    """The size and digest of a file, as a resource tells them."""
    return {"bytes": len(data), "hash": f"sha256:{hashlib.sha256(data).hexdigest()}"}


def tables_of(plan: Mapping[str, Any], measures: Sequence[Measure]) -> tuple[Table, ...]:
    """The tables of a package with this plan. A relation without a measure is described by its name alone."""
    person = Column("person", "Person", "Number of the person in this package", pattern=PERSON)
    arm = Column("arm", "Arm", "Arm that the lot gave, also if the person did something else", values=(*plan["arms"],))
    moment = Column("moment", "Test", "Test at which the answer was given", values=(*plan["moments"],))
    known = {measure.name: measure for measure in measures}
    found = [known.get(name, Measure(name, name, f"Measure of the game: {name}")) for name in plan["relations"]]
    return (
        Table(
            "people",
            "People",
            "One row for each person who takes part in the study and agreed to this use of the answers",
            (
                person,
                arm,
                Column("team", "Team", "Team of the person. Empty without teams", pattern=TEAM, is_required=False),
                Column("stratum", "Stratum", STRATUM, pattern=LABEL, is_required=False),
                Column("order", "Order of forms", "Forms of the tests in turn", values=("AB", "BA")),
            ),
            ("person",),
        ),
        Table(
            "answers",
            "Answers to the knowledge tests",
            "One row for each person, test and question",
            (
                person,
                moment,
                Column("form", "Form", "Form of the test. Both forms have no question in common", values=("A", "B")),
                Column("item", "Question", "Code of the question in the question bank"),
                Column("theme", "Theme", "Theme of the question", is_required=False),
                Column("right", "Right", "1 for a right answer, 0 for another", "integer", values=("0", "1")),
                Column(
                    "confidence",
                    "Confidence",
                    "Stated probability that the answer is right",
                    "number",
                    "percent",
                    least=0,
                    most=100,
                    is_required=False,
                ),
            ),
            ("person", "moment", "item"),
        ),
        Table(
            "experience",
            "Experience",
            "One row for each person and statement of the questionnaire MEEGA+",
            (
                person,
                Column("item", "Statement", "Code of the statement"),
                Column("dimension", "Dimension", "Dimension of the statement"),
                Column(
                    "value",
                    "Agreement",
                    "1 for strong disagreement, 5 for strong agreement",
                    "integer",
                    "step of the scale",
                    least=1,
                    most=5,
                    is_required=False,
                ),
            ),
            ("person", "item"),
        ),
        Table(
            "games",
            "Games",
            "One row for each person who played a match",
            (person, *(_measured(each) for each in found)),
            ("person",),
        ),
        Table(
            "flow",
            "Flow of people",
            "People at each step of the study. Refused and withdrawn people are counted for all arms together",
            (
                Column("step", "Step", "Step of the study, in order"),
                Column("arm", "Arm", "Arm. Empty for all arms together", values=arm.values, is_required=False),
                Column("people", "People", "Number of people", "integer", "people", least=0),
            ),
        ),
        Table(
            "numbers",
            "Numbers of the report",
            "Every number of the report. Both programs compute them again",
            (
                Column("name", "Name", "Path of the number: part, arm or test, measure. README.md lists the parts"),
                Column("value", "Value", "Value, in questions, shares or standard deviations by its name", "number"),
            ),
            ("name",),
        ),
        Table(
            "plan",
            "Plan",
            "The part of plan.json that analysis.R reads: arms, tests, questions of a test, measures of the game",
            (
                Column("name", "Name", "Kind of the entry", values=("arm", "moment", "relation", "items")),
                Column("value", "Value", "One arm, test or measure in each row, in order; the number of questions"),
            ),
        ),
    )


def _measured(measure: Measure) -> Column:
    return Column(measure.name, measure.title, measure.description, "number", measure.unit, is_required=False)
