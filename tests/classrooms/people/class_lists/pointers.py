"""For each column that refers to a person, a function that makes such a row. A new column needs a line here, and a
check in `guest_merge`."""

from datetime import timedelta

from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, Permission

from classrooms.models import (
    Analysis,
    Course,
    FinalChoice,
    Forecast,
    Identity,
    Invitation,
    KeptMarkLook,
    LmsPerson,
    LmsPlatform,
    Mark,
    MarkChange,
    MarkQueryText,
    ObserverLink,
    OwnQuestion,
    OwnScenario,
    Paper,
    PaperBatch,
    Participation,
    PasswordMail,
    PeerReview,
    PublishedGrade,
    QuizAnswer,
    RetentionDeed,
    RetentionNotice,
    RosterImport,
    RuleChange,
    SeatPlan,
    SecondFactor,
    Session,
    SessionQuestion,
    Study,
    SurveyAnswer,
    SurveyItem,
    TableObserver,
    Team,
    TeamMail,
    TeamMailCopy,
)
from games.models import (
    AwayPlan,
    CalendarLink,
    Intervention,
    Match,
    Message,
    Move,
    Notification,
    PushSubscription,
    ReadingChoice,
    SeatAsk,
    SeatHolder,
    SeatInvite,
)
from tests.classrooms.factories import enrol
from tests.games.factories import NOW, person


def a_seat(match):
    return match.seats.get(index=3)


def an_item(session):
    return SurveyItem.objects.create(session=session, text="Fun?")


def a_question(session):
    return SessionQuestion.objects.create(session=session, bank_key="one")


def a_deed(course):
    days = {"planned_on": NOW.date(), "due_on": NOW.date(), "days": 30}
    return RetentionDeed.objects.get_or_create(course=course, kind="told", step="papers", **days, defaults={"at": NOW})[
        0
    ]


def a_study(course, by):
    """A draft of a study."""
    return Study.objects.create(course=course, title="S", seed="1", created_by=by, created_at=NOW)


def a_scenario(owner):
    return OwnScenario.objects.create(
        owner=owner, game="domego", title="S", text="{}", parent_name="P", created_at=NOW, changed_at=NOW
    )


def a_view(session, user, by):
    return TableObserver.objects.create(
        session_team=session.session_teams.get(), user=user, created_by=by, created_at=NOW
    )


def a_mail(session, by):
    return TeamMail.objects.create(
        session=session, by=by, batch=str(TeamMail.objects.count()), to="all", subject="S", text="T", created_at=NOW
    )


def a_decision(match):
    return match.decisions.first()


