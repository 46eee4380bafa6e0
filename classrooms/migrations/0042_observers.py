import django.db.models.deletion
from django.db import migrations, models

from games.models.people import PERSON_MODEL


class Migration(migrations.Migration):

    dependencies = [
        ('classrooms', '0041_events_count'),
    ]

    operations = [
        migrations.CreateModel(
            name='TableObserver',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('is_critical_friend', models.BooleanField(default=False, verbose_name='critical friend')),
                ('went_well', models.TextField(blank=True, verbose_name='What went well?')),
                ('to_ask', models.TextField(blank=True, verbose_name='What could be asked?')),
                ('question', models.TextField(blank=True, verbose_name='A question to the team')),
                ('shared_at', models.DateTimeField(blank=True, null=True)),
                ('created_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=PERSON_MODEL)),
                ('session_team', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='observers', to='classrooms.sessionteam')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='observed_tables', to=PERSON_MODEL)),
            ],
            options={
                'verbose_name': 'observer of a table',
                'verbose_name_plural': 'observers of tables',
                'ordering': ['session_team', 'created_at', 'pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True)), fields=('session_team', 'user'), name='observer_once_at_a_table')],
            },
        ),
        migrations.CreateModel(
            name='ObserverLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('nonce', models.CharField(db_index=True, max_length=32)),
                ('seat', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('is_critical_friend', models.BooleanField(default=False, verbose_name='critical friend')),
                ('created_at', models.DateTimeField()),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=PERSON_MODEL)),
                ('session_team', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='observer_links', to='classrooms.sessionteam')),
            ],
            options={
                'verbose_name': 'link for observers',
                'verbose_name_plural': 'links for observers',
                'ordering': ['session_team', 'created_at', 'pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('revoked_at__isnull', True)), fields=('session_team',), name='observer_link_once_open')],
            },
        ),
    ]
