from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0013_stand_ins"),
    ]

    operations = [
        migrations.RenameField(model_name="decision", old_name="owed", new_name="required"),
    ]
