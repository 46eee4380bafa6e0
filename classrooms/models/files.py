"""Files stored in the database: papers, unless MEDIA_URL names another place."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class StoredFile(models.Model):
    """The content of a file, by the name that a row of another table has for it (see `classrooms.files.storage`)."""

    name = models.CharField(max_length=100, unique=True)
    content = models.BinaryField()
    size = models.PositiveIntegerField()
    made_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = _("stored file")
        verbose_name_plural = _("stored files")

    def __str__(self) -> str:
        return self.name
