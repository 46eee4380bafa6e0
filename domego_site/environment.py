"""Settings from the environment: empty counts as unset, and an invalid value is reported with its name."""

import os
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit, urlunsplit

from django.core.exceptions import ImproperlyConfigured

_TRUE = {"1", "true", "yes", "on"}
_FALSE = {"0", "false", "no", "off"}
_EXAMPLES = ("django-insecure", "change", "your", "secret", "example", "insecure", "$(", "...")
_MAIL_SCHEMES = {"smtp": (25, False), "smtp+tls": (587, False), "smtps": (465, True)}


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def flag(name: str, *, default: bool = False) -> bool:
    value = text(name).lower()
    if value and value not in _TRUE | _FALSE:
        raise ImproperlyConfigured(f"{name} is {value!r}; write {name}=1 or {name}=0.")
    return value in _TRUE if value else default


def number(name: str, default: int) -> int:
    value = text(name)
    if value and not value.isdecimal():
        raise ImproperlyConfigured(f"{name} is {value!r}; write a whole number.")
    return int(value) if value else default


def choice(name: str, values: tuple[str, ...]) -> str:
    """One of these values; the first one is the default."""
    value = text(name, values[0]).lower()
    if value not in values:
        raise ImproperlyConfigured(f"{name} is {value!r}; write one of {', '.join(values)}.")
    return value


def comma_list(name: str, default: list[str]) -> list[str]:
    """A list from a comma-separated text."""
    return [word.strip() for word in text(name).split(",") if word.strip()] or default


def stream_sources(url: str, port: int, scheme: str, hosts: list[str], *, behind_proxy: bool) -> list[str]:
    """Origins for the Content-Security-Policy from which pages may read the streams of news, besides the site
    itself.
    """
    if url:
        parts = urlsplit(url)
        return [f"{parts.scheme}://{parts.netloc}"] if parts.netloc else []
    if not port or behind_proxy:
        return []
    names = [name for host in hosts for name in ([host[1:], f"*{host}"] if host.startswith(".") else [host])]
    return [f"{scheme}://{name}:{port}" for name in names]


def weakness(key: str) -> str | None:
    """The weakness of a secret key, as the end of a sentence; None for a strong one."""
    if key.lower().startswith(_EXAMPLES):
        return "is an example"
    if len(key) < 32:
        return "has less than 32 characters"
    return "has less than 10 different characters" if len(set(key)) < 10 else None


def next_redis_database(url: str) -> str:
    """The next of the 16 databases on the same server, since emptying the cache must not empty the queues."""
    parts = urlsplit(url)
    database = parts.path.strip("/") or "0"
    if parts.scheme not in {"redis", "rediss"} or not database.isdecimal():
        raise ImproperlyConfigured("REDIS_URL must look like redis://[:password@]host:6379/0 (or rediss://...).")
    return urlunsplit(parts._replace(path=f"/{(int(database) + 1) % 16}"))


def mail_settings(url: str) -> dict[str, object]:
    """Django's mail settings from `smtp://`, `smtp+tls://` (STARTTLS) or `smtps://user:password@host:port`."""
    parts = urlsplit(url)
    if parts.scheme not in _MAIL_SCHEMES or not parts.hostname:
        raise ImproperlyConfigured("EMAIL_URL must look like smtp+tls://user:password@mail.example.org:587.")
    port, use_ssl = _MAIL_SCHEMES[parts.scheme]
    timeout = parse_qs(parts.query).get("timeout", ["10"])[0]
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or port,
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": parts.scheme == "smtp+tls",
        "EMAIL_USE_SSL": use_ssl,
        "EMAIL_TIMEOUT": int(timeout),
    }


def media_storage(url: str) -> dict[str, Any]:
    """Django's storage of papers: the database without `url`, else `file:///directory` or
    `s3://key:secret@host/bucket/folder`. Without key and secret, boto3 looks for them where it always does.
    """
    if not url:
        return {"BACKEND": "classrooms.files.storage.DatabaseStorage"}
    parts = urlsplit(url)
    query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    bucket, _, folder = unquote(parts.path).strip("/").partition("/")
    if parts.scheme == "file" and not parts.netloc and parts.path.startswith("/"):
        private = {"file_permissions_mode": 0o600, "directory_permissions_mode": 0o700}
        options = {"location": unquote(parts.path), **private}
        return {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": options}
    if parts.scheme != "s3" or not bucket or set(query) - {"region", "endpoint"}:
        raise ImproperlyConfigured(
            "MEDIA_URL must look like s3://key:secret@s3.example.org/bucket?region=eu-west-3 or file:///srv/media."
        )
    endpoint = query.get("endpoint") or (f"https://{parts.netloc.rpartition('@')[2]}" if parts.hostname else None)
    return {
        "BACKEND": "classrooms.files.storage_s3.PrivateStorage",
        "OPTIONS": {
            "access_key": unquote(parts.username or "") or None,
            "secret_key": unquote(parts.password or "") or None,
            "bucket_name": bucket,
            "location": folder,
            "region_name": query.get("region"),
            "endpoint_url": endpoint,
        },
    }
