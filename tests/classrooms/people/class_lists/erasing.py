"""A person who left their name and texts in every possible place, and searches for them."""

import json
from io import StringIO
from pathlib import Path

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session as SignIn
from django.core.management import call_command
from django.db import models
from django.test import Client
from msgspec import structs

from classrooms.assess.reports.services import debrief_freeze
from classrooms.models import (
    Forecast,
    GradeBook,
    Invitation,
    Mark,
    MarkChange,
    OwnQuestion,
    PeerReview,
    Poll,
    PublishedGrade,
    QuizAnswer,
    RubricLine,
    SessionQuestion,
    SurveyAnswer,
    SurveyItem,
    Team,
    User,
)
from classrooms.people.class_lists.services.rosters import roster_read
from classrooms.people.class_lists.services.rosters_reading import read_text
from games.models import Intervention, Job, Match, Message
from games.platform.selectors.position import game_of, state_of
from games.platform.services.interventions import Actor, intervention_record
from games.platform.services.talk import message_post
from tests.classrooms.papers import team_pdf
from tests.games.factories import NOW, PASSWORD, play, play_default, played_by_bots

NAME, MAIL, NUMBER = "Zéphyrine Quillfeather", "zq@example.org", "ZQ-4711"


SECRETS = (NAME, MAIL, NUMBER, "Zéphyrine", "Quillfeather", "a note of mine", "a word of mine", "said of me")


def rows_of_everything():
    """Every text and JSON value of every table, with its place."""
    for model in apps.get_models(include_auto_created=True):
        fields = [
            f for f in model._meta.get_fields() if isinstance(f, models.CharField | models.TextField | models.JSONField)
        ]
        for row in model._base_manager.values_list("pk", *(field.attname for field in fields)):
            for field, value in zip(fields, row[1:], strict=True):
                text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
                yield f"{model._meta.label}.{field.name}", text


def found_in_tables(secrets=SECRETS):
    texts = [
        (
            where,
            text + SignIn().get_session_store_class()().decode(text).__repr__()
            if where == "sessions.Session.session_data"
            else text,
        )
        for where, text in rows_of_everything()
    ]
    return sorted(
        {(where, secret) for where, text in texts for secret in secrets if secret.casefold() in text.casefold()}
    )


def found_in_files(folder, secrets=SECRETS):
    """The secrets found in names and contents of files. Texts of PDFs are unpacked."""
    found = set()
    for path in Path(folder).rglob("*"):
        if path.is_file():
            found |= {(path.name, secret) for secret in secrets if secret in _text_of(path)}
    return found


def _text_of(path):
    import pikepdf

    if path.suffix != ".pdf":
        return path.read_bytes().decode("utf-8", errors="replace")
    with pikepdf.open(path) as pdf:
        return "\n".join(
            [str(pdf.docinfo), *(str(pdf.attachments[name].get_file().read_bytes()) for name in pdf.attachments)]
        )


def verify_all():
    call_command("verify_match", "--all", stdout=StringIO())


def offer(match, user, note):
    """Play on until an offer is possible, and make one with a note. Returns the number of the move."""
    while (found := next(offers(match), None)) is None:
        play_default(match)
    prompt, choice = found
    seat = match.seats.get(index=prompt.seat)
    seat.holders.get_or_create(user=user, released_at=None, defaults={"since": NOW})
    move = structs.replace(choice.move, note=note, price=choice.spans[0].low)
    return play(match, prompt.seat, prompt.key, move, user).move.number


def offers(match):
    """The prompts and choices of a match that take a free text."""
    rules, state = game_of(match).rules, state_of(match)
    for prompt in rules.prompts(state):
        for choice in rules.choices(state, prompt.seat, prompt.key):
            if choice.free:
                yield prompt, choice


def everywhere(session, match, zoe, mate, teacher):
    """The person leaves their name and texts in every possible place, and others write about them."""
    course, table = session.course, session.session_teams.get()
    offer(match, zoe, "a note of mine")
    offer(match, mate, f"for {NAME} only")
    message_post(match_id=match.pk, seat=0, author=zoe, text="a word of mine", now=NOW)
    message_post(match_id=match.pk, seat=1, author=mate, text="Dear zéphyrine quillfeather and Quillfeather!", now=NOW)
    actor = Actor(user=teacher, reason=f"{NAME} is late", at=NOW)
    intervention_record(match=match, kind=Intervention.Kind.PAUSE, actor=actor)
    about = Actor(user=teacher, reason="said of me", at=NOW)
    intervention_record(match=match, kind=Intervention.Kind.RELEASE, actor=about, user=zoe, seat=0)
    Match.objects.filter(pk=match.pk).update(title=f"With {NAME}", team_name=NAME, fork_reason=NAME)
    type(session).objects.update(title=f"With {NAME}")
    type(table).objects.filter(pk=table.pk).update(name=NAME)
    Team.objects.filter(pk=table.team_id).update(name=NAME)
    _answers(session, zoe, mate, table)
    _grades(session, zoe, mate, teacher)
    _course_texts(course, zoe, teacher)
    _site(zoe, teacher)


