from django.db import migrations, models
from django.db.models import F


def leave_alone_what_was_published(apps, schema_editor):
    """No mail about marks that students have known for long."""
    apps.get_model("classrooms", "PublishedGrade").objects.update(mail_claimed_at=F("published_at"))


class Migration(migrations.Migration):

    dependencies = [
        ('classrooms', '0006_reports'),
    ]

    operations = [
        migrations.AddField(
            model_name='publishedgrade',
            name='mail_claimed_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='publishedgrade',
            name='mail_sent_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.RunPython(leave_alone_what_was_published, migrations.RunPython.noop),
        migrations.AlterField(
            model_name='user',
            name='mail_notifications',
            field=models.BooleanField(default=True, verbose_name='mail me when it is my turn or my marks are there'),
        ),
    ]
