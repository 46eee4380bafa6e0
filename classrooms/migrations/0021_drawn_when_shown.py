"""Charts are drawn when they are shown, and a debrief has no files of its own."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("classrooms", "0020_one_paper")]

    operations = [
        migrations.DeleteModel("DebriefChart"),
        migrations.DeleteModel("DebriefFile"),
        migrations.RemoveField("analysis", "charts"),
    ]
