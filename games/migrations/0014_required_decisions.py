from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0013_stand_ins"),
    ]

    operations = [
        # The column keeps its name, so that processes of the version before go on while the site is upgraded.
        migrations.AlterField("decision", "owed", models.BooleanField(db_column="owed", default=True)),
        migrations.RenameField(model_name="decision", old_name="owed", new_name="required"),
    ]
