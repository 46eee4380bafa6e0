from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0014_required_decisions"),
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
                    ("paper", "entered from paper"),
                ],
                max_length=10,
            ),
        ),
    ]
