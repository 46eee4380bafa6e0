"""Kinds of rubric lines are found in `classrooms.grading.criteria`. The column stays as it is."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("classrooms", "0034_polls")]

    operations = [
        migrations.AlterField(
            model_name="rubricline",
            name="kind",
            field=models.CharField(max_length=16),
        ),
    ]
