"""Tables as the applied migrations made them, which may differ from this program's migrations: their rows as lines of
JSON, and back.
"""

import json
from base64 import b64encode
from collections.abc import Collection, Iterable, Iterator
from datetime import date, time, timedelta
from decimal import Decimal
from itertools import islice
from typing import Any, Final
from uuid import UUID

from django.db import connection, models
from django.db.migrations.loader import MigrationLoader
from django.utils.duration import duration_string

Migration = tuple[str, str]
LEFT_OUT: Final = frozenset({"sessions", "axes", "site"})
"""Apps whose rows are temporary: sessions of browsers, failed sign-ins, open alerts."""
FILES: Final = "classrooms.storedfile"
"""The model of papers in the database. A backup has them as files, since another site may use another storage."""
AT_ONCE: Final = 500


def applied(loader: MigrationLoader) -> set[Migration]:
    """The migrations of this program's apps that the database has, whether this program knows them or not; as
    `named_by` names them.
    """
    return named_by(loader, {key for key in loader.applied_migrations if key[0] in loader.migrated_apps})


def named_by(loader: MigrationLoader, migrations: Collection[Migration]) -> set[Migration]:
    """The same migrations, with each squashed one in place of all that it replaces, if the loader has it so."""
    found = set(migrations)
    for key, squashed in loader.replacements.items():
        if key in loader.graph.nodes and (key in found or found.issuperset(squashed.replaces)):
            found = found - set(squashed.replaces) | {key}
    return found


def loader_of(migrations: Collection[Migration]) -> MigrationLoader:
    """The migration graph that Django reads if just these migrations are applied. It has a squashed migration if all or
    none of the replaced ones are applied, else the replaced ones. The loader's own list of applied migrations stays
    that of the database.
    """
    loader = MigrationLoader(connection, replace_migrations=False)
    for key, squashed in loader.replacements.items():
        had = [each in migrations for each in squashed.replaces]
        if key in migrations or all(had) or not any(had):
            loader.graph.remove_replaced_nodes(key, squashed.replaces)
        else:
            loader.graph.remove_replacement_node(key, squashed.replaces)
    return loader


def tables_at(loader: MigrationLoader, migrations: Collection[Migration]) -> list[type[models.Model]]:
    """Every table in the state of these migrations, many-to-many tables included."""
    state = loader.project_state(sorted(migrations))
    found = [
        model
        for model in state.apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy
    ]
    return sorted(found, key=lambda model: model._meta.label_lower)


def is_kept(model: type[models.Model]) -> bool:
    """Are its rows part of a backup?"""
    return model._meta.app_label not in LEFT_OUT and model._meta.label_lower != FILES


def lines_of(model: type[models.Model]) -> Iterator[str]:
    """The names of the columns, then the rows by id; only a part of them is in memory at a time."""
    columns = [field.attname for field in model._meta.local_concrete_fields]
    yield _line(columns)
    for row in model._base_manager.order_by("pk").values_list(*columns).iterator(AT_ONCE):
        yield _line(row)


def _line(row: Any) -> str:
    return json.dumps(row, default=_text, ensure_ascii=False, separators=(",", ":")) + "\n"


def _text(value: Any) -> str:
    """The value as text, exact to the microsecond, in the form that `to_python` of the fields reads."""
    match value:
        case date() | time():
            return value.isoformat()
        case timedelta():
            return duration_string(value)
        case Decimal() | UUID():
            return str(value)
        case bytes() | memoryview():
            return b64encode(value).decode()
    raise TypeError(f"{type(value).__name__} is not kept in backups.")


def rows_write(model: type[models.Model], lines: Iterable[str | bytes]) -> int:
    """Insert the rows of `lines_of` unchanged; returns their number. Raises ValueError for columns of another table."""
    remaining = iter(lines)
    columns = json.loads(next(remaining))
    fields = {field.attname: field for field in model._meta.local_concrete_fields}
    if sorted(columns) != sorted(fields):
        raise ValueError(f"{model._meta.label}: the columns are not those of the table.")
    for field in fields.values():
        if isinstance(field, models.DateField):
            field.auto_now = field.auto_now_add = False
    count = 0
    while rows := [json.loads(line) for line in islice(remaining, AT_ONCE)]:
        values = ({name: _value(fields[name], value) for name, value in zip(columns, row, strict=True)} for row in rows)
        model._base_manager.bulk_create([model(**each) for each in values])
        count += len(rows)
    return count


def _value(field: "models.Field[Any, Any]", value: Any) -> Any:
    return value if value is None or isinstance(field, models.JSONField) else field.to_python(value)


def existing(tables: Iterable[type[models.Model]]) -> list[str]:
    """Names of those tables that the database has."""
    with connection.cursor() as cursor:
        there = set(connection.introspection.table_names(cursor))
    return sorted({model._meta.db_table for model in tables} & there)
