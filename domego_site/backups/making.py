"""Making a backup while the site runs: a consistent snapshot of the database that blocks no writer."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from typing import IO
from zipfile import ZIP_DEFLATED, ZipFile

from django.conf import settings
from django.core.files.storage import FileSystemStorage, Storage, storages
from django.db import connection, models, transaction
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone
from django.utils.crypto import salted_hmac

from classrooms.files.storage import DatabaseStorage
from domego_site.backups import BackupFault, tables
from domego_site.backups.archive import (
    FORMAT,
    MANIFEST,
    Manifest,
    Paper,
    Table,
    entry_write,
    paper_entry,
    table_entry,
    whole_file,
)
from games.engine.codec import to_json


@dataclass(frozen=True)
class FinishedBackup:
    """A finished backup; `key` is the file beside it with SECRET_KEY."""

    path: Path
    key: Path | None
    manifest: Manifest

    @property
    def rows(self) -> int:
        """The number of rows of all tables."""
        return sum(table.rows for table in self.manifest.tables.values())


def key_trace() -> str:
    """A digest that identifies a SECRET_KEY without revealing it."""
    return salted_hmac("domego_site.backups", "trace", algorithm="sha256").hexdigest()[:32]


def backup_make(*, path: Path, with_key: bool = True) -> FinishedBackup:
    """Write the database and all papers to a new file, then SECRET_KEY to another one beside it, both for this user
    alone. People may play meanwhile: the file has the moment at which it was begun. Raises BackupFault; a file that was
    not written to its end does not stay.
    """
    key = path.with_name(f"{path.name}.key") if with_key else None
    if key is not None and key.exists():
        raise BackupFault(f"{key} exists already.")
    with whole_file(path) as file:
        manifest = _write(file)
    if key is not None:
        with whole_file(key) as file:
            file.write(f"{settings.SECRET_KEY}\n".encode())
    return FinishedBackup(path, key, manifest)


def _write(file: IO[bytes]) -> Manifest:
    with _one_moment(), ZipFile(file, "w", ZIP_DEFLATED, compresslevel=6) as archive:
        made_at = timezone.now()
        loader = MigrationLoader(connection)
        migrations = tables.applied(loader)
        if unknown := sorted(migrations - loader.graph.nodes.keys()):
            raise BackupFault(f"A newer version of this program changed the database ({'.'.join(unknown[-1])}).")
        every = tables.tables_at(loader, migrations)
        kept = [model for model in every if tables.is_kept(model)]
        found = {model._meta.label_lower: _rows_add(archive, model) for model in kept}
        papers, lost = _papers_add(archive, kept, any(model._meta.label_lower == tables.FILES for model in every))
        manifest = Manifest(
            format=FORMAT,
            made_at=made_at.isoformat(),
            database=connection.vendor,
            migrations=tuple(sorted(migrations)),
            key=key_trace(),
            tables=found,
            papers=tuple(papers),
            lost=tuple(lost),
        )
        entry_write(archive, MANIFEST, [to_json(manifest)])
    return manifest


@contextmanager
def _one_moment() -> Iterator[None]:
    """Make all reads see the same moment. On SQLite a read-only transaction blocks no writer, which Django's own (BEGIN
    IMMEDIATE) would.
    """
    if connection.vendor == "postgresql":
        with transaction.atomic(durable=True), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield
        return
    with connection.cursor() as cursor:
        cursor.execute("BEGIN DEFERRED")
        try:
            cursor.execute("SELECT 1 FROM sqlite_master")
            yield
        finally:
            cursor.execute("ROLLBACK")


def _rows_add(archive: ZipFile, model: type[models.Model]) -> Table:
    rows = -1  # the first line names the columns

    def lines() -> Iterator[bytes]:
        nonlocal rows
        for line in tables.lines_of(model):
            rows += 1
            yield line.encode()

    digest = entry_write(archive, table_entry(model._meta.label_lower), lines())
    return Table(rows, digest)


def _papers_add(archive: ZipFile, kept: list[type[models.Model]], is_migrated: bool) -> tuple[list[Paper], list[str]]:
    """Add every file named by a row, one in memory at a time; returns the names of missing files."""
    papers: list[Paper] = []
    lost: list[str] = []
    places = _places(is_migrated)
    for name in sorted(_paper_names(kept)):
        content = _content(name, places)
        if content is None:
            lost.append(name)
        else:
            papers.append(Paper(name, entry_write(archive, paper_entry(len(papers)), [content], packed=False)))
    return papers, lost


def _places(is_migrated: bool) -> list[Storage]:
    """Current and former storages of papers. A database without a table for papers has none of them."""
    now, before = storages["default"], FileSystemStorage(location=settings.MEDIA_ROOT)
    return [now, before] if is_migrated or not isinstance(now, DatabaseStorage) else [before]


def _content(name: str, places: list[Storage]) -> bytes | None:
    for place in places:
        try:
            with place.open(name) as file:
                content: bytes = file.read()
                return content
        except FileNotFoundError:
            continue
    return None


def _paper_names(kept: list[type[models.Model]]) -> set[str]:
    found: set[str] = set()
    for model in kept:
        for field in model._meta.local_concrete_fields:
            if isinstance(field, models.FileField):
                names = model._base_manager.exclude(**{field.attname: ""})
                found.update(names.values_list(field.attname, flat=True).iterator())
    return found


def free_name(directory: Path, reason: str) -> Path:
    """A name for an automatic backup, in a directory for this user only."""
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    stem = f"{reason}-{timezone.now():%Y%m%d-%H%M%S}"
    numbered = (directory / f"{stem}-{number}.backup" for number in count(2))
    return next(path for path in chain([directory / f"{stem}.backup"], numbered) if not path.exists())
