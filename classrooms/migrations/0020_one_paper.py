"""The PDF beside a team's debrief and the team's report were the same paper, printed and kept twice: the newer stays."""

from django.core.files.storage import default_storage
from django.db import migrations, transaction

OPEN = ("pending", "running")


def join(apps, schema_editor):
    Paper, DebriefFile = apps.get_model("classrooms", "Paper"), apps.get_model("classrooms", "DebriefFile")
    for made in DebriefFile.objects.exclude(file="").select_related("debrief").iterator():
        paper, _created = _team_paper(Paper, made.debrief.match_id, made.language)
        if paper.made_at is not None and paper.file.name and paper.made_at >= made.made_at:
            _delete_after_commit(made.file.name)
            continue
        if paper.file.name:
            _delete_after_commit(paper.file.name)
        paper.file.name, paper.stamp, paper.shows = made.file.name, made.digest, made.shows
        paper.pages, paper.made_at = made.pages, made.made_at
        paper.save()


def take_over_jobs(apps, schema_editor):
    """What was asked for is still owed, under its new name."""
    Paper, Job = apps.get_model("classrooms", "Paper"), apps.get_model("games", "Job")
    Job.objects.filter(kind="report").update(kind="paper")
    for job in Job.objects.filter(kind__startswith="debrief_pdf_", state__in=OPEN):
        paper, _created = _team_paper(Paper, job.match_id, job.kind.removeprefix("debrief_pdf_"))
        Job.objects.get_or_create(
            kind="paper", match=None, subject=str(paper.pk), defaults={"created_at": job.created_at}
        )
    Job.objects.filter(kind__startswith="debrief_pdf_").delete()


def _team_paper(papers, match, language):
    about = {"kind": "team", "match_id": match, "language": language}
    return papers.objects.get_or_create(name=f"team-{match}-{language}", defaults=about)


def _delete_after_commit(name):
    transaction.on_commit(lambda: default_storage.delete(name))


class Migration(migrations.Migration):
    dependencies = [("classrooms", "0019_papers")]

    operations = [
        migrations.RunPython(join, migrations.RunPython.noop),
        migrations.RunPython(take_over_jobs, migrations.RunPython.noop),
    ]
