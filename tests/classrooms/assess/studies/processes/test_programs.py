"""Both programs of a replication package compute every number again, and find one that is wrong."""

import csv
import io
import os
import shutil
import subprocess
import sys
from zipfile import ZipFile

import pytest

from classrooms.assess.studies.package.files import zipped
from tests.classrooms.assess.studies.packages import package_of, rows_of
from tests.classrooms.assess.studies.simulated import study_of

PROGRAMS = [
    pytest.param((sys.executable, "analysis.py"), id="python"),
    pytest.param(
        ("Rscript", "analysis.R"),
        id="r",
        marks=pytest.mark.skipif(not shutil.which("Rscript"), reason="Rscript is not installed"),
    ),
]
STUDIES = {
    "two arms in teams": {},
    "three arms in teams": {"arms": 3, "people": 72},
    "people by themselves": {"team": 1, "people": 30, "strata": 0},
    "many losses": {"arms": 3, "people": 60, "team": 4, "lost": 0.6},
}
both_programs = pytest.mark.parametrize("program", PROGRAMS)


@pytest.fixture
def unzipped(tmp_path):
    """Unzips the package of a simulated study into a folder."""

    def unzip(seed=1, **study):
        tables = study_of(seed, **study)
        for row in tables["answers"]:
            row["theme"] = row["theme"].replace("cost", "coût")
        with ZipFile(io.BytesIO(zipped(package_of(tables)))) as archive:
            archive.extractall(tmp_path)
        return tmp_path

    return unzip


def run(program, folder):
    """The exit code, the numbers by name, and the lines on differences."""
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}
    done = subprocess.run(program, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    *lines, last = done.stdout.splitlines()
    numbers = dict(line.split() for line in lines if not line.startswith("DIFFERENT"))
    different = [line for line in lines if line.startswith("DIFFERENT")]
    assert last == f"{len(numbers)} numbers, {len(different)} different from numbers.csv"
    return done.returncode, numbers, different


def change(path, edit):
    """Edit the rows of a CSV file in place."""
    rows = rows_of(path.read_bytes())
    names = list(rows[0])
    edit(rows)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, names)
        writer.writeheader()
        writer.writerows(rows)


@both_programs
@pytest.mark.parametrize("study", STUDIES)
def test_every_number_is_that_of_the_report(unzipped, program, study):
    folder = unzipped(**STUDIES[study])
    stored = {row["name"]: float(row["value"]) for row in rows_of((folder / "numbers.csv").read_bytes())}

    code, numbers, different = run(program, folder)

    assert (code, different) == (0, [])
    assert {name: float(value) for name, value in numbers.items()} == {
        name: pytest.approx(value, abs=1e-6, rel=1e-6) for name, value in stored.items()
    }
    parts = {"flow", "mean", "sd", "gain", "effect", "theme", "bound", "reliability", "confidence", "experience"}
    assert parts <= {name.split(".")[0] for name in stored}


@both_programs
def test_numbers_that_are_wrong_or_none_or_absent_or_too_many_are_found(unzipped, program):
    folder = unzipped()

    def plant(rows):
        places = {row["name"]: row for row in rows}
        places["effect.after.arm1.g"]["value"] = "0.5"
        places["mean.arm0.before"]["value"] = "nan"
        rows.remove(places["sd.arm1.after"])
        rows.append({"name": "zz", "value": "1"})

    change(folder / "numbers.csv", plant)
    code, numbers, different = run(program, folder)

    assert code == 1
    assert [(line.split()[1].rstrip(":"), line.split()[-1]) for line in different] == [
        ("effect.after.arm1.g", "0.500000000"),
        ("mean.arm0.before", "nan"),
        ("sd.arm1.after", "absent"),
        ("zz", "1.000000000"),
    ]
    computed = [line.split("computed ")[1].split(",")[0] for line in different]
    assert [float(value) for value in computed[:3]] == [
        pytest.approx(float(numbers[line.split()[1].rstrip(":")]), abs=1e-6) for line in different[:3]
    ]
    assert computed[3] == "absent"


@both_programs
def test_a_deleted_answer_is_found(unzipped, program):
    folder = unzipped()
    rows = rows_of((folder / "answers.csv").read_bytes())
    right = next(place for place, row in enumerate(rows) if (row["moment"], row["right"]) == ("after", "1"))
    arm = {row["person"]: row["arm"] for row in rows_of((folder / "people.csv").read_bytes())}[rows[right]["person"]]
    change(folder / "answers.csv", lambda rows: rows.pop(right))

    code, _numbers, different = run(program, folder)

    assert code == 1
    assert {f"mean.{arm}.after:", "effect.after.arm1.difference:"} <= {line.split()[1] for line in different}


def test_a_package_is_made_without_numpy():
    code = "import sys, classrooms.assess.studies.package.files; print({'numpy', 'scipy'} & set(sys.modules))"

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout == "set()\n"
