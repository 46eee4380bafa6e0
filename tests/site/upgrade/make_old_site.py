"""Makes `a3444bc.sqlite3.xz`, a site of commit a3444bc. It has an unfinished match of each game, a course with marks,
and a finished match with its debrief. Run it in a checkout of that commit:

    VAR_DIR=$(mktemp -d) SECRET_KEY=... python .../make_old_site.py FILE
"""

import lzma
import os
import sqlite3
import sys
from pathlib import Path

import django

sys.path.insert(0, os.getcwd())
os.environ["DJANGO_SETTINGS_MODULE"] = "domego_site.settings"
os.environ.pop("DATABASE_URL", None)
django.setup()

from django.conf import settings
from django.core.management import call_command
from django.db import connection

from classrooms.assess.grading.services import grades_compute
from classrooms.debriefs.services import charts_draw, debrief_freeze
from games.engine import registry
from games.models import Match, Status
from games.platform.services.bots import play_bots
from games.platform.services.holders import seat_assign
from games.platform.services.matches import match_create, match_start
from games.ui import faces
from tests.classrooms.factories import course_of, session_of
from tests.games.factories import match_of, person, play_default, played_by_bots

MOVES = {"domego": 4, "dominato": 6, "dominyam": 6, "master_builder": 8, "utboheme": 14}
"""The number of Lea's decisions before the site is left as it is."""


def in_the_middle(game, lea, by):
    """A match in which Lea holds the first seat and decides a few times. Bots play the others."""
    spec, face = registry.get(game), faces.get(game)
    key = sorted(spec.scenarios)[0]
    roles = [role.id for role in face.words.roles(spec.rules.load_scenario(spec.scenarios[key]))]
    made = match_create(game=game, roles=roles, by=by, scenario_key=key, title=f"{game} of the old site")
    seat_assign(match_id=made.pk, seat=0, user=lea)
    match_start(match_id=made.pk)
    go_on(made, MOVES[game])


def go_on(match, decisions):
    match.refresh_from_db()
    for _ in range(decisions):
        play_bots(match_id=match.pk)
        match.refresh_from_db()
        play_default(match, 0)
    play_bots(match_id=match.pk)
    match.refresh_from_db()
    assert match.status == Status.RUNNING, match


def main(target):
    call_command("migrate", verbosity=0)
    ada, lea, yuki = person("ada", can_create_courses=True), person("lea"), person("yuki")
    course = course_of(ada, [lea, yuki])
    play_session = session_of(course, teams=[[lea, yuki]], started=True, scenario="classic")
    go_on(play_session.session_teams.get().match, 3)
    for game in MOVES:
        in_the_middle(game, lea, ada)
    over = played_by_bots(match_of(scenario="tiny", by=ada, title="An old match that is over"))
    assert over.is_over
    charts_draw(debrief=debrief_freeze(match=over), language="en")
    grades_compute(play_session=play_session)
    assert Match.objects.count() == 7
    connection.close()
    with sqlite3.connect(settings.DATABASES["default"]["NAME"]) as database:
        database.execute("PRAGMA journal_mode=DELETE")
    database.execute("VACUUM")
    database.close()
    content = Path(settings.DATABASES["default"]["NAME"]).read_bytes()
    Path(target).write_bytes(lzma.compress(content, preset=9 | lzma.PRESET_EXTREME))


main(sys.argv[1])
