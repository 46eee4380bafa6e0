"""A course with a session of two matches, and all kinds of people with and without access."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.conf import settings
from django.contrib.messages import get_messages
from django.contrib.sessions.backends import cached_db
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from classrooms.assess.grading.rubric import book_ensure
from classrooms.assess.reports.services import debrief_freeze
from classrooms.assess.studies.queries.plans import plan_of, plan_stored
from classrooms.models import (
    Course,
    LmsPerson,
    LmsPlatform,
    OwnQuestion,
    OwnScenario,
    PublishedGrade,
    RosterImport,
    Session,
    Study,
)
from classrooms.people.class_lists.services.invitations import invitation_create, invitation_token
from classrooms.play.monitor.services.observers import observer_link_make, observer_link_token
from classrooms.play.questions.services.polls import poll_open
from classrooms.play.scenarios.services.drafts import scenario_copy, scenario_link, scenario_share
from classrooms.play.sessions.services.projecting import projector_renew, projector_token
from games.api.authentication import token_create
from games.engine import registry
from games.models import Intervention, Match, SeatAsk
from games.platform import clock
from games.platform.services.calendars import calendar_renew, calendar_token
from games.platform.services.guests import guest_create, return_token
from games.platform.services.holders import invite_create, invite_token
from games.platform.services.interventions import Actor
from games.ui import help as help_pages
from games.ui.paper import SheetCode
from tests.classrooms.factories import course_of, enrol, session_of
from tests.games.factories import GAME, NOW, match_of, person, play_on
from tests.lms.launches import Browser, connected, registered
from tests.lms.platform import ASSISTANT, INSTRUCTOR, LEARNER, MENTOR, TEST_USER, running
from tests.matrix.addresses import filled

PEOPLE = ("anonymous", "stranger", "elsewhere", "other", "student", "observer", "assistant", "instructor")
"""Nobody; a user without a course; the instructor of another course; a student of the other team; a student of the team
that a URL is about; the course's observer, assistant and instructor.
"""
LAUNCHED = {
    "lms-test": [TEST_USER, LEARNER],
    "lms-learner": [LEARNER],
    "lms-observer": [MENTOR],
    "lms-assistant": [ASSISTANT],
    "lms-instructor": [INSTRUCTOR],
}
"""People who came into the same course by a launch, with the role that the platform named: a test student, who is on no
list; a learner of no team; an observer; an assistant; an instructor.
"""
SAME_AS = {
    "lms-test": "stranger",
    "lms-learner": "other",
    "lms-observer": "observer",
    "lms-assistant": "assistant",
    "lms-instructor": "instructor",
}
"""The member of `PEOPLE` with the same rights, except for the lines of `launched.txt`."""

MOST_MOVES = 500
BODIES: dict[str, dict[str, Any]] = {
    "classrooms:scenario-new": {"game": GAME, "scenario": "classic"},
    "classrooms:scenario-title": {"title": "Quay"},
    "games:api:messages": {"text": "Good morning"},
    "classrooms:course-roster-list": {"action": "discard"},
    "classrooms:course-team": {"action": "rename", "name": "The first"},
    "games:play": {"seat": 0, "key": "none"},
    "games:seen": {"seat": 0, "number": 0},
    "games:steer": {"action": "pause"},
    "games:talk": {"text": "Good morning"},
    "games:seat": {"action": "bot", "bot": "minimal"},
    "games:seat-ask": {"ask": "{ask}", "answer": "refuse"},
}
"""Bodies of requests whose empty form would be refused before the check of permissions. Braces hold values of the
world.
"""


@dataclass
class World:
    """The people by name with their sessions, and values for the parameters of URLs. `special` has those of a URL by
    its name, `general` all others.
    """

    users: Mapping[str, Any]
    sessions: Mapping[str, str]
    general: Mapping[str, Any]
    special: Mapping[str, Mapping[str, Any]]
    tokens: Mapping[str, str] = field(default_factory=dict)
    """API tokens of people whose requests come from programs."""

    def answers(self, name: str, route: str, method: str, people: Iterable[str] = PEOPLE) -> tuple[str, ...]:
        """The response for each person, in their order: a status, "sign-in", or "302-no" for a redirect with an error
        message. Changes are rolled back.
        """
        address = filled(route, {**self.general, **self.special.get(name, {})})
        return tuple(self._answer(who, name, address, method) for who in people)

    def client(self, who: str) -> Client:
        """A new test client, signed in as `who`. Changes of the session by earlier requests are dropped."""
        headers = {"Authorization": f"Bearer {self.tokens[who]}"} if who in self.tokens else {}
        client = Client(raise_request_exception=False, headers=headers)
        if who in self.users and not headers:
            cache.delete(cached_db.KEY_PREFIX + self.sessions[who])
            client.cookies[settings.SESSION_COOKIE_NAME] = self.sessions[who]
        return client

    def with_scopes(self, *scopes: str) -> "World":
        """The same people, as programs with tokens for these scopes."""
        return replace(
            self, tokens={who: token_create(user, clock.now(), scopes)[0] for who, user in self.users.items()}
        )

    def with_person(self, who: str, user: Any) -> "World":
        """The same world with another signed-in person."""
        return replace(self, users={**self.users, who: user}, sessions={**self.sessions, who: _signed_in(user)})

    def _body(self, name: str) -> dict[str, Any]:
        sent = BODIES.get(name, {})
        return {field: text.format(**self.general) if isinstance(text, str) else text for field, text in sent.items()}

    def _answer(self, who: str, name: str, address: str, method: str) -> str:
        with transaction.atomic():
            client = self.client(who)
            kind = {"content_type": "application/json"} if name.startswith(("games:api:", "classrooms:api-")) else {}
            answer = client.post(address, self._body(name), **kind) if method == "POST" else client.get(address)
            transaction.set_rollback(True)
        if answer.status_code == 302 and "/sign-in/" in answer["Location"]:
            return "sign-in"
        refused = any(each.level_tag == "error" for each in get_messages(answer.wsgi_request))
        return f"{answer.status_code}{'-no' if answer.status_code == 302 and refused else ''}"


def world() -> World:
    """A running session of two matches, a finished match, and one object for each kind of page."""
    users = {who: person(who) for who in PEOPLE[1:]}
    course = course_of(users["instructor"], [users["student"], users["other"]], join_open=True)
    enrol(course, users["assistant"], "assistant")
    enrol(course, users["observer"], "observer")
    course_of(users["elsewhere"], [person("pupil-elsewhere")])
    play_session = session_of(course, teams=[[users["student"]], [users["other"]]], started=True)
    for each in Match.objects.filter(session_team__session=play_session):
        _run_by(each, users)
    launched = _launched(course)
    finished = match_of(users["student"], scenario="tiny", by=users["instructor"])
    finished = play_on(finished, MOST_MOVES)
    debrief_freeze(match=finished)
    _run_by(finished, users)
    _run_by(finished, {who.removeprefix("lms-"): user for who, (user, _session) in launched.items()})
    return World(
        {**users, **{who: user for who, (user, _session) in launched.items()}},
        {
            **{who: _signed_in(user) for who, user in users.items()},
            **{who: session for who, (_user, session) in launched.items()},
        },
        general_values(course, play_session, users),
        _special(course, play_session, finished, users),
    )


def _signed_in(user: Any) -> str:
    """The key of a login session, stored in the database for the whole world."""
    client = Client()
    client.force_login(user)
    return str(client.session.session_key)


def _launched(course: Course) -> dict[str, tuple[Any, str]]:
    """Each person and the key of their session. They came by a full launch from a platform that has ended."""
    rehearsal = session_of(course, teams=1, is_rehearsal=True, started=True)
    found = {}
    with running() as platform:
        row = connected(registered(platform), course, platform)
        row.links.create(link_id="rehearsal", session=rehearsal, created_at=NOW)
        for who, roles in LAUNCHED.items():
            browser = Browser(platform)
            link = {"id": "rehearsal" if who == "lms-test" else "course", "title": "Workshop"}
            answer = browser.launch(sub=who, name=who, roles=roles, link=link)
            if answer["Location"] == "/lms/who/":
                answer = browser.client.post("/lms/who/", {"who": "new"})
            assert answer.status_code == 302, answer.content.decode()
            user = LmsPerson.objects.get(subject=who, platform__issuer=platform.issuer).user
            found[who] = (user, str(browser.client.session.session_key))
    return found


def _run_by(match: Match, users: Mapping[str, Any]) -> None:
    match.stewards.add(users["instructor"], users["assistant"])
    match.observers.add(users["observer"])


def general_values(course: Course, play_session: Session, users: Mapping[str, Any]) -> dict[str, Any]:
    """An object of the course for each parameter of a URL."""
    table = play_session.session_teams.get(position=0)
    instructor = users["instructor"]
    question = OwnQuestion.objects.create(
        course=course, text="Who pays?", options=["The owner", "Nobody"], created_by=instructor, created_at=NOW
    )
    intervention = Intervention.objects.create(match=table.match, kind="pause", number=0, by=instructor, created_at=NOW)
    by_hand = book_ensure(play_session=play_session).lines.create(kind="manual", title="Oral", position=9)
    told = PublishedGrade.objects.create(
        book=by_hand.book, user=users["other"], final="12.0", published_at=NOW,
        content={"scale": 20, "decimals": 1, "lines": []},
    )  # fmt: skip
    query = told.queries.create(about=NOW, final="12.0", created_at=NOW)
    return {
        "course_id": course.pk,
        "session_id": play_session.pk,
        "session_team_id": table.pk,
        "table_id": table.pk,
        "team_id": table.team_id,
        "match_id": table.match_id,
        "index": 0,
        "seat": 0,
        "user_id": users["student"].pk,
        "game": GAME,
        "page": help_pages.entries(GAME, "en")[0].slug,
        "sheet": "board",
        "number": 1,
        "ask": SeatAsk.objects.create(seat=table.match.seats.get(index=0), user=users["other"], asked_at=NOW).pk,
        "act": "pause",
        "list_id": RosterImport.objects.create(course=course, created_by=instructor, created_at=NOW).pk,
        "invitation_id": invitation_create(course=course, role="assistant", by=instructor, now=NOW).pk,
        "question_id": question.pk,
        "line_id": by_hand.pk,
        "query_id": query.pk,
        "group": "absent",
        "observer_id": table.observers.create(
            user=users["other"], is_critical_friend=True, created_by=instructor, created_at=NOW
        ).pk,
        "intervention_id": intervention.pk,
        "paper_id": 1,
        **platform_values(course, play_session, users["student"]),
        "scenario_id": _scenario(course, instructor).pk,
        "study_id": _study(course, instructor).pk,
        "moment": "after",
        "kind": "protocol",
        "section": "frame",
        "place": 0,
        "code": course.join_code,
        "name": "moodle.csv",
        "token": "no-such-token",
        "uidb64": "MQ",
    }


def _scenario(course: Course, instructor: Any) -> OwnScenario:
    """A scenario of the instructor that is shared with the course and has a link."""
    text = registry.get(GAME).scenarios["classic"]
    made = scenario_copy(by=instructor, game=GAME, text=text, title="Harbour", parent_name="Classic")
    scenario_share(scenario_id=made.pk, by=instructor, courses=[course.pk])
    scenario_link(scenario_id=made.pk, on=True)
    return OwnScenario.objects.get(pk=made.pk)


def _study(course: Course, instructor: Any) -> Study:
    """A study whose second test is open, with one question in each form."""
    study = Study.objects.create(
        course=course, title="Game first", question="?", game="domego", seed="1", created_by=instructor, created_at=NOW
    )
    for position, name in enumerate(("Lecture", "Game")):
        study.arms.create(position=position, name=name, activity="As usual")
    for form, key in (("A", "retention"), ("B", "permit")):
        study.questions.create(form=form, bank_key=key)
    study.plan, study.digest = plan_stored(plan_of(study))
    study.frozen_at = study.drawn_at = study.after_at = study.resulted_at = NOW
    study.result = {"numbers": {"flow.arm1.drawn": 1.0}, "tables": ""}
    study.save()
    return study


def platform_values(course: Course, play_session: Session, student: Any) -> dict[str, Any]:
    """A learning platform that does not answer, with the course and an unsent mark."""
    url = "http://127.0.0.1:9"
    platform = LmsPlatform.objects.create(
        name="Moodle",
        issuer=url,
        client_id=str(course.pk),
        auth_url=url,
        token_url=url,
        jwks_url=url,
        state="on",
        created_at=NOW,
    )
    deployment = platform.deployments.create(deployment_id="1")
    lms_course = deployment.courses.create(
        context_id="7", course=course, is_allowed=True, members_url=url, created_at=NOW
    )
    item = lms_course.line_items.create(session=play_session, url=url, created_at=NOW)
    person_there = platform.people.create(subject="1", user=student, created_at=NOW)
    score = item.scores.create(person=person_there, state="none", asked_at=NOW)
    ids = {"platform_id": platform.pk, "lms_course_id": lms_course.pk, "item_id": item.pk, "score_id": score.pk}
    return ids


def _special(
    course: Course, play_session: Session, finished: Match, users: Mapping[str, Any]
) -> dict[str, dict[str, Any]]:
    instructor = users["instructor"]
    match = play_session.session_teams.get(position=0).match
    seat_link = invite_token(invite_create(seat=match.seats.get(index=1), by=instructor))
    guest_link = return_token(guest_create(display_name="A guest"))
    invited = invitation_token(invitation_create(course=course, role="assistant", by=instructor))
    link = observer_link_make(
        session_team_id=match.session_team.pk, seat=1, is_critical_friend=True, actor=Actor(instructor)
    )
    looks_on = observer_link_token(link)
    projector_renew(session_id=play_session.pk)
    poll_open(session_id=play_session.pk, text="Which came first?", options=["The hen", "The egg"])
    play_session.refresh_from_db()
    room = {"token": projector_token(play_session)}
    code = {"code": play_session.join_code}
    over = {"match_id": finished.pk}
    return {
        "games:invite": {"token": seat_link},
        "classrooms:scenario-item": {"section": "activities"},
        "classrooms:scenario-link": {"token": OwnScenario.objects.get().token},
        "classrooms:scenario-restore": {"number": 0},
        "classrooms:calendar": {"token": calendar_token(calendar_renew(user=users["student"]))},
        "games:return": {"token": guest_link},
        "classrooms:guest-merge": {"token": guest_link},
        "classrooms:invitation": {"token": invited},
        "classrooms:observe": {"token": looks_on},
        "classrooms:projector": room,
        "classrooms:projector-live": room,
        "games:paper-sheet": {"code": str(SheetCode(match.pk, 1))},
        "classrooms:join-session": code,
        "classrooms:join-qr": code,
        "classrooms:join-poll": code,
        "classrooms:join-poll-live": code,
        "classrooms:join-poll-qr": code,
        "classrooms:course-staff-remove": {"user_id": users["assistant"].pk},
        "classrooms:debrief": over,
        "classrooms:debrief-make": over,
        "classrooms:debrief-pdf": over,
        "classrooms:debrief-export": over,
        "classrooms:analysis": over,
        "classrooms:analysis-start": over,
        "classrooms:analysis-cancel": over,
        "classrooms:analysis-learn": over,
        "classrooms:what-if": over,
        "classrooms:own-report": over,
        "classrooms:own-report-pdf": over,
        "classrooms:staff-report-pdf": over,
        "games:api:export": over,
        "games:api:result": over,
    }
