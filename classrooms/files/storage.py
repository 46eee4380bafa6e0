"""Storage of papers: the database, which every process of the site reaches, or the place named by MEDIA_URL. No
storage gives out URLs: the site's own pages serve files after permission checks.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import Any, Final

from django.apps import apps
from django.core.files.base import ContentFile, File
from django.core.files.storage import Storage, default_storage
from django.db import models
from django.utils import timezone
from django.utils.deconstruct import deconstructible

from classrooms.models import StoredFile

LARGEST: Final = 25_000_000
"""Bytes of one file in the database: a hundred times a student's report."""


class FileTooLarge(ValueError):
    """The file is larger than the database may keep in one row."""


@deconstructible
class DatabaseStorage(Storage):
    """One row for each file, written and deleted in the caller's transaction."""

    def _open(self, name: str, mode: str = "rb") -> File:
        if mode != "rb":
            raise ValueError("Files in the database are read whole, or written anew.")
        content = StoredFile.objects.filter(name=name).values_list("content", flat=True).first()
        if content is None:
            raise FileNotFoundError(name)
        return ContentFile(bytes(content), name=name)

    def _save(self, name: str, content: File) -> str:
        content.seek(0)
        data = content.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise FileTooLarge(f"{name} has more than {LARGEST:,} bytes.")
        StoredFile.objects.create(name=name, content=data, size=len(data), made_at=timezone.now())
        return name

    def delete(self, name: str) -> None:
        """Delete a file; a missing file is no error."""
        StoredFile.objects.filter(name=name).delete()

    def exists(self, name: str) -> bool:
        """Is there a file of this name?"""
        return StoredFile.objects.filter(name=name).exists()

    def existing(self, names: Iterable[str]) -> set[str]:
        """The given names that have a file, in one query."""
        return set(StoredFile.objects.filter(name__in=set(names)).values_list("name", flat=True))

    def older_than(self, moment: datetime) -> Iterator[str]:
        """The names of files that were written before."""
        return StoredFile.objects.filter(made_at__lt=moment).values_list("name", flat=True).iterator()

    def size(self, name: str) -> int:
        """Bytes."""
        return self._row(name).size

    def get_modified_time(self, name: str) -> datetime:
        """The time at which the file was written: files are never changed."""
        return self._row(name).made_at

    def _row(self, name: str) -> StoredFile:
        row = StoredFile.objects.defer("content").filter(name=name).first()
        if row is None:
            raise FileNotFoundError(name)
        return row


def present(names: Iterable[str | None], storage: Any = default_storage) -> set[str]:
    """The given names that have a file; in the database with one query for all."""
    wanted = {name for name in names if name}
    ask: Callable[[set[str]], set[str]] | None = getattr(storage, "existing", None)
    return ask(wanted) if ask is not None else {name for name in wanted if storage.exists(name)}


def file_columns() -> Iterator[tuple[type[models.Model], str]]:
    """Every model column that names a file."""
    for model in apps.get_models():
        for field in model._meta.local_fields:
            if isinstance(field, models.FileField):
                yield model, field.attname


def file_names() -> Iterator[str]:
    """Every name that a row has for a file, whether it is there or not."""
    for model, column in file_columns():
        yield from model._base_manager.exclude(**{column: ""}).values_list(column, flat=True).iterator()
