"""Prepared queries for frequent pages: their SQL is compiled once.

Compiling a query with Django takes several times as long as the database needs for it. An open page makes some
fifteen queries, and a sweep some ten each second. A prepared query is written as any other, with whole numbers, texts
and moments as parameters. A moment may be used with fixed distances, as `now - GRACE`. The SQL is kept and only the
parameters are exchanged. The results, models or tuples, are built from the rows as by Django.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Final, Generic, TypeVar

from django.db import connection, connections
from django.db.models import Model, QuerySet
from django.db.models.base import ModelState
from django.db.models.query import ModelIterable, ValuesListIterable, get_related_populators

Row = TypeVar("Row")

Given = int | str | datetime
_MARKS: Final = (30_011, 31_013)
"""Placeholders for the first number, for two compilations: their differences show the parameters. The next number is
one more. They are small enough for the smallest column. For a text they are written out. For a moment they are seconds
after `_BEGINNING`.
"""
_BEGINNING: Final = datetime(2001, 2, 3, 4, 5, 6, 789, UTC)
_MOST_AMONG: Final = 64
"""The number of parameters above which compiling costs little beside the rows."""


@dataclass(frozen=True)
class _Plan:
    """The SQL with `places`: for each of its parameters the index of the given value, or -1 for a constant, and the
    distance from a given moment.
    """

    sql: str
    parameters: tuple[Any, ...]
    places: tuple[tuple[int, timedelta], ...]
    converted: tuple[tuple[int, Callable[[Any], Any]], ...]
    """Columns whose stored values need conversion to Python."""
    made: Callable[[Sequence[Any]], Any]

    def filled(self, given: tuple[Given, ...]) -> list[Any]:
        filled: list[Any] = []
        for same, (place, distance) in zip(self.parameters, self.places, strict=True):
            value = same if place < 0 else given[place]
            filled.append(_adapted(value + distance) if place >= 0 and isinstance(value, datetime) else value)
        return filled

    def rows(self, found: Iterable[Sequence[Any]]) -> list[Any]:
        rows = []
        for each in found:
            row = list(each)
            for place, convert in self.converted:
                row[place] = convert(row[place])
            rows.append(self.made(row))
        return rows


class Prepared(Generic[Row]):
    """A query that `build` makes from whole numbers, texts and moments, always of the same types, and from nothing
    else.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, Row]]) -> None:
        self._build = build
        self._plans: dict[tuple[str, int], _Plan] = {}
        self.__doc__ = build.__doc__

    def __call__(self, *given: Given) -> list[Row]:
        """The rows, by one query."""
        kind = connection.vendor, len(given)
        plan = self._plans.get(kind)
        if plan is None:
            plan = self._plans[kind] = _planned(self._build, [type(each) for each in given])
        with connection.cursor() as cursor:
            cursor.execute(plan.sql, plan.filled(given))
            found = cursor.fetchall()
        return plan.rows(found)

    def among(self, numbers: Collection[int]) -> list[Row]:
        """The rows of any of the numbers, by one query; no query without numbers. `build` takes any count of numbers
        and filters with `__in`. SQL is kept for 1, 2, 4 and so on of them; the last number is repeated.
        """
        if not numbers:
            return []
        given = list(numbers)
        if len(given) > _MOST_AMONG:
            return list(self._build(*given))
        given += [given[-1]] * ((1 << (len(given) - 1).bit_length()) - len(given))
        return self(*given)

    def first(self, *given: Given) -> Row | None:
        """The first row."""
        return next(iter(self(*given)), None)


