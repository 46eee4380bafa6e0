"""A process of the site that runs commands from its input, line by line: `python -m benchmarks.chaos.hand`.

Each line of its input is `["name", argument ...]` in JSON, each line of its output the answer.
"""

import json
import os
import random
import sys
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "domego_site.settings")
django.setup()

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.backends.db import SessionStore
from django.db import DatabaseError, connection, transaction
from django.db.models import Exists, F, OuterRef, Q

from benchmarks.chaos.oracle import judged
from benchmarks.chaos.players import PASSWORD
from games.api.authentication import token_create
from games.models import Decision, Job, Match, SeatHolder, Status
from games.platform import clock
from games.platform.pace import Pace
from games.platform.services.holders import seat_assign
from games.platform.services.matches import match_create, match_start
from games.ui import faces

PACES = (
    Pace(mode="live", minutes=1),
    Pace(mode="live", minutes=2),
    Pace(mode="async", hours=24),
    Pace(mode="async", hours=48),
    Pace(),
)
BOTS_ALONE_IN = 11
"""One match in so many has no people. It reaches its end and causes the jobs of an ended match."""
SIGN_IN_OF = 10
"""One in so many of the people who use forms signs in by the page. The others have their cookie already, since a
thousand passwords would take the whole time.
"""


def make(count: int, seed: int) -> dict[str, Any]:
    """Make running matches of all games in turn; returns the seats of the people, and whether they use the API or
    forms.
    """
    chance = random.Random(f"{seed}/matches")
    people = _people(max(4, count), chance)
    seats, ids = {}, []
    for number in range(count):
        match = _match(number, chance)
        seats[str(match.pk)] = roles = match.seats.count()
        seated = 0 if number % BOTS_ALONE_IN == 3 else chance.randint(1, 3)
        for seat in chance.sample(range(roles), min(roles, seated)):
            person = chance.choice(people)
            seat_assign(match_id=match.pk, seat=seat, user=person["user"])
            person["places"].append([match.pk, seat])
        ids.append(match.pk)
    with transaction.atomic():
        for pk in ids:
            match_start(match_id=pk)
    for person in people:
        del person["user"]
    return {"people": [person for person in people if person["places"]], "seats": seats}


def make_full(players: int) -> dict[str, Any]:
    """Make running matches of all games in turn without deadlines, with a seat for each of so many people who use
    forms.
    """
    chance, seats = random.Random("full"), dict[str, int]()
    people = [person for person in _people(2 * players, chance) if person["by"] == "form"]
    left = list(people)
    while left:
        match = _match(len(seats), chance, Pace())
        seats[str(match.pk)] = match.seats.count()
        for seat in range(min(match.seats.count(), len(left))):
            person = left.pop()
            seat_assign(match_id=match.pk, seat=seat, user=person["user"])
            person["places"].append([match.pk, seat])
            person["session"] = person["session"] or _session(person["user"])
        match_start(match_id=match.pk)
    for person in people:
        del person["user"]
    return {"people": people, "seats": seats}


def make_class(people: int, decisions: int) -> dict[str, Any]:
    """Make an open session with a code and a seat for so many people, and tokens for a thirtieth of them. In so many
    matches a player has their first decision pending.
    """
    from tests.classrooms.factories import course_of, session_of
    from tests.games.factories import match_of, person

    teacher, player = person(), person()
    tables = -(-people // 6)
    play_session = session_of(course_of(teacher, []), teams=[[None] * 6] * tables, started=False)
    guests = [person() for _each in range(people // 30)]
    matches = [match_of(player) for _each in range(decisions)]
    return {
        "session": play_session.pk,
        "code": play_session.join_code,
        "tokens": [token_create(guest, clock.now())[0] for guest in guests],
        "player": token_create(player, clock.now())[0],
        "decisions": [f"/api/v1/matches/{match.pk}/seats/0/moves" for match in matches],
    }


def _people(count: int, chance: random.Random) -> list[dict[str, Any]]:
    password, model, found = make_password(PASSWORD), get_user_model(), []
    for number in range(count):
        name = f"player{number}"
        user = model.objects.create(
            username=name, display_name=name.title(), email=f"{name}@example.org", password=password
        )
        by = "form" if number % 2 else "api"
        found.append(
            {
                "id": user.pk,
                "name": name,
                "by": by,
                "token": token_create(user, clock.now())[0] if by == "api" else "",
                "session": _session(user) if by == "form" and number // 2 % SIGN_IN_OF else "",
                "places": [],
                "user": user,
            }
        )
    return found


def _session(user: Any) -> str:
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return str(session.session_key)


def _match(number: int, chance: random.Random, pace: Pace | None = None) -> Match:
    """Make a match of the game whose turn it is, with any of its scenarios and compatible variants."""
    games = faces.all_faces()
    face = games[number % len(games)]
    game = face.game
    scenario = chance.choice(sorted(game.scenarios)[:4])
    variants = [json.loads(text) for text in game.variants.values()] if scenario == next(iter(game.scenarios)) else []
    roles = [role.id for role in face.words.roles(game.rules.load_scenario(game.scenarios[scenario]))]
    return match_create(
        game=game.key,
        roles=roles,
        by=None,
        scenario_key=scenario,
        options=chance.choice([{}, *variants]),
        pace_of_match=pace or chance.choice(PACES),
        late_policy=chance.choice(("default", "bot")),
        expected="off",
        title=f"Chaos {number}",
        seed=chance.randbytes(32),
    )


def waiting() -> dict[str, Any]:
    """Work that waits for the program and not for a person: by its kind, with its decision, and the number of finished
    jobs. A match that no person has opened yet waits for people.
    """
    now, holds = clock.now(), SeatHolder.objects.filter(
        seat__match=OuterRef("match"), seat__index=OuterRef("seat"), released_at__isnull=True
    )  # fmt: skip
    rows = Decision.objects.filter(closed_at__isnull=True, optional=False, match__status=Status.RUNNING)
    begun = rows.filter(match__awaits_people=False)
    overdue = begun.filter(due_at__lte=now).exclude(match__late_policy="wait")
    pending = rows.annotate(held=Exists(holds))
    untold = pending.filter(held=True, notified_at__isnull=True)
    bots = pending.filter(held=False, match__awaits_people=False).filter(Q(bot_looked_at__lt=F("match__number")))
    keys = [
        f"{kind}: match {match}, {key} of seat {seat} since move {number}"
        for kind, found in (("overdue", overdue), ("not told", untold), ("bot", bots))
        for match, number, seat, key in found.values_list("match", "opened_number", "seat", "key")
    ]
    jobs = Job.objects.exclude(state__in=(Job.State.DONE, Job.State.FAILED))
    return {"decisions": keys, "jobs": [str(job) for job in jobs], "done": Job.objects.filter(state="done").count()}


def waiting_if_it_answers() -> dict[str, Any] | None:
    """The same as `waiting`; None while the database is away."""
    try:
        return waiting()
    except DatabaseError:
        connection.close()
        return None


def judge(home: str) -> list[dict[str, Any]]:
    """Compare the records with the answers that players received; see `benchmarks.chaos.oracle`."""
    return judged(home)


ORDERS = {each.__name__: each for each in (make, make_full, make_class, waiting, waiting_if_it_answers, judge)}


def main() -> None:
    for line in sys.stdin:
        name, *arguments = json.loads(line)
        answer = ORDERS[name](*arguments)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
