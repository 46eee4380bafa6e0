"""The files of a replication package: tables, numbers, codebook, programs, licence and citation.

Nothing here reads the database or the clock. The same input gives the same bytes.
"""

import csv
import datetime
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from zipfile import ZIP_DEFLATED, ZipInfo

from classrooms.assess.studies.package import anonymity, codebook
from classrooms.files import zipping

FOLDER: Final = Path(__file__).parent
PROGRAMS: Final = ("analysis.py", "analysis.R")
COPIED: Final = (*PROGRAMS, "LICENSE.txt")
"""The files that are the same in every package."""
LICENCE: Final = "CC-BY-4.0"
LICENCE_ADDRESS: Final = "https://creativecommons.org/licenses/by/4.0/"
EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""The time of every file of a ZIP, the earliest that a ZIP can have."""


@dataclass(frozen=True)
class About:
    """A study in words. `digest` is that of its plan as registered before the first answer, `refused` and `withdrawn`
    are numbers of people who are in no table, and `language` is that of the tests.
    """

    title: str
    question: str
    site: str
    authors: tuple[str, ...]
    date: datetime.date
    digest: str
    language: str
    refused: int
    withdrawn: int
    measures: tuple[codebook.Measure, ...] = ()


class UnfitTables(ValueError):
    """Tables that may not leave the site. `faults` has a line for each: table, row and column, or a group of people."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("; ".join(faults))
        self.faults = tuple(faults)


def package_files(tables: Mapping[str, Any], numbers: Mapping[str, float], about: About) -> dict[str, bytes]:
    """Each file of the package by its name. `tables` are those that `analysis.analysed` computed `numbers` from.

    Raises `UnfitTables` if a cell is none of those that the codebook describes, such as a free text, if a person is not
    in the table of people, or if a group of people is too small.
    """
    plan = tables["plan"]
    rows = {name: tables[name] for name in ("people", "answers", "experience", "games")}
    rows |= {"flow": _flow(tables, about), "plan": _plan_rows(plan)}
    rows["numbers"] = [{"name": name, "value": repr(float(value))} for name, value in sorted(numbers.items())]
    described = codebook.tables_of(plan, about.measures)
    if faults := _faults(described, rows):
        raise UnfitTables(faults)
    files = {f"{table.name}.csv": _csv(table.names, rows[table.name]) for table in described}
    files["plan.json"] = _json(plan, sort_keys=True)
    files |= {name: (FOLDER / name).read_bytes() for name in COPIED}
    resources = [table.resource(files[f"{table.name}.csv"]) for table in described]
    files["datapackage.json"] = _json(_descriptor(about, [*resources, _plan_resource(files["plan.json"])]))
    files["CITATION.cff"] = _citation(about).encode()
    files["README.md"] = _readme(about, described, len(rows["people"])).encode()
    return dict(sorted(files.items()))


def zipped(files: Mapping[str, bytes]) -> bytes:
    """A ZIP of the files. The same files give the same bytes."""
    entries = []
    for name, data in sorted(files.items()):
        info = ZipInfo(name, EPOCH)
        info.compress_type, info.create_system, info.external_attr = ZIP_DEFLATED, 3, 0o644 << 16
        entries.append((info, [data]))
    return b"".join(zipping.zipped(entries))


def _faults(described: Sequence[codebook.Table], rows: Mapping[str, Sequence[codebook.Row]]) -> list[str]:
    persons = {row["person"] for row in rows["people"]}
    faults = [fault for table in described for fault in table.faults(rows[table.name], persons)]
    small = anonymity.check(rows["people"])
    return faults + [f"{arm}, {stratum or 'all strata'}: {count} people" for (arm, stratum), count in small.items()]


def _flow(tables: Mapping[str, Any], about: About) -> list[dict[str, str]]:
    """People by step and arm. Somebody takes part who answered anything or played."""
    moments = tables["plan"]["moments"]
    answered = [(moment, [row for row in tables["answers"] if row["moment"] == moment]) for moment in moments]
    anything = [row for name in ("answers", "experience", "games") for row in tables[name]]
    steps = [("drawn", tables["people"]), ("took-part", anything), *answered, ("experience", tables["experience"])]
    rows = [
        {"step": "refused", "arm": "", "people": str(about.refused)},
        {"step": "withdrawn", "arm": "", "people": str(about.withdrawn)},
    ]
    for step, found in steps:
        persons = {row["person"] for row in found}
        for arm in tables["plan"]["arms"]:
            count = sum(row["arm"] == arm and row["person"] in persons for row in tables["people"])
            rows.append({"step": step, "arm": arm, "people": str(count)})
    return rows


def _plan_rows(plan: Mapping[str, Any]) -> list[dict[str, str]]:
    """The part of the plan that `analysis.R` reads."""
    lists = (("arm", plan["arms"]), ("moment", plan["moments"]), ("relation", plan["relations"]))
    rows = [{"name": name, "value": str(value)} for name, values in lists for value in values]
    return [*rows, {"name": "items", "value": str(plan["items"])}]


def _csv(names: Sequence[str], rows: Sequence[Mapping[str, str]]) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, names)
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


def _json(value: Any, sort_keys: bool = False) -> bytes:
    return (json.dumps(value, indent=2, ensure_ascii=False, sort_keys=sort_keys) + "\n").encode()


