import django.db.models.deletion
from django.db import migrations, models

from games.models.people import PERSON_MODEL


class Migration(migrations.Migration):

    dependencies = [
        ('classrooms', '0024_lms'),
    ]

    operations = [
        migrations.CreateModel(
            name='Identity',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('issuer', models.CharField(max_length=255)),
                ('subject', models.CharField(max_length=255)),
                ('told', models.JSONField(default=dict)),
                ('may_create', models.BooleanField(default=False)),
                ('linked_at', models.DateTimeField()),
                ('used_at', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='identities', to=PERSON_MODEL)),
            ],
            options={
                'verbose_name': 'identity at a provider',
                'verbose_name_plural': 'identities at a provider',
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('issuer', 'subject'), name='identity_unique_at_issuer'), models.UniqueConstraint(fields=('user', 'issuer'), name='identity_one_for_each_issuer')],
            },
        ),
    ]
