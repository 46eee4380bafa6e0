"""Collects static files, only when one of them changed: naming and compressing all of them takes seconds. Those that
pages load together are joined and lose their comments and white space.
"""

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import rcssmin
import rjsmin
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage

from games.ui.bundles import BUNDLES, joined


class JoiningStorage(CompressedManifestStaticFilesStorage):
    """Whitenoise's storage, with the bundles of the site and the games besides their source files."""

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:  # noqa: FBT001, FBT002
        for name, files in {} if dry_run else BUNDLES.items():
            sources = [Path(self.path(file)).read_text(encoding="utf-8") for file in files]
            Path(self.path(name)).write_text(_without_comments(name)(joined(name, sources)), encoding="utf-8")
            paths[name] = (self, name)
        yield from super().post_process(paths, dry_run, **options)


def _without_comments(name: str) -> Callable[[str], str]:
    return cast("Callable[[str], str]", rcssmin.cssmin if name.endswith(".css") else rjsmin.jsmin)


def fingerprint() -> str:
    """Changes with any file's name, size or time, and with the storage that names them."""
    digest = hashlib.sha256(f"{settings.STORAGES['staticfiles']['BACKEND']}{BUNDLES}".encode())
    for finder in get_finders():
        for name, storage in finder.list(["CVS", ".*", "*~"]):
            stat = Path(storage.path(name)).stat()
            digest.update(f"{name}\0{stat.st_size}\0{stat.st_mtime_ns}\0".encode())
    return digest.hexdigest()


def collect() -> bool:
    """Answers whether there was anything to do."""
    stamp = Path(settings.STATIC_ROOT) / ".fingerprint"
    wanted = fingerprint()
    if stamp.exists() and stamp.read_text() == wanted:
        return False
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    stamp.write_text(wanted)
    return True
