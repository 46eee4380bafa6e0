"""Restoring a backup: the file is read and verified completely first, then it replaces the content of the database."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from zipfile import ZipFile

from django.contrib.contenttypes.models import ContentType
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage, storages
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DatabaseError, connection, models, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from classrooms.care.erasure.services.people import erasures_replay
from classrooms.files.storage import DatabaseStorage
from classrooms.models import Erasure
from classrooms.people.class_lists.services.erasure_log import Erased, erasures_in_database
from domego_site.backups import BackupFault, tables
from domego_site.backups.archive import Manifest, checked, opened, paper_entry, table_entry
from domego_site.backups.making import backup_make
from games.public.work import outbox

Say = Callable[[str], None]


@dataclass(frozen=True)
class Restored:
    """The result of restoring: rows and papers of the backup, the number of people erased again, and the backup of the
    previous content.
    """

    made_at: datetime
    rows: int
    papers: int
    erased: int
    before: Path | None
    manifest: Manifest


def backup_restore(
    *, path: Path, replace: Callable[[], Path] | None, erasures: Iterable[Erased] = (), say: Say = lambda text: None
) -> Restored:
    """Restore a backup: its rows into the database, its papers into their storage. With `replace`, the path of a file,
    the present content is backed up there first; without it the database must be empty.

    First the whole backup is read and verified. Then the tables are emptied and filled in one transaction. It also
    erases again the people who are erased by this database or by `erasures`. A backup of an older version needs more
    transactions: its tables are created in their old form, filled, and migrated. Raises BackupFault, which says whether
    anything was changed.
    """
    with opened(path) as archive:
        manifest = checked(archive)
        loader = MigrationLoader(connection)
        present = tables.applied(loader)
        of_backup, wanted = _migrations_of(manifest)
        _check_version("backup", of_backup, wanted)
        _check_version("database", loader, present)
        before = _make_room(loader, present, replace, say)
        known = {*erasures, *_erasures_here(loader, present)}
        is_same = present == wanted == set(loader.graph.nodes)
        touched: list[str] = []
        try:
            erased = _put(archive, manifest, known, touched, is_same=is_same, say=say)
        except (BackupFault, DatabaseError, ValueError, OSError) as fault:
            now = "Nothing was changed." if is_same else "The database is not whole: restore a backup with --replace."
            if is_same and touched:
                now = f"The database was not changed. Papers that may be the backup's: {len(touched)}. Try again."
            raise BackupFault(f"{path} could not be restored: {' '.join(str(fault).split())} {now}") from fault
    ContentType.objects.clear_cache()
    rows = sum(table.rows for table in manifest.tables.values())
    made_at = datetime.fromisoformat(manifest.made_at)
    return Restored(made_at, rows, len(manifest.papers), erased, before, manifest)


def _migrations_of(manifest: Manifest) -> tuple[MigrationLoader, set[tables.Migration]]:
    loader = tables.loader_of(manifest.migrations)
    return loader, tables.named_by(loader, manifest.migrations)


def _check_version(which: str, loader: MigrationLoader, migrations: set[tables.Migration]) -> None:
    if unknown := sorted(migrations - loader.graph.nodes.keys()):
        raise BackupFault(f"The {which} is of a newer version of this program ({'.'.join(unknown[-1])}).")


def _make_room(
    loader: MigrationLoader, present: set[tables.Migration], replace: Callable[[], Path] | None, say: Say
) -> Path | None:
    """Back up the present content, if there is any. Raises BackupFault if that was not requested."""
    if not _has_people(loader, present):
        return None
    if replace is None:
        raise BackupFault("The database is not empty. With --replace, what is there is backed up first, then replaced.")
    path = replace()
    backup_make(path=path, with_key=False)
    say(f"What was there is kept in {path}.")
    return path


def _has_people(loader: MigrationLoader, present: set[tables.Migration]) -> bool:
    """Is there any row besides those that migrations make?"""
    found = tables.tables_at(loader, present)
    kept = [model for model in found if tables.is_kept(model) and model._meta.app_label not in ("contenttypes", "auth")]
    return any(model._base_manager.exists() for model in kept)


def _erasures_here(loader: MigrationLoader, present: set[tables.Migration]) -> set[Erased]:
    label = Erasure._meta.label_lower
    there = any(model._meta.label_lower == label for model in tables.tables_at(loader, present))
    return erasures_in_database() if there else set()


def _put(
    archive: ZipFile, manifest: Manifest, known: set[Erased], touched: list[str], *, is_same: bool, say: Say
) -> int:
    """Fill the tables in the state of the backup's migrations; returns the number of people erased again. `touched`
    collects papers, which no transaction can roll back.
    """
    if is_same:
        with outbox.broker_may_be_away(), transaction.atomic(durable=True):
            _fill(archive, manifest)
            _papers_put(archive, manifest, touched)
            return _erase(known)
    _make_tables(manifest)
    with transaction.atomic(durable=True):
        _fill(archive, manifest)
    say("Bringing the tables up to date ...")
    call_command("migrate", interactive=False, verbosity=0)
    with outbox.broker_may_be_away(), transaction.atomic(durable=True):
        _papers_put(archive, manifest, touched)
        return _erase(known)


def _erase(known: set[Erased]) -> int:
    return erasures_replay(known={*known, *erasures_in_database()})


def _make_tables(manifest: Manifest) -> None:
    """Replace the tables by those of the backup's version."""
    loader = MigrationLoader(connection)
    old = tables.existing(tables.tables_at(loader, tables.applied(loader)))
    cascade = " CASCADE" if connection.vendor == "postgresql" else ""
    with connection.constraint_checks_disabled(), connection.cursor() as cursor:
        for name in [*old, *(["django_migrations"] if old else [])]:
            cursor.execute(f"DROP TABLE {connection.ops.quote_name(name)}{cascade}")
    executor = MigrationExecutor(connection)
    executor.loader, wanted = _migrations_of(manifest)
    last = {
        key for key in wanted if not any(child.key in wanted and child.key[0] == key[0]
                                         for child in executor.loader.graph.node_map[key].children)
    }  # fmt: skip
    executor.migrate(sorted(last))