def _descriptor(about: About, resources: list[dict[str, Any]]) -> dict[str, Any]:
    """The content of `datapackage.json`."""
    return {
        "$schema": f"{codebook.PROFILES}/datapackage.json",
        "name": f"study-{about.digest[:12].lower()}",
        "title": _line(about.title),
        "description": _line(about.question),
        "created": f"{about.date.isoformat()}T00:00:00Z",
        "version": "1.0.0",
        "licenses": [{"name": LICENCE, "path": LICENCE_ADDRESS, "title": "Attribution 4.0 International"}],
        "contributors": [{"title": _line(author), "roles": ["creator"]} for author in _authors(about)],
        "keywords": ["teaching", "serious games", "randomised study", "knowledge tests"],
        "language": about.language,
        "planDigest": about.digest,
        "resources": resources,
    }


def _plan_resource(data: bytes) -> dict[str, Any]:
    words = {"title": "Plan in full", "description": "Arms, tests and measures as registered before the first answer"}
    file = {"path": "plan.json", "format": "json", "mediatype": "application/json", "encoding": "utf-8"}
    return {"name": "plan-in-full"} | words | file | codebook.sizes(data)


def _citation(about: About) -> str:
    """The content of `CITATION.cff`. A text in JSON is a text in YAML too."""
    authors = [f"  - name: {_quoted(author)}" for author in _authors(about)]
    lines = [
        "cff-version: 1.2.0",
        'message: "If you use these data, please cite them."',
        "type: dataset",
        f"title: {_quoted(about.title)}",
        f"abstract: {_quoted(about.question)}",
        "authors:",
        *authors,
        f"date-released: {about.date.isoformat()}",
        f"license: {LICENCE}",
    ]
    return "\n".join(lines) + "\n"


def _authors(about: About) -> tuple[str, ...]:
    return about.authors or (about.site,)


def _line(text: str) -> str:
    return " ".join(text.split())


def _quoted(text: str) -> str:
    return json.dumps(_line(text), ensure_ascii=False)


def _readme(about: About, described: Sequence[codebook.Table], people: int) -> str:
    tables = "\n".join(f"| `{table.name}.csv` | {table.description}. |" for table in described)
    return README.format(
        **{"title": _line(about.title), "question": _line(about.question), "site": _line(about.site), "tables": tables},
        **{"authors": ", ".join(_line(author) for author in _authors(about)), "date": about.date.isoformat()},
        **{"digest": about.digest, "language": about.language, "people": people, "fewest": anonymity.FEWEST},
        **{"refused": about.refused, "withdrawn": about.withdrawn, "licence": LICENCE_ADDRESS},
    )


README: Final = """\
# {title}

For readers of the report who want to check its numbers or to use the data.

- Question: {question}
- Authors: {authors}
- Site: {site}
- Date: {date}
- Language of the tests: {language}
- Digest of the registered plan (SHA-256): `{digest}`

## Check the numbers

Two programs compute every number of the report from the tables, independently of each other. Each
compares its numbers with `numbers.csv` and names the differences. Its exit code is 1 if there are any.

```
python analysis.py     # Python 3.11 or later, with numpy and scipy
Rscript analysis.R     # R 4, without further packages
```

## Files

| File | Content |
|---|---|
{tables}
| `plan.json` | The plan of the study in full. |
| `datapackage.json` | The codebook: columns, units, permitted values (Data Package 2.0, datapackage.org). |
| `analysis.py`, `analysis.R` | The programs. |
| `LICENSE.txt`, `CITATION.cff` | The licences, and how to cite the data. |

## Names in numbers.csv

A name is a path. Scores count right answers, on the scale of form A.

| Path | Meaning |
|---|---|
| `flow.ARM.drawn`, `flow.ARM.TEST` | people drawn into the arm, and people who answered the test |
| `teams.ARM` | teams drawn into the arm; a person drawn alone is a team |
| `mean.ARM.TEST`, `sd.ARM.TEST` | mean and standard deviation of the scores |
| `gain.ARM`, `both.ARM` | mean gain from the first to the second test, and people with both tests |
| `correlation.ARM` | correlation of the scores of the first and the second test |
| `normalised_gain.ARM` | the gain as a share of the gain that was possible |
| `equating.shift` | right answers by which form A is easier than form B |
| `effect.TEST.ARM.*` | difference from the first arm, standard error, Hedges' g, 95 % intervals, freedom |
| `theme.THEME.ARM.*` | the same for the questions of a theme, at the second test |
| `bound.ARM.low`, `bound.ARM.high` | the difference if all missing scores had been extreme |
| `reliability.FORM.TEST` | KR-20 of the form |
| `confidence.ARM.TEST`, `right.ARM.TEST` | mean confidence and right answers where a confidence was given, in percent |
| `experience.ARM.DIMENSION` | mean agreement, from 1 to 5 |
| `experience_people.ARM.DIMENSION` | people with an answer in the dimension |
| `relation.MEASURE.*` | exploration: slope of the gain on the measure, both in standard deviations |

A number that the data cannot give is not in the table. An interval needs at least three teams in
each arm, or three people where people were drawn alone.

## People

The tables have {people} people. {refused} refused this use of their answers and {withdrawn} withdrew;
they are in no table. Numbers of persons and teams are drawn anew for this package. Each group of people
with the same arm and stratum has at least {fewest}. Answers in free text are not in the package.

## Licence

The data are under CC BY 4.0 ({licence}), the programs under the MIT licence. `LICENSE.txt` has both.
"""
