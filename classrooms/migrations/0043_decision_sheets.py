from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("classrooms", "0042_observers"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="paper",
            name="paper_is_about_something",
        ),
        migrations.AddField(
            model_name="paper",
            name="tables",
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AlterField(
            model_name="paper",
            name="kind",
            field=models.CharField(
                choices=[
                    ("team", "team"),
                    ("student", "student"),
                    ("class", "class"),
                    ("slides", "slides"),
                    ("decisions", "decision sheets"),
                    ("protocol", "protocol of a study"),
                    ("result", "result of a study"),
                    ("resultslides", "slides of a study"),
                ],
                max_length=12,
            ),
        ),
        migrations.AddConstraint(
            model_name="paper",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("kind", "team"),
                        ("match__isnull", False),
                        ("session__isnull", True),
                        ("study__isnull", True),
                        ("user__isnull", True),
                    ),
                    models.Q(
                        ("kind", "student"),
                        ("match__isnull", False),
                        ("session__isnull", True),
                        ("study__isnull", True),
                        ("user__isnull", False),
                    ),
                    models.Q(
                        ("kind__in", ["class", "slides", "decisions"]),
                        ("match__isnull", True),
                        ("session__isnull", False),
                        ("study__isnull", True),
                        ("user__isnull", True),
                    ),
                    models.Q(
                        ("kind__in", ["protocol", "result", "resultslides"]),
                        ("match__isnull", True),
                        ("session__isnull", True),
                        ("study__isnull", False),
                        ("user__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="paper_is_about_something",
            ),
        ),
    ]
