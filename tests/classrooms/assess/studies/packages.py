"""Replication packages of simulated studies."""

import csv
import datetime
import io

from classrooms.assess.studies.package import analysis, anonymity
from classrooms.assess.studies.package.codebook import Measure
from classrooms.assess.studies.package.files import About, package_files

ABOUT = About(
    title="Does the expected end help?",
    question="Do students who see the expected end learn more about risk?",
    site="University of Somewhere",
    authors=("Ada Example", "Blaise Exemple"),
    date=datetime.date(2027, 3, 1),
    digest="0123456789abcdef" * 4,
    language="fr",
    refused=3,
    withdrawn=1,
    measures=(Measure("luck", "Luck", "Rank of the cards among 1,000 matches of bots", "percent"),),
)


def package_of(tables, about=ABOUT):
    """The files of a package with these tables, after strata are merged and people renamed."""
    tables = anonymity.renamed(tables | {"people": anonymity.merged(tables["people"])}, b"key")
    return package_files(tables, analysis.analysed(tables), about)


def rows_of(data):
    """The rows of a CSV file."""
    return list(csv.DictReader(io.StringIO(data.decode(), newline="")))
