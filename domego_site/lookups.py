"""Faster lookups of what is current (language, time zone, URL prefix), views, accounts and texts (decision 0062).

A page of a table asks for a text some 250 times. Django keeps what is current in `asgiref.local.Local`, for code that
runs in an event loop; a lookup there takes over twenty times one in `threading.local`. No event loop of this site
translates, reverses a URL or changes the time zone: the stream of news does neither.
"""

import threading
from functools import cache
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.backends import ModelBackend
from django.db.backends.sqlite3.base import SQLiteCursorWrapper
from django.db.models import QuerySet
from django.urls import URLResolver, base
from django.utils import timezone, translation
from django.utils.translation import trans_real

MOST_TEXTS = 20_000
"""Texts kept of a language: more than the catalogues have. Lecturers' own texts are looked up in them, too."""
MOST_PATHS = 4096
"""Paths kept with their views, and the other way round; a table has two dozen."""
MOST_QUERIES = 2048
"""SQL texts kept: the site has some hundreds, and those of long lists of keys."""
_translate = trans_real.gettext
_resolve: Any = URLResolver.resolve
_reverse: Any = URLResolver._reverse_with_prefix  # type: ignore[attr-defined]
_convert: Any = SQLiteCursorWrapper.convert_query
_queries: dict[str, str] = {}


def install() -> None:
    """Replace the lookups of this process, once; what is current then stays current."""
    if isinstance(trans_real._active, threading.local):  # type: ignore[attr-defined]
        return
    for module, name in ((trans_real, "_active"), (timezone, "_active"), (base, "_prefixes"), (base, "_urlconfs")):
        kept, found = threading.local(), getattr(module, name)
        if hasattr(found, "value"):
            kept.value = found.value
        setattr(module, name, kept)
    replaced: tuple[tuple[Any, str, Any], ...] = (
        (URLResolver, "resolve", resolve),
        (URLResolver, "_reverse_with_prefix", reverse),
        (ModelBackend, "get_user", get_user),
        (SQLiteCursorWrapper, "convert_query", convert_query),
    )
    for owner, name, function in replaced:
        setattr(owner, name, function)
    trans_real.gettext = gettext
    translation._trans.gettext = gettext  # type: ignore[attr-defined]


def resolve(resolver: URLResolver, path: Any) -> Any:
    """The view of a path, looked up once: some 200 patterns are tried for it. Raises Resolver404 each time."""
    if resolver.urlconf_name != settings.ROOT_URLCONF or type(path) is not str:
        return _resolve(resolver, path)
    views = vars(resolver).setdefault("_views", {})
    found = views.get(path)
    return found if found is not None else _keep(views, path, _resolve(resolver, path), MOST_PATHS)


def reverse(resolver: URLResolver, view: Any, prefix: str, *args: Any, **kwargs: Any) -> str:
    """The path of a view, made once. Raises NoReverseMatch each time."""
    known = view, prefix, args, tuple(kwargs.items())
    if not all(type(each) in (int, str) for each in (view, *args, *kwargs.values())):
        return _reverse(resolver, view, prefix, *args, **kwargs)
    paths = vars(resolver).setdefault("_paths", {})
    found = paths.get(known)
    return (
        found
        if found is not None
        else _keep(paths, known, _reverse(resolver, view, prefix, *args, **kwargs), MOST_PATHS)
    )


def convert_query(cursor: SQLiteCursorWrapper, query: str, *, param_names: Any = None) -> str:
    """The SQL with SQLite's placeholders, converted once."""
    if param_names is not None:
        return _convert(cursor, query, param_names=param_names)
    found = _queries.get(query)
    return found if found is not None else _keep(_queries, query, _convert(cursor, query), MOST_QUERIES)


def get_user(backend: ModelBackend, user_id: Any) -> Any:
    """The account of a session, as Django reads it, by a prepared query; None without one that may sign in."""
    user = _accounts().first(int(user_id))
    return user if user is not None and backend.user_can_authenticate(user) else None


@cache
def _accounts() -> Any:
    from games.public.models import Prepared

    def account(pk: int) -> QuerySet[Any]:
        return get_user_model()._default_manager.filter(pk=pk)

    return Prepared(account)


def gettext(message: Any) -> Any:
    """The translation that Django finds. A text is translated once a language and kept with its catalogue."""
    found = getattr(trans_real._active, "value", None) or trans_real._default  # type: ignore[attr-defined]
    if found is None or type(message) is not str:
        return _translate(message)
    texts = vars(found).setdefault("_texts", {})
    text = texts.get(message)
    return text if text is not None else _keep(texts, message, _translate(message), MOST_TEXTS)


def _keep(kept: dict[Any, Any], key: Any, value: Any, most: int) -> Any:
    """Keep a value, and return it. At most so many are kept: then all are forgotten."""
    if len(kept) >= most:
        kept.clear()
    kept[key] = value
    return value