def _fill(archive: ZipFile, manifest: Manifest) -> None:
    """Empty all tables and insert the backup's rows with their ids. Raises BackupFault if one was lost."""
    loader = MigrationLoader(connection)
    every = tables.tables_at(loader, tables.applied(loader))
    by_label = {model._meta.label_lower: model for model in every}
    if unknown := sorted(manifest.tables.keys() - by_label.keys()):
        raise BackupFault(f"The backup has tables that its migrations do not make: {', '.join(unknown)}.")
    _empty(every)
    for label, table in manifest.tables.items():
        with archive.open(table_entry(label)) as lines:
            tables.rows_write(by_label[label], lines)
        count = by_label[label]._base_manager.count()
        if count != table.rows:
            raise BackupFault(f"{label} has {count} rows, the backup {table.rows}.")
    connection.check_constraints()
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), every):
            cursor.execute(statement)


def _empty(every: list[type[models.Model]]) -> None:
    names = tables.existing(every)
    with connection.cursor() as cursor:
        for statement in connection.ops.sql_flush(no_style(), names, reset_sequences=False, allow_cascade=False):
            cursor.execute(statement)


def _papers_put(archive: ZipFile, manifest: Manifest, touched: list[str]) -> None:
    """Store papers under their names. Another file of that name is an older copy of the same paper."""
    is_outside = not isinstance(storages["default"], DatabaseStorage)
    for number, paper in enumerate(manifest.papers):
        content = ContentFile(archive.read(paper_entry(number)))
        if is_outside:
            touched.append(paper.name)
        try:
            default_storage.delete(paper.name)
            saved = default_storage.save(paper.name, content)
        except Exception as fault:  # a store raises what it likes
            raise BackupFault(f"{paper.name} cannot be kept: {fault}.") from fault
        if saved != paper.name:
            raise BackupFault(f"{paper.name} cannot be kept under this name.")
