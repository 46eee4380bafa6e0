"""Time from the last move of six teams to a complete debrief: `python -m benchmarks.bell [TEAMS]`.

The session has six teams of six students at Domego's classic scenario, on a site as `manage.py run` starts it. The last
moves of all matches are made together. Three times are measured: until all teams have their accounts, until comparison
and class slides show them, and until all reports exist. There is a report of the class, one a team and one a student.
No analysis of the scenario is cached before. Writes `benchmarks/results/bell.txt` for six teams.
"""

import json
from typing import Final

from benchmarks._report import keep, run, verdict
from benchmarks._running import Running, running_site

TEAMS: Final = 6
AIM_ACCOUNTS, AIM_PAPERS = 60.0, 300.0
"""Seconds until all accounts are shown, and until all reports exist."""

PLAY: Final = """
import json
from games.engine.draws import FastDraws
from games.models import AuthorKind
from games.platform.selectors.position import game_of, state_of
from games.platform.services.authors import Author
from games.platform.services.moves import submit
from tests.classrooms.factories import course_of, session_of
from tests.games.factories import person

people = [[person(f"p{{team}}-{{seat}}") for seat in range(6)] for team in range({teams})]
play_session = session_of(course_of(person("teacher")), teams=people, started=True)
last = []
for table in play_session.session_teams.select_related("match"):
    match, game = table.match, game_of(table.match)
    while True:
        asked = game.rules.prompts(state_of(match))
        pending = [each for each in asked if not each.optional]
        prompt = next((each for each in pending if not each.passive), asked[0])
        move = game.bot(game.usual_bot).answer(state_of(match), prompt, FastDraws(match.number))
        if len(pending) == 1 and prompt.key.startswith("activity-12/allocate"):
            last.append((match.pk, prompt.seat, prompt.key))
            break
        who = next(iter(match.seats.get(index=prompt.seat).holders.filter(released_at=None))).user
        submit(match_id=match.pk, seat=prompt.seat, key=prompt.key, move=move, by=Author(AuthorKind.PLAYER, who))
        match.refresh_from_db()
print(json.dumps([play_session.pk, last]))
"""

END: Final = """
import json, time
from classrooms.assess.analysis.comparison import session_comparison
from classrooms.models import Debrief, Session
from classrooms.assess.reports.batch import batch_request
from classrooms.assess.reports.papers import states_of
from classrooms.assess.reports.slides import slides_document
from games.models import AuthorKind, Match
from games.platform.selectors.position import game_of, state_of
from games.platform.services.authors import Author
from games.platform.services.moves import submit

play_session, last = Session.objects.get(pk={session}), {last}
began = time.monotonic()
for match_id, seat, key in last:
    match = Match.objects.get(pk=match_id)
    move = game_of(match).rules.default(state_of(match), seat, key)
    submit(match_id=match_id, seat=seat, key=key, move=move, by=Author(AuthorKind.PLAYER, None))
found = {{}}

def note(name):
    found[name] = round(time.monotonic() - began, 1)

def wait(done):
    while not done():
        assert time.monotonic() - began < 1800, found
        time.sleep(0.2)

wait(lambda: sum(each.results is not None for each in session_comparison(play_session)) == len(last))
note("accounts")
wait(lambda: Debrief.objects.filter(match__in=[row[0] for row in last]).count() == len(last))
note("debriefs")
titles = [slide["title"] for slide in slides_document(play_session, "en")["slides"]]
assert any(title.startswith("On average") for title in titles), titles
note("slides")
began = time.monotonic()
batch = batch_request(play_session=play_session, language="en", kinds=("class", "slides", "team", "student"), full=True)
count = batch.papers.count()
wait(lambda: all(each.state == "ready" for each in states_of(list(batch.papers.all()))))
note("papers")
print(json.dumps([found, count]))
"""


def _last_line(site: Running, code: str) -> list[object]:
    """The last line printed by a program in the site's shell, read as JSON."""
    told: list[object] = json.loads(site.manage("shell", "--no-imports", "-c", code).splitlines()[-1])
    return told


def main(teams: int = TEAMS) -> None:
    with running_site(AUTO_ANALYSIS="1") as site:
        session, last = _last_line(site, PLAY.format(teams=teams))
        found, papers = _last_line(site, END.format(session=session, last=last))
    assert isinstance(found, dict)
    lines = [
        f"last moves of {teams} teams of six students",
        f"accounts of all teams   {found['accounts']:6.1f} s {verdict(found['accounts'] <= AIM_ACCOUNTS)}",
        f"debriefs of all teams   {found['debriefs']:6.1f} s",
        f"class slides            {found['slides']:6.1f} s {verdict(found['slides'] <= AIM_ACCOUNTS)}",
        f"then {papers} papers {found['papers']:14.1f} s {verdict(found['papers'] <= AIM_PAPERS)}",
    ]
    print("\n".join(lines))
    if teams == TEAMS:
        keep("bell", lines)


if __name__ == "__main__":
    run(main)
