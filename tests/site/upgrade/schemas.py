"""Databases made by the replaced migrations, and comparable parts of two databases. The parts are tables with columns,
defaults, constraints and indexes, in no order."""

import os
import sqlite3
import subprocess
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path

import psycopg
from django.apps import apps
from django.db.migrations.graph import MigrationGraph
from django.db.migrations.loader import MigrationLoader

from domego_site import paths

BY_STEPS = """
import shutil
from pathlib import Path
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from domego_site.backups import tables

executor = MigrationExecutor(connection)
squashed = executor.loader.replacements
executor.loader = tables.loader_of([each.replaces[0] for each in squashed.values()])
graph, plan, done = executor.loader.graph, [], 0
for leaf in graph.leaf_nodes():
    plan += [each for each in graph.forwards_plan(leaf) if each not in plan]
for stop in [*{stops}, len(plan)]:
    executor.migrate(None, plan=[(graph.nodes[each], False) for each in plan[done:stop]])
    executor.loader.applied_migrations, done = executor.recorder.applied_migrations(), stop
    for key in squashed:
        executor.recorder.record_unapplied(*key)
    if connection.vendor == "sqlite":
        connection.close()
        name = Path(connection.settings_dict["NAME"])
        name.with_name(str(stop)).mkdir()
        shutil.copy(name, name.with_name(str(stop)))
"""
"""A script that migrates step by step. After each stop it copies an SQLite file to a directory named after the stop."""
COLUMNS = """
    SELECT table_name, column_name, udt_name, character_maximum_length, numeric_precision, is_nullable, column_default,
        is_identity, identity_generation, collation_name
    FROM information_schema.columns WHERE table_schema = 'public'
"""
CONSTRAINTS = """
    SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace
"""
INDEXES = "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'"


def run(where: Path | str, *arguments: str) -> str:
    """Run a command of a site whose database is in a directory, or at a PostgreSQL address. Returns its output."""
    place = {"DATABASE_URL": where} if isinstance(where, str) else {"VAR_DIR": str(where)}
    environment = {"PATH": os.environ["PATH"], "SECRET_KEY": "tests-0123456789-abcdefghijklmnop"} | place
    line = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(line, cwd=paths.BASE_DIR, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def make_by_steps(where: Path | str, *stops: int) -> None:
    """Migrate an empty database by the replaced migrations, as sites of their time did."""
    run(where, "shell", "-c", BY_STEPS.format(stops=stops))


def steps() -> list[tuple[str, str]]:
    """Every migration in order, with the replaced ones instead of the squashed ones."""
    graph = graph_of_steps()
    found: list[tuple[str, str]] = []
    for leaf in graph.leaf_nodes():
        found += [each for each in graph.forwards_plan(leaf) if each not in found]
    return found


def graph_of_steps() -> MigrationGraph:
    loader = MigrationLoader(None, replace_migrations=False)
    for key, squashed in loader.replacements.items():
        loader.graph.remove_replacement_node(key, squashed.replaces)
    return loader.graph


def schema_of(where: Path | str) -> Counter[tuple[object, ...]]:
    """The schema of db.sqlite3 in a directory, or of a PostgreSQL database. Indexes and constraints whose name is not
    set by the model have none here: Django derives their name from the table's, and keeps it when the table is renamed.
    """
    if isinstance(where, str):
        with psycopg.connect(where) as connection:
            columns, *named = (connection.execute(query).fetchall() for query in (COLUMNS, CONSTRAINTS, INDEXES))
        return Counter([*columns, *(_named(*row) for rows in named for row in rows)])
    with closing(sqlite3.connect(where / "db.sqlite3")) as connection:
        made = connection.execute("SELECT tbl_name, name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    tables = [(table, part) for table, _name, sql in made for part in _parts(sql) if sql.startswith("CREATE TABLE")]
    return Counter([*tables, *(_named(*row) for row in made if not row[2].startswith("CREATE TABLE"))])


def _named(table: str, name: str, definition: str) -> tuple[str, ...]:
    known = {each.name for model in apps.get_models() for each in [*model._meta.indexes, *model._meta.constraints]}
    return (table, name, definition) if name in known else (table, definition.replace(name, ""))


def _parts(sql: str) -> list[str]:
    """The columns and constraints of a table, each as text."""
    parts, depth, is_text = [""], 0, False
    for sign in sql[sql.index("(") + 1 : sql.rindex(")")]:
        is_text ^= sign == "'"
        depth += 0 if is_text else (sign == "(") - (sign == ")")
        if sign == "," and depth == 0 and not is_text:
            parts.append("")
        else:
            parts[-1] += sign
    return [" ".join(part.split()) for part in parts]
