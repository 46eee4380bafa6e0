"""Makes `b5f1da24.sqlite3.xz`: a site of commit b5f1da24 with at least one row in every table. It has an unfinished
and a finished match of each game, debriefs and papers. A course has marks, questions and comments. Run it in a checkout
of that commit:

    VAR_DIR=$(mktemp -d) SECRET_KEY=... python .../make_wide_site.py FILE
"""

import lzma
import os
import sqlite3
import sys
from datetime import timedelta
from pathlib import Path

import django

sys.path.insert(0, os.getcwd())
os.environ["DJANGO_SETTINGS_MODULE"] = "domego_site.settings"
os.environ.pop("DATABASE_URL", None)
django.setup()

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import IntegrityError, connection, models, transaction

from classrooms.assess.grading.services.publishing import grades_publish
from classrooms.assess.reports.services import debrief_freeze
from games.engine import registry
from games.platform.services.holders import seat_assign
from games.platform.services.matches import match_create, match_start
from games.ui import faces
from tests.classrooms.factories import course_of, session_of
from tests.classrooms.papers import kept, team_paper
from tests.classrooms.people.class_lists.erasing import everywhere, finished_with_debrief
from tests.games.factories import NOW, person, play_default, played_by_bots

MADE = {
    "awayplan": {"ends_at": NOW + timedelta(days=1)},
    "lmsscore": {"state": "none"},
    "recordmark": {"book_id": None},
    "retentiondeed": {"kind": "told", "step": "papers", "planned_on": NOW.date(), "due_on": NOW.date()},
    "seatask": {"answer": "accepted"},
}
"""Values that constraints of the tables require."""


def match_in(game, lea, by, *, decisions):
    """A match in which Lea holds the first seat and decides so many times, or to the end. Bots play the others."""
    spec, face = registry.get(game), faces.get(game)
    key = sorted(spec.scenarios)[0]
    roles = [role.id for role in face.words.roles(spec.rules.load_scenario(spec.scenarios[key]))]
    match = match_create(game=game, roles=roles, by=by, scenario_key=key, title=f"{game} of the old site")
    seat_assign(match_id=match.pk, seat=0, user=lea)
    match_start(match_id=match.pk)
    match = played_by_bots(match)
    while not match.is_over and decisions != 0:
        play_default(match, 0)
        match, decisions = played_by_bots(match), decisions - 1
    return match


def fill(model):
    """Add a row to an empty table. It refers to the first row of each other table, and has a value in each column. If a
    constraint refuses that, optional columns stay empty. Returns None if another table is still empty.
    """
    for value in (something, the_least):
        columns = [field for field in model._meta.local_concrete_fields if not field.primary_key]
        values = {field.attname: value(field) for field in columns} | MADE.get(model._meta.model_name, {})
        if any(values[field.attname] is None and not field.null for field in columns):
            return None
        row = model(**values)
        try:
            with transaction.atomic():
                models.Model.save_base(row, raw=True, force_insert=True)
        except IntegrityError:
            continue
        return row
    raise ValueError(f"{model._meta.label} needs values of its own")


def something(field):
    if isinstance(field, models.ForeignKey):
        target = field.remote_field.model._base_manager.order_by("pk").first()
        return None if target is None else target.pk
    if field.has_default():
        return field.get_default()
    if field.choices:
        return next(iter(dict(field.flatchoices)))
    if isinstance(field, models.DateField):
        return NOW if isinstance(field, models.DateTimeField) else NOW.date()
    if isinstance(field, models.JSONField):
        return {"of": "the old site"}
    if isinstance(field, models.BinaryField):
        return bytes(range(256))
    if isinstance(field, models.IntegerField | models.BooleanField):
        return 1
    return f"é {field.name}"[: field.max_length]


def the_least(field):
    if field.null:
        return None
    return "" if field.blank and isinstance(field, models.CharField | models.TextField) else something(field)


def with_marks(ada, lea, yuki):
    """A session played to its end, with computed and published marks."""
    course = course_of(ada, [lea, yuki], name="Site management, second group")
    played = session_of(course, teams=[[lea, yuki]], started=True, scenario="classic")
    match = finished_with_debrief(played.session_teams.get().match).match
    for language in ("en", "fr"):
        kept(team_paper(match, language))
    grades_publish(play_session=played, incomplete=True)


def main(target):
    call_command("prepare")
    ada, lea, yuki = person("ada", can_create_courses=True), person("lea"), person("yuki")
    play_session = session_of(course_of(ada, [lea, yuki]), teams=[[lea, yuki]], started=True, scenario="classic")
    everywhere(play_session, play_session.session_teams.get().match, lea, yuki, ada)
    with_marks(ada, lea, yuki)
    for game in (each.key for each in registry.all_games()):
        match_in(game, lea, ada, decisions=3)
        debrief_freeze(match=match_in(game, lea, ada, decisions=-1))
    fill_what_is_empty()
    pack(Path(target))


def fill_what_is_empty():
    empty = [each for each in apps.get_models(include_auto_created=True) if not each._base_manager.exists()]
    while empty:
        later = [model for model in empty if not fill(model)]
        assert len(later) < len(empty), later
        empty = later


def pack(target):
    """Compress the database as one file, without deleted rows."""
    connection.close()
    name = settings.DATABASES["default"]["NAME"]
    with sqlite3.connect(name) as database:
        database.execute("PRAGMA journal_mode=DELETE")
    database.execute("VACUUM")
    database.close()
    target.write_bytes(lzma.compress(Path(name).read_bytes(), preset=9 | lzma.PRESET_EXTREME))


if __name__ == "__main__":
    main(sys.argv[1])
