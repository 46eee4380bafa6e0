"""Papers in an S3-compatible store. Apart from `classrooms.files.storage`, because boto3 takes a moment to load."""

from collections.abc import Iterable
from typing import Any, Final, NoReturn

from botocore.config import Config
from django.core.cache import cache
from storages.backends.s3 import S3Storage

KNOWN_SECONDS: Final = 600
"""How long a list of papers goes on without asking the store again whether a file is still there."""


class PrivateStorage(S3Storage):
    """A bucket that this site alone reads and writes: no address of a file is given out."""

    def get_default_settings(self) -> dict[str, Any]:
        """A store that is away must not hold a page for minutes, and not every store knows Amazon's newer checksums."""
        config = Config(
            connect_timeout=3,
            read_timeout=10,
            retries={"total_max_attempts": 3},
            s3={"addressing_style": "path"},
            request_checksum_calculation="when_required",
            response_checksum_validation="when_required",
        )
        private = {"default_acl": None, "file_overwrite": False, "client_config": config}
        return super().get_default_settings() | private

    def url(self, name: str | None, *args: Any, **kwargs: Any) -> NoReturn:
        """Raises NotImplementedError."""
        raise NotImplementedError("Papers are read through the site's pages only.")

    def existing(self, names: Iterable[str]) -> set[str]:
        """Those of the names that have a file, as far as was known a moment ago."""
        keys = {self._key(name): name for name in names}
        known = cache.get_many(keys)
        found = {key: True for key in keys.keys() - known.keys() if self.exists(keys[key])}
        cache.set_many(found, KNOWN_SECONDS)
        return {keys[key] for key in (*known, *found)}

    def delete(self, name: str) -> None:
        """Forgets that it was there, too."""
        super().delete(name)
        cache.delete(self._key(name))

    def _key(self, name: str) -> str:
        return f"media:{self.bucket_name}/{self.location}/{name}"
