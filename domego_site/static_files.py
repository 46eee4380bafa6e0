"""Collects static files, only when one of them changed: naming and compressing all of them takes seconds. Those that
pages load together are joined; styles and scripts of the site and its games lose their comments and white space.
"""

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import rcssmin
import rjsmin
from django.apps import apps
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage

from games.ui.bundles import BUNDLES, joined

OWN = frozenset({"domego_site", "games", "classrooms"})


class JoiningStorage(CompressedManifestStaticFilesStorage):
    """Whitenoise's storage, with the bundles of the site and the games besides their source files."""

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:  # noqa: FBT001, FBT002
        bundles = {} if dry_run else BUNDLES
        for name, files in bundles.items():
            sources = [Path(self.path(file)).read_text(encoding="utf-8") for file in files]
            Path(self.path(name)).write_text(joined(name, sources), encoding="utf-8")
        for name in [] if dry_run else [*bundles, *_own(paths)]:
            file = Path(self.path(name))
            file.write_text(_without_comments(name)(file.read_text(encoding="utf-8")), encoding="utf-8")
            paths[name] = (self, name)
        yield from super().post_process(paths, dry_run, **options)


def _own(paths: dict[str, Any]) -> Iterator[str]:
    """Styles and scripts of the site, the classrooms and the games. Those of packages stay as they are."""
    own = [Path(app.path) for app in apps.get_app_configs() if app.name.partition(".")[0] in OWN]
    for name, (storage, _path) in paths.items():
        if name.endswith((".css", ".js")) and any(Path(storage.location).is_relative_to(path) for path in own):
            yield name


def _without_comments(name: str) -> Callable[[str], str]:
    return cast("Callable[[str], str]", rcssmin.cssmin if name.endswith(".css") else rjsmin.jsmin)


def fingerprint() -> str:
    """Changes with any file's name, size or time, with the storage that names them, and with this module."""
    digest = hashlib.sha256(f"{settings.STORAGES['staticfiles']['BACKEND']}{BUNDLES}".encode())
    digest.update(Path(__file__).read_bytes())
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
