"""Migration from sites with two PDFs: the one beside the debrief and the team's report become one paper."""

from datetime import timedelta

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from classrooms.models import Paper
from domego_site.backups import tables
from games.models import Job
from tests.games.factories import NOW, match_of

BEFORE = [("classrooms", "0018_retention_recalled")]


def bring_up_to_date():
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes("classrooms"))


@pytest.fixture
def older(transactional_db):
    """The models before the migration. Afterwards the tables are brought up to date."""
    executor = MigrationExecutor(connection)
    executor.loader = tables.loader_of(BEFORE)
    executor.migrate(BEFORE)
    yield executor.loader.project_state(BEFORE).apps
    bring_up_to_date()


def kept(name):
    return default_storage.save(f"old/{name}.pdf", ContentFile(name.encode()))


def test_the_newer_of_two_files_stays_and_what_was_asked_for_is_still_owed(older):
    get, later = older.get_model, NOW + timedelta(hours=1)
    matches = [match_of(scenario="tiny", seed=bytes([number] * 32)) for number in range(4)]
    for number, match in enumerate(matches):
        debrief = get("classrooms", "Debrief").objects.create(match_id=match.pk, facts={}, digest="d", made_at=NOW)
        if number < 3:
            get("classrooms", "DebriefFile").objects.create(
                debrief=debrief, language="en", digest="beside", file=kept(f"beside-{number}"), pages=2, made_at=NOW
            )
    for number, at in ((0, later), (1, NOW - timedelta(hours=1))):
        get("classrooms", "Report").objects.create(
            name=f"team-{matches[number].pk}-en", kind="team", match_id=matches[number].pk, language="en",
            digest="report", file=kept(f"report-{number}"), pages=3, made_at=at,
        )  # fmt: skip
    Job.objects.create(kind="debrief_pdf_fr", match=matches[3], created_at=NOW)
    Job.objects.create(kind="debrief_pdf_en", match=matches[0], state="done", created_at=NOW)
    Job.objects.create(kind="report", subject="77", state="failed", created_at=NOW)

    files = [f"old/{name}.pdf" for name in ("beside-0", "beside-1", "beside-2", "report-0", "report-1")]
    assert all(map(default_storage.exists, files))

    bring_up_to_date()

    papers = {paper.name: paper for paper in Paper.objects.all()}
    languages = ["en", "en", "en", "fr"]
    team = [papers.get(f"team-{match.pk}-{language}") for match, language in zip(matches, languages, strict=True)]
    assert [paper.file.read() for paper in team[:3]] == [b"report-0", b"beside-1", b"beside-2"]
    assert [(paper.stamp, paper.digest, paper.pages) for paper in team[:3]] == [
        ("report", "", 3), ("beside", "", 2), ("beside", "", 2),
    ]  # fmt: skip
    assert [name for name in files if default_storage.exists(name)] == sorted(paper.file.name for paper in team[:3])
    assert set(Job.objects.values_list("kind", "subject", "state")) == {
        ("paper", "77", "failed"),
        ("paper", str(team[3].pk), "pending"),
    }
    assert (len(papers), bool(team[3].file)) == (4, False)
