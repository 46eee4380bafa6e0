from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0015_facilitator_events"),
    ]

    operations = [
        migrations.AlterField(
            model_name="move",
            name="author_kind",
            field=models.CharField(
                choices=[
                    ("player", "player"),
                    ("bot", "bot"),
                    ("deadline", "deadline"),
                    ("instructor", "instructor"),
                    ("plan", "by plan"),
                    ("rules", "set-up"),
                    ("settled", "no choice"),
                    ("brought", "brought by the facilitator"),
                    ("paper", "entered from paper"),
                ],
                max_length=10,
            ),
        ),
    ]
