
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('classrooms', '0025_identities'),
        ('games', '0008_job_losses'),
    ]

    operations = [
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('url', models.CharField(max_length=500, verbose_name='address')),
                ('kind', models.CharField(max_length=40, verbose_name='what happened')),
                ('key', models.CharField(max_length=80)),
                ('body', models.JSONField()),
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('done', 'delivered'), ('failed', 'given up')], default='waiting', max_length=10, verbose_name='state')),
                ('attempts', models.PositiveSmallIntegerField(default=0, verbose_name='attempts')),
                ('next_at', models.DateTimeField(blank=True, null=True, verbose_name='next attempt')),
                ('error', models.CharField(blank=True, max_length=200, verbose_name='last answer')),
                ('created_at', models.DateTimeField(verbose_name='since')),
                ('done_at', models.DateTimeField(blank=True, null=True, verbose_name='delivered at')),
            ],
            options={
                'verbose_name': 'call of a webhook',
                'verbose_name_plural': 'calls of webhooks',
                'ordering': ['-created_at', '-pk'],
                'indexes': [models.Index(condition=models.Q(('state', 'waiting')), fields=['next_at'], name='delivery_waiting')],
                'constraints': [models.UniqueConstraint(fields=('url', 'key'), name='delivery_unique_at_address')],
            },
        ),
        migrations.CreateModel(
            name='RecordMark',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.IntegerField(default=0)),
                ('at', models.DateTimeField(blank=True, null=True)),
                ('is_whole', models.BooleanField(default=False)),
                ('is_asked', models.BooleanField(default=False)),
                ('losses', models.PositiveSmallIntegerField(default=0)),
                ('next_at', models.DateTimeField(blank=True, null=True)),
                ('book', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='record_mark', to='classrooms.gradebook')),
                ('match', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='record_mark', to='games.match')),
            ],
            options={
                'verbose_name': 'mark of learning records',
                'verbose_name_plural': 'marks of learning records',
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('book__isnull', True), ('match__isnull', False)), models.Q(('book__isnull', False), ('match__isnull', True)), _connector='OR'), name='record_mark_of_one_thing')],
            },
        ),
    ]
