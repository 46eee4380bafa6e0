"""A replication package has every file, described by its codebook, and no free text."""

import dataclasses
import hashlib
import io
import json
import re
from pathlib import Path
from zipfile import ZipFile

import pytest
import yaml

from classrooms.assess.studies.package import analysis
from classrooms.assess.studies.package.files import UnfitTables, package_files, zipped
from domego_site.paths import BASE_DIR
from tests.classrooms.assess.studies.packages import ABOUT, package_of, rows_of
from tests.classrooms.assess.studies.simulated import study_of

FILES = [
    *("CITATION.cff", "LICENSE.txt", "README.md", "analysis.R", "analysis.py", "answers.csv", "datapackage.json"),
    *("experience.csv", "flow.csv", "games.csv", "numbers.csv", "people.csv", "plan.csv", "plan.json"),
]


@pytest.fixture(scope="module")
def package():
    return package_of(study_of(1, arms=3, people=72))


def resources_of(package):
    return {resource["path"]: resource for resource in json.loads(package["datapackage.json"])["resources"]}


def fits(cell, field):
    """Is a cell in the type and the constraints of its field? Written from the standard alone."""
    limits = field["constraints"]
    if cell == "":
        return not limits["required"]
    value = {"string": str, "integer": int, "number": float}[field["type"]](cell)
    return (
        value in limits.get("enum", [value])
        and limits.get("minimum", value) <= value <= limits.get("maximum", value)
        and bool(re.fullmatch(limits.get("pattern", ".*"), cell))
    )


def test_a_package_has_its_files(package):
    assert list(package) == FILES


def test_the_codebook_describes_every_table_and_cell(package):
    resources = resources_of(package)

    assert sorted(resources) == [name for name in FILES if name.endswith(".csv")] + ["plan.json"]
    for path, resource in resources.items():
        assert resource["bytes"] == len(package[path])
        assert resource["hash"] == f"sha256:{hashlib.sha256(package[path]).hexdigest()}"
        if path.endswith(".csv"):
            fields = {field["name"]: field for field in resource["schema"]["fields"]}
            rows = rows_of(package[path])
            assert package[path].decode().splitlines()[0] == ",".join(fields)
            assert [row for row in rows if not all(fits(row[name], fields[name]) for name in fields)] == []
            keys = [tuple(row[name] for name in resource["schema"].get("primaryKey", fields)) for row in rows]
            assert len(keys) == len(set(keys))


def test_a_measure_is_described_in_words_and_unit(package):
    fields = {field["name"]: field for field in resources_of(package)["games.csv"]["schema"]["fields"]}

    assert fields["luck"] == {
        **{"name": "luck", "type": "number", "title": "Luck", "unit": "percent"},
        **{"description": "Rank of the cards among 1,000 matches of bots", "constraints": {"required": False}},
    }
    assert fields["given_away"]["description"] == "Measure of the game: given_away"


def test_the_flow_is_that_of_the_numbers(package):
    numbers = {row["name"]: float(row["value"]) for row in rows_of(package["numbers.csv"])}
    flow = rows_of(package["flow.csv"])
    steps = ("drawn", "before", "after", "delayed")

    assert {f"flow.{row['arm']}.{row['step']}": float(row["people"]) for row in flow if row["step"] in steps} == {
        name: value for name, value in numbers.items() if name.startswith("flow.")
    }
    assert [tuple(row.values()) for row in flow[:2]] == [("refused", "", "3"), ("withdrawn", "", "1")]


def test_both_plans_are_the_same(package):
    plan = json.loads(package["plan.json"])
    lists = [("arm", plan["arms"]), ("moment", plan["moments"]), ("relation", plan["relations"])]

    assert [tuple(row.values()) for row in rows_of(package["plan.csv"])] == [
        *((name, value) for name, values in lists for value in values),
        ("items", str(plan["items"])),
    ]


