
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0008_job_losses'),
    ]

    operations = [
        migrations.AddField(
            model_name='decision',
            name='in_bank',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='seat',
            name='bank_since',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='seat',
            name='bank_used',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AlterField(
            model_name='intervention',
            name='kind',
            field=models.CharField(choices=[('start', 'started'), ('pause', 'paused'), ('resume', 'resumed'), ('extend', 'more time'), ('remind', 'reminded'), ('default', 'default move played'), ('answer', 'moved for a student'), ('to_bot', 'seat given to a bot'), ('to_person', 'seat given to a person'), ('release', 'person removed from a seat'), ('together', 'several at one screen'), ('credit', 'moves given to another person'), ('message', 'message'), ('step_back', 'stepped back'), ('bank', 'reserve of time used'), ('end', 'ended'), ('reveal', 'debrief opened')], max_length=12),
        ),
    ]
