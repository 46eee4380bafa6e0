"""The file of a backup: a ZIP whose last entry lists the others with their digests. A truncated file has no such list
and counts as damaged; an altered entry does not match it.
"""

import hashlib
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile
from zlib import error as ZlibError

import msgspec

from domego_site.backups import BackupFault
from games.engine import codec

FORMAT: Final = "domego-backup-1"
MANIFEST: Final = "manifest.json"
BLOCK: Final = 1 << 20
DAMAGED: Final = (BadZipFile, ZlibError, EOFError, KeyError, OSError, NotImplementedError, RuntimeError, ValueError)
"""Exceptions that reading an altered file may raise."""


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rows of a table: their number, and the SHA-256 of their lines."""

    rows: int
    sha256: str


class Paper(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A paper by the name that its row has."""

    name: str
    sha256: str


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of a backup. `key` is a digest of the SECRET_KEY that signed the site's links; `lost` are papers
    named by rows but missing in storage.
    """

    format: str
    made_at: str
    database: str
    migrations: tuple[tuple[str, str], ...]
    key: str
    tables: dict[str, Table]
    papers: tuple[Paper, ...]
    lost: tuple[str, ...]


def table_entry(label: str) -> str:
    """The name of the entry with the rows of a table."""
    return f"rows/{label}.jsonl"


def paper_entry(number: int) -> str:
    """The name of the entry with a paper, by its index in the list."""
    return f"papers/{number}"


@contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """A new file, readable by this user only, that gets its name when it is completely written; after an error nothing
    is left. Raises BackupFault for an existing file.
    """
    if path.exists():
        raise BackupFault(f"{path} exists already.")
    partial = path.with_name(f"{path.name}.partial")
    try:
        descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        partial.rename(path)
    except OSError as fault:
        raise BackupFault(f"{path} cannot be written: {fault.strerror or fault}.") from fault
    finally:
        partial.unlink(missing_ok=True)


def entry_write(archive: ZipFile, name: str, blocks: Iterable[bytes], *, packed: bool = True) -> str:
    """Add an entry, block by block; returns its SHA-256."""
    digest = hashlib.sha256()
    archive.compression = ZIP_DEFLATED if packed else ZIP_STORED
    with archive.open(name, "w", force_zip64=True) as entry:
        for block in blocks:
            digest.update(block)
            entry.write(block)
    return digest.hexdigest()


def checked(archive: ZipFile) -> Manifest:
    """The manifest of a backup, after each entry was read and compared with it. Raises BackupFault."""
    try:
        manifest: Manifest = codec.from_json(archive.read(MANIFEST), Manifest)
        if manifest.format != FORMAT:
            raise BackupFault(f"This program reads {FORMAT}, not {manifest.format}.")
        digests = {table_entry(label): table.sha256 for label, table in manifest.tables.items()}
        digests |= {paper_entry(number): paper.sha256 for number, paper in enumerate(manifest.papers)}
        if set(archive.namelist()) != {MANIFEST, *digests} or len(archive.namelist()) != len(digests) + 1:
            raise BackupFault("The backup is damaged: it does not hold what its list says.")
        for name, expected in digests.items():
            if _digest(archive, name) != expected:
                raise BackupFault(f"The backup is damaged: {name} is not what its list says.")
    except DAMAGED as fault:
        raise BackupFault(f"The backup is damaged: {fault}") from fault
    return manifest


def _digest(archive: ZipFile, name: str) -> str:
    with archive.open(name) as entry:
        digest = hashlib.sha256()
        while block := entry.read(BLOCK):
            digest.update(block)
    return digest.hexdigest()


@contextmanager
def opened(path: Path) -> Iterator[ZipFile]:
    """Open a backup for reading. Raises BackupFault for any other or an incomplete file."""
    try:
        archive = ZipFile(path)
    except FileNotFoundError:
        raise BackupFault(f"There is no file {path}.") from None
    except DAMAGED as fault:
        raise BackupFault(f"{path} is no backup, or not all of one: {fault}") from fault
    with archive:
        yield archive
