"""Papers in an S3-compatible store. A module of its own, because boto3 takes a moment to load."""

from collections.abc import Iterable
from typing import Any, Final, NoReturn

from botocore.config import Config
from django.core.cache import cache
from storages.backends.s3 import S3Storage

KNOWN_SECONDS: Final = 600
"""Seconds for which the existence of a file is remembered without asking the store again."""


class PrivateStorage(S3Storage):
    """A bucket that only this site reads and writes: no URL of a file is given out."""

    def get_default_settings(self) -> dict[str, Any]:
        """Settings with short time limits, so that an unreachable store does not block pages for minutes. Newer
        checksums of Amazon are off, since other stores lack them.
        """
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
        """The given names that have a file, remembered for `KNOWN_SECONDS`."""
        keys = {self._key(name): name for name in names}
        known = cache.get_many(keys)
        found = {key: True for key in keys.keys() - known.keys() if self.exists(keys[key])}
        cache.set_many(found, KNOWN_SECONDS)
        return {keys[key] for key in (*known, *found)}

    def delete(self, name: str) -> None:
        """Delete a file, and its remembered existence."""
        super().delete(name)
        cache.delete(self._key(name))

    def _key(self, name: str) -> str:
        return f"media:{self.bucket_name}/{self.location}/{name}"