MAKE = {
    "classrooms.User_groups.user": lambda w, u: u.groups.add(Group.objects.create(name="g")),
    "classrooms.User_user_permissions.user": lambda w, u: u.user_permissions.add(Permission.objects.first()),
    "classrooms.Course.created_by": lambda w, u: Course.objects.create(name="Own", created_by=u),
    "classrooms.Enrolment.user": lambda w, u: enrol(w.session.course, u),
    "classrooms.Team_members.user": lambda w, u: Team.objects.create(course=w.session.course, name="T").members.add(u),
    "classrooms.Session.created_by": lambda w, u: Session.objects.create(
        course=w.session.course, title="S", game="x", created_by=u, created_at=NOW
    ),
    "classrooms.PasswordMail.user": lambda w, u: PasswordMail.objects.create(user=u, claimed_at=NOW),
    "classrooms.SecondFactor.user": lambda w, u: SecondFactor.objects.create(user=u, secret="A"),
    "classrooms.LmsPerson.user": lambda w, u: LmsPerson.objects.create(
        platform=LmsPlatform.objects.get_or_create(name="Moodle", issuer="i", client_id="c", created_at=NOW)[0],
        subject=str(u.pk),
        user=u,
        created_at=NOW,
    ),
    "classrooms.Identity.user": lambda w, u: Identity.objects.create(
        user=u, issuer="https://login.example.org", subject="a", linked_at=NOW
    ),
    "classrooms.SeatPlan.user": lambda w, u: SeatPlan.objects.create(
        session_team=w.session.session_teams.get(), seat=0, user=u
    ),
    "classrooms.Mark.user": lambda w, u: Mark.objects.create(line=w.line, user=u),
    "classrooms.Mark.changed_by": lambda w, u: Mark.objects.create(line=w.line, user=person(), changed_by=u),
    "classrooms.MarkChange.by": lambda w, u: MarkChange.objects.create(mark=w.mark, kind="set", by=u, created_at=NOW),
    "classrooms.RuleChange.by": lambda w, u: RuleChange.objects.create(
        line=w.line, before={}, after={}, reason="x", by=u, created_at=NOW
    ),
    "classrooms.Participation.user": lambda w, u: Participation.objects.create(
        session=w.session, user=u, state="present", at=NOW
    ),
    "classrooms.Participation.by": lambda w, u: Participation.objects.create(
        session=w.session, user=person(), state="excused", is_proposed=False, by=u, at=NOW
    ),
    "classrooms.FinalChoice.user": lambda w, u: FinalChoice.objects.create(
        book=w.book, user=u, kind="keep", created_at=NOW
    ),
    "classrooms.FinalChoice.by": lambda w, u: FinalChoice.objects.create(
        book=w.book, user=person(), kind="keep", by=u, created_at=NOW
    ),
    "classrooms.MarkQueryText.by": lambda w, u: MarkQueryText.objects.create(
        query=PublishedGrade.objects.create(book=w.book, user=person(), content={}, published_at=NOW).queries.create(
            about=NOW, created_at=NOW
        ),
        by=u,
        text="?",
        created_at=NOW,
    ),
    "classrooms.PublishedGrade.user": lambda w, u: PublishedGrade.objects.create(
        book=w.book, user=u, content={}, published_at=NOW
    ),
    "classrooms.PeerReview.author": lambda w, u: PeerReview.objects.create(
        session_team=w.session.session_teams.get(), author=u, about=person(), points=2, created_at=NOW
    ),
    "classrooms.PeerReview.about": lambda w, u: PeerReview.objects.create(
        session_team=w.session.session_teams.get(), author=person(), about=u, points=2, created_at=NOW
    ),
    "classrooms.Invitation.created_by": lambda w, u: Invitation.objects.create(nonce="1", created_by=u, created_at=NOW),
    "classrooms.Invitation.used_by": lambda w, u: Invitation.objects.create(nonce="2", used_by=u, created_at=NOW),
    "classrooms.RosterImport.created_by": lambda w, u: RosterImport.objects.create(
        course=w.session.course, created_by=u, created_at=NOW
    ),
    "classrooms.OwnQuestion.created_by": lambda w, u: OwnQuestion.objects.create(
        course=w.session.course, text="?", created_by=u, created_at=NOW
    ),
    "classrooms.OwnScenario.owner": lambda w, u: a_scenario(u),
    "classrooms.ScenarioVersion.made_by": lambda w, u: a_scenario(None).versions.create(
        number=0, text="{}", digest="d", made_by=u, made_at=NOW
    ),
    "classrooms.QuizAnswer.user": lambda w, u: QuizAnswer.objects.create(
        question=a_question(w.session), user=u, choice=0, is_right=True, created_at=NOW
    ),
    "classrooms.SurveyAnswer.user": lambda w, u: SurveyAnswer.objects.create(
        item=an_item(w.session), user=u, value=3, created_at=NOW
    ),
    "classrooms.Study.created_by": lambda w, u: a_study(w.session.course, u),
    "classrooms.StudyPerson.user": lambda w, u: a_study(w.session.course, None).people.create(user=u),
    "classrooms.Forecast.user": lambda w, u: Forecast.objects.create(
        match=w.match, user=u, turn=1, move_number=0, created_at=NOW
    ),
    "classrooms.Analysis.asked_by": lambda w, u: Analysis.objects.create(
        match=w.match, seed="0", playouts=4, asked_by=u, asked_at=NOW
    ),
    "classrooms.Paper.user": lambda w, u: Paper.objects.create(
        name="student", kind="student", match=w.match, user=u, language="en"
    ),
    "classrooms.PaperBatch.asked_by": lambda w, u: PaperBatch.objects.create(
        session=w.session, language="en", asked_by=u, asked_at=NOW
    ),
    "classrooms.KeptMarkLook.by": lambda w, u: KeptMarkLook.objects.create(
        book=w.book, by=u, reason="x", number=0, at=NOW
    ),
    "classrooms.RetentionDeed.by": lambda w, u: RetentionDeed.objects.create(
        course=w.session.course, kind="changed", by=u, at=NOW
    ),
    "classrooms.RetentionNotice.user": lambda w, u: RetentionNotice.objects.create(
        deed=a_deed(w.session.course), user=u
    ),
    "classrooms.TableObserver.user": lambda w, u: a_view(w.session, u, None),
    "classrooms.TableObserver.created_by": lambda w, u: a_view(w.session, person(), u),
    "classrooms.ObserverLink.created_by": lambda w, u: ObserverLink.objects.create(
        session_team=w.session.session_teams.get(), nonce=str(u.pk), created_by=u, created_at=NOW
    ),
    "classrooms.TeamMail.by": lambda w, u: a_mail(w.session, u),
    "classrooms.TeamMailCopy.user": lambda w, u: TeamMailCopy.objects.create(mail=a_mail(w.session, None), user=u),
    "games.Match_stewards.user": lambda w, u: match_outside(u).stewards.add(u),
    "games.Match_observers.user": lambda w, u: match_outside(u).observers.add(u),
    "games.Match.created_by": lambda w, u: Match.objects.filter(pk=w.match.pk).update(created_by=u),
    "games.SeatHolder.user": lambda w, u: SeatHolder.objects.create(seat=a_seat(w.match), user=u, since=NOW),
    "games.SeatHolder.together_with": lambda w, u: SeatHolder.objects.create(
        seat=a_seat(w.match), user=person(), since=NOW, together_with=u
    ),
    "games.SeatAsk.user": lambda w, u: SeatAsk.objects.create(seat=a_seat(w.match), user=u, asked_at=NOW),
    "games.SeatAsk.answered_by": lambda w, u: SeatAsk.objects.create(
        seat=a_seat(w.match), user=person(), asked_at=NOW, answer="refused", answered_by=u, answered_at=NOW
    ),
    "games.SeatInvite.created_by": lambda w, u: SeatInvite.objects.create(
        seat=a_seat(w.match), nonce="1", created_by=u, created_at=NOW
    ),
    "games.SeatInvite.used_by": lambda w, u: SeatInvite.objects.create(
        seat=a_seat(w.match), nonce="2", used_by=u, created_at=NOW
    ),
    "games.Move.author": lambda w, u: Move.objects.filter(match=w.match, number=0).update(author=u),
    "games.Notification.user": lambda w, u: Notification.objects.create(
        decision=a_decision(w.match), user=u, created_at=NOW
    ),
    "games.AwayPlan.user": lambda w, u: AwayPlan.objects.create(
        seat=a_seat(w.match), user=u, starts_at=NOW, ends_at=NOW + timedelta(days=1), instructions={}, created_at=NOW
    ),
    "games.CalendarLink.user": lambda w, u: CalendarLink.objects.create(user=u, nonce="1", created_at=NOW),
    "games.ReadingChoice.user": lambda w, u: ReadingChoice.objects.create(user=u, text_mode=True),
    "games.PushSubscription.user": lambda w, u: PushSubscription.objects.create(
        user=u, endpoint="https://push.example.org/1", p256dh="", auth="", created_at=NOW
    ),
    "games.Intervention.by": lambda w, u: Intervention.objects.create(
        match=w.match, kind="pause", number=0, by=u, created_at=NOW
    ),
    "games.Intervention.user": lambda w, u: Intervention.objects.create(
        match=w.match, kind="release", number=0, user=u, created_at=NOW
    ),
    "games.Message.author": lambda w, u: Message.objects.create(match=w.match, author=u, text="hello", created_at=NOW),
    "admin.LogEntry.user": lambda w, u: LogEntry.objects.create(user=u, action_flag=1, object_repr="x"),
}


def match_outside(user):
    """A match that belongs to no course."""
    return Match.objects.create(game="domego", scenario_key="classic", scenario="", commitment="", created_at=NOW)


class World:
    def __init__(self, session, match, book, line, mark):
        self.session, self.match, self.book, self.line, self.mark = session, match, book, line, mark
