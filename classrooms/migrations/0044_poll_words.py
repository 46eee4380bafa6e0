from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('classrooms', '0043_decision_sheets'),
    ]

    operations = [
        migrations.AddField(
            model_name='poll',
            name='words',
            field=models.JSONField(blank=True, default=dict),
        ),
    ]