def _planned(build: Callable[..., QuerySet[Any, Any]], kinds: Sequence[type[Given]]) -> _Plan:
    """The compiled plan. Raises TypeError for a query of another kind, or if a number is used for more than an SQL
    parameter.
    """
    one_way, other_way = ([_mark(made, mark, i) for i, made in enumerate(kinds)] for mark in _MARKS)
    first, second = build(*one_way), build(*other_way)
    kind = first._iterable_class
    compiler = first.query.get_compiler(connection=connection)
    sql, parameters = compiler.as_sql()
    again, others = second.query.get_compiler(connection=connection).as_sql()
    pairs = [(_compared(one), _compared(other)) for one, other in zip(parameters, others, strict=True)]
    marked = list(zip(one_way, other_way, strict=True))
    placed = tuple((-1, timedelta(0)) if one == other else _place(one, other, marked) for one, other in pairs)
    places = [place for place, _distance in placed]
    same = -2 not in places
    if kind not in (ModelIterable, ValuesListIterable) or sql != again or not same:
        raise TypeError(f"{build.__name__} cannot be prepared")
    if set(places) - {-1} != set(range(len(kinds))):
        raise TypeError(f"{build.__name__}: a number is no parameter of its SQL")
    converters = compiler.get_converters([column for column, *_more in compiler.select[: compiler.col_count]])
    converted = tuple(
        (place, partial(_converted, tuple(each), expression, connection.alias))
        for place, (each, expression) in converters.items()
    )
    return _Plan(sql, tuple(parameters), placed, converted, _models(compiler) if kind is ModelIterable else tuple)


def _compared(parameter: Any) -> Any:
    """The parameter as a value with equality: psycopg wraps JSON in an object without it."""
    return getattr(parameter, "obj", parameter)


def _mark(kind: type[Given], mark: int, place: int) -> Given:
    """The placeholder at this place. The distance of two moments differs from one compilation to the other."""
    if issubclass(kind, datetime):
        return _BEGINNING + (place + 1) * timedelta(seconds=mark)
    return kind(mark + place)


def _place(one: Any, other: Any, marked: Sequence[tuple[Given, Given]]) -> tuple[int, timedelta]:
    """The index of the given value that these parameters are, and the distance from it; -2 for none."""
    at, other_at = _moment(one), _moment(other)
    for place, (mark, other_mark) in enumerate(marked):
        if (one, other) == (mark, other_mark):
            return place, timedelta(0)
        if isinstance(mark, datetime) and isinstance(other_mark, datetime) and at and other_at:
            distance = at - mark
            if distance == other_at - other_mark:
                return place, distance
    return -2, timedelta(0)


def _adapted(moment: datetime) -> Any:
    """The moment as the database takes it."""
    return connection.ops.adapt_datetimefield_value(moment)


def _moment(adapted: Any) -> datetime | None:
    """The moment that is handed to the database so."""
    try:
        found = datetime.fromisoformat(adapted) if isinstance(adapted, str) else adapted
    except ValueError:
        return None
    if not isinstance(found, datetime):
        return None
    return found if found.tzinfo else found.replace(tzinfo=connection.timezone)


def _converted(converters: Iterable[Any], expression: Any, alias: str, value: Any) -> Any:
    for convert in converters:
        value = convert(value, expression, connections[alias])
    return value


def _models(compiler: Any) -> Callable[[Sequence[Any]], Any]:
    """A function that builds models as `ModelIterable` does, without `__init__` signals."""
    select, kinds, annotations = compiler.select, compiler.klass_info, tuple(compiler.annotation_col_map.items())
    model, alias = kinds["model"], connection.alias
    start, end = kinds["select_fields"][0], kinds["select_fields"][-1] + 1
    names = [field[0].target.attname for field in select[start:end]]
    related = get_related_populators(kinds, select, alias)  # type: ignore[call-arg]  # stubs of a later Django

    def made(row: Sequence[Any]) -> Model:
        instance: Model = model.__new__(model)
        instance._state = state = ModelState()
        state.adding, state.db = False, alias
        vars(instance).update(zip(names, row[start:end], strict=True))
        for each in related:
            each.populate(row, instance)
        for name, place in annotations:
            setattr(instance, name, row[place])
        return instance

    return made