def test_a_citation_is_read_as_yaml():
    about = dataclasses.replace(ABOUT, title='The "end": does it\n help?', authors=())

    assert yaml.safe_load(package_of(study_of(2), about)["CITATION.cff"]) == {
        **{"cff-version": "1.2.0", "message": "If you use these data, please cite them.", "type": "dataset"},
        **{"title": 'The "end": does it help?', "abstract": ABOUT.question, "license": "CC-BY-4.0"},
        **{"authors": [{"name": "University of Somewhere"}], "date-released": ABOUT.date},
    }


def test_the_licence_of_the_programs_is_that_of_the_project(package):
    text = package["LICENSE.txt"].decode()

    assert text.endswith(Path(BASE_DIR / "LICENSE").read_text(encoding="utf-8"))
    assert "https://creativecommons.org/licenses/by/4.0/legalcode" in text


def test_the_readme_counts_people(package):
    text = " ".join(package["README.md"].decode().split())

    assert f"The tables have {len(rows_of(package['people.csv']))} people. 3 refused this use of their answers" in text
    assert "and 1 withdrew;" in text
    assert ABOUT.digest in text


def test_the_readme_explains_every_part_of_the_numbers(package):
    explained = set(re.findall(r"`([a-z_]+)\.", package["README.md"].decode()))

    assert {row["name"].split(".")[0] for row in rows_of(package["numbers.csv"])} <= explained


@pytest.mark.parametrize(
    ("table", "change", "fault"),
    [
        ("answers", {"theme": "I liked the cards"}, "answers.csv, row 1: theme"),
        ("answers", {"item": "=1+1"}, "answers.csv, row 1: item"),
        ("answers", {"item": "\tA01"}, "answers.csv, row 1: item"),
        ("answers", {"right": "2"}, "answers.csv, row 1: right"),
        ("answers", {"confidence": "101"}, "answers.csv, row 1: confidence"),
        ("answers", {"moment": "never"}, "answers.csv, row 1: moment"),
        ("answers", {"free": "I liked the cards"}, "answers.csv, row 1: columns free"),
        ("answers", {"person": "P999"}, "answers.csv, row 1: the person is not in people.csv"),
        ("people", {"stratum": "-group"}, "people.csv, row 1: stratum"),
        ("people", {"stratum": "two\nlines"}, "people.csv, row 1: stratum"),
        ("people", {"team": "Les Bleus"}, "people.csv, row 1: team"),
        ("experience", {"value": "2.5"}, "experience.csv, row 1: value"),
        ("experience", {"dimension": "@SUM(A1)"}, "experience.csv, row 1: dimension"),
        ("games", {"luck": "=1"}, "games.csv, row 1: luck"),
        ("games", {"luck": "nan"}, "games.csv, row 1: luck"),
    ],
)
def test_a_cell_that_the_codebook_does_not_know_is_refused(table, change, fault):
    tables = study_of(3, strata=0)
    tables[table][0] = tables[table][0] | change

    with pytest.raises(UnfitTables) as raised:
        package_files(tables, {}, ABOUT)

    # Another stratum is also a group of one person.
    assert [each for each in raised.value.faults if ".csv" in each] == [fault]


def test_a_row_that_is_there_twice_is_refused():
    tables = study_of(4)
    tables["games"].append(dict(tables["games"][0]))

    with pytest.raises(UnfitTables) as raised:
        package_files(tables, {}, ABOUT)

    assert raised.value.faults == (f"games.csv, row {len(tables['games'])}: the row is there twice",)


def test_a_group_of_too_few_people_is_refused():
    tables = study_of(5, strata=0)
    for row in tables["people"][:4]:
        row["stratum"] = "group 1"

    with pytest.raises(UnfitTables) as raised:
        package_files(tables, {}, ABOUT)

    assert raised.value.faults == ("arm0, group 1: 4 people",)


def test_the_same_study_gives_the_same_bytes():
    first, second = (zipped(package_of(study_of(6))) for _time in range(2))

    assert first == second
    with ZipFile(io.BytesIO(first)) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == package_of(study_of(6))


def test_numbers_keep_all_their_digits():
    tables = study_of(7)
    numbers = analysis.analysed(tables)

    stored = rows_of(package_files(tables, numbers, ABOUT)["numbers.csv"])

    assert {row["name"]: float(row["value"]) for row in stored} == numbers