def _answers(session, zoe, mate, table):
    item = SurveyItem.objects.create(session=session, kind="text", text=f"What of {NAME}?")
    SurveyAnswer.objects.create(item=item, user=zoe, text="a word of mine", created_at=NOW)
    SurveyAnswer.objects.create(item=item, user=mate, text=f"{NAME} helped", created_at=NOW)
    Poll.objects.create(
        session=session, text=f"Who helped {NAME}?", options=[NAME, "mate"], counts=[1, 2], opened_at=NOW
    )
    question = SessionQuestion.objects.create(session=session, bank_key="one")
    QuizAnswer.objects.create(question=question, user=zoe, choice=1, is_right=True, created_at=NOW)
    Forecast.objects.create(match=table.match, user=zoe, turn=1, move_number=0, values={"cost": 3}, created_at=NOW)
    for author, text in ((mate, f"Ask {NAME}"), (zoe, "a word of mine")):
        written = session.team_mails.create(
            by=author, batch=str(author.pk), to="all", subject=text, text=text, created_at=NOW
        )
        written.copies.create(user=zoe)
        table.observers.create(user=author, went_well=text, to_ask=text, question=text, created_at=NOW)
    for author, about, note in ((zoe, mate, "a word of mine"), (mate, zoe, "said of me")):
        PeerReview.objects.create(session_team=table, author=author, about=about, points=3, note=note, created_at=NOW)


def _grades(session, zoe, mate, teacher):
    book = GradeBook.objects.create(session=session)
    line = RubricLine.objects.create(book=book, kind="manual", title=f"Like {NAME}", params={"of": NAME})
    mine = Mark.objects.create(line=line, user=zoe, changed_points=1, changed_reason="said of me", facts={"who": NAME})
    theirs = Mark.objects.create(line=line, user=mate, facts={"with": [NAME]}, changed_reason=f"as {NAME}")
    for mark in (mine, theirs):
        MarkChange.objects.create(mark=mark, kind="set", by=teacher, reason=f"{NAME} said", created_at=NOW)
    for user in (zoe, mate):
        PublishedGrade.objects.create(book=book, user=user, content={"with": NAME}, published_at=NOW)


def _course_texts(course, zoe, teacher):
    roster = roster_read(course=course, reading=read_text("Amir"), by=teacher, source=f"{NAME}.csv", now=NOW)
    roster.lines = [
        {**roster.lines[0], "name": NAME.upper(), "email": MAIL, "problems": []},
        {**roster.lines[0], "name": "X", "user": zoe.pk},
        {**roster.lines[0], "name": "Amir", "problems": [{"code": "in_course", "params": {"name": NAME}}]},
    ]
    roster.save()
    Invitation.objects.create(course=course, nonce="1", note=f"for {NAME}", created_at=NOW)
    OwnQuestion.objects.create(
        course=course, text=f"Who is {NAME}?", options=[NAME, "B"], explanation=MAIL, created_at=NOW
    )


def _site(zoe, teacher):
    people, talk = (ContentType.objects.get_for_model(model) for model in (User, Message))
    entries = [
        (people, str(zoe.pk), NAME, json.dumps([{"changed": {"object": NAME}}])),
        (talk, "1", "a word of mine", ""),
    ]
    entries.append((ContentType.objects.get_for_model(Job), "1", f"job of {NAME}", json.dumps([{"added": NAME}])))
    for kind, pk, shown, change in entries:
        LogEntry.objects.create(
            user=teacher, content_type=kind, object_id=pk, object_repr=shown, change_message=change, action_flag=2
        )
    tried = {"username": MAIL.upper(), "ip_address": "10.0.0.1", "user_agent": "x", "path_info": "/"}
    AccessAttempt.objects.create(**tried, get_data="", post_data="", failures_since_start=1)
    AccessFailureLog.objects.create(**tried)
    AccessLog.objects.create(**tried)
    Job.objects.create(kind="x", subject="y", error=f"{NAME} broke it", created_at=NOW)
    Client().post("/sign-in/", {"username": zoe.username, "password": PASSWORD})


def finished_with_papers(match):
    """The same match with printed papers in both languages."""
    debrief = finished_with_debrief(match)
    for language in ("en", "fr"):
        team_pdf(match, language)
    return debrief


def finished_with_debrief(match):
    """Bots play the match to its end, and the facts are frozen."""
    match.refresh_from_db()
    for seat in match.seats.all():
        seat.holders.update(released_at=NOW)
    Match.objects.filter(pk=match.pk).update(status="running")
    played_by_bots(match)
    while not match.is_over:
        play_default(match)
        played_by_bots(match)
    return debrief_freeze(match=match, now=NOW)
