"""Reports are papers: what they were made from is their stamp, and their digest is that of what was printed."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("classrooms", "0018_retention_recalled"),
        ("games", "0008_job_losses"),
    ]

    operations = [
        migrations.RemoveConstraint("report", "report_is_about_something"),
        migrations.RenameModel("Report", "Paper"),
        migrations.RenameModel("ReportBatch", "PaperBatch"),
        migrations.RenameField("paperbatch", "reports", "papers"),
        migrations.RenameField("paper", "digest", "stamp"),
        migrations.AlterModelOptions("paper", {"verbose_name": "paper", "verbose_name_plural": "papers"}),
        migrations.AlterModelOptions(
            "paperbatch", {"verbose_name": "batch of papers", "verbose_name_plural": "batches of papers"}
        ),
        migrations.AddField("paper", "digest", models.CharField(blank=True, default="", max_length=64), False),
        migrations.AlterField("paper", "file", models.FileField(blank=True, upload_to="papers/%Y/")),
        migrations.AlterField(
            "paper",
            "kind",
            models.CharField(
                choices=[("team", "team"), ("student", "student"), ("class", "class"), ("slides", "slides")],
                max_length=8,
            ),
        ),
        migrations.AlterField(
            "paper",
            "match",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="papers",
                to="games.match",
            ),
        ),
        migrations.AlterField(
            "paper",
            "session",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="papers",
                to="classrooms.session",
            ),
        ),
        migrations.AlterField(
            "paperbatch",
            "session",
            models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE, related_name="paper_batch", to="classrooms.session"
            ),
        ),
        migrations.AddConstraint(
            "paper",
            models.CheckConstraint(
                condition=models.Q(kind="team", match__isnull=False, session__isnull=True, user__isnull=True)
                | models.Q(kind="student", match__isnull=False, session__isnull=True, user__isnull=False)
                | models.Q(kind__in=["class", "slides"], match__isnull=True, session__isnull=False, user__isnull=True),
                name="paper_is_about_something",
            ),
        ),
    ]
