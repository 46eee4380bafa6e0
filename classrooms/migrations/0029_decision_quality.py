from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("classrooms", "0028_extra_time_asked")]

    operations = [
        migrations.AlterField(
            model_name="rubricline",
            name="kind",
            field=models.CharField(
                choices=[
                    ("project", "project result"),
                    ("objectives", "own objectives"),
                    ("participation", "taking part"),
                    ("quiz", "quiz"),
                    ("survey", "survey done"),
                    ("forecast", "forecast journal"),
                    ("decisions", "decision quality"),
                    ("peer", "peer evaluation"),
                    ("manual", "own line, by hand"),
                ],
                max_length=16,
            ),
        )
    ]
