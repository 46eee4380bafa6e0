"""Categories of personal data, for the page that students read and for the register of processing."""

from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from classrooms.models import Step
from games.public.base import conf
from games.public.models import PERSON_MODEL


@dataclass(frozen=True)
class Category:
    """Data stored for one purpose. `holds` are tables ("app.Model"), or single columns ("app.Model.column") of tables
    in another category. The texts are for students, in any language. `step` is the step of a course's retention that
    deletes the data.
    """

    key: str
    title: Any
    what: Any
    why: Any
    seen_by: Any
    kept: Any
    holds: tuple[str, ...]
    step: Step | None = Step.NAMES

    @property
    def retention(self) -> str:
        """The longest retention in a course, in the current language; empty if courses do not limit it."""
        if self.step is None or not conf.RETENTION:
            return ""
        months = {"n": conf.RETENTION_MONTHS[self.step], "most": conf.RETENTION_MOST_MONTHS[self.step]}
        words = _("%(n)d months after the course, at most %(most)d.")
        return str(words % months)


UNTIL_ERASED: Final = _("Until your account is erased.")

CATEGORIES: Final = (
    Category(
        "account",
        _("Your account"),
        _("Name, e-mail address if given, language, time zone, settings."),
        _("So that you can come back, and others know who plays with them."),
        _("Name: people in your courses and matches. Address: your instructors."),
        UNTIL_ERASED,
        (
            PERSON_MODEL,
            f"{PERSON_MODEL}_groups",
            f"{PERSON_MODEL}_user_permissions",
            "games.CalendarLink",
            "games.ReadingChoice",
        ),
    ),
    Category(
        "sign-in",
        _("Signing in"),
        _(
            "Password as an unreadable fingerprint, key of your authenticator app, account at your institution, "
            "time and address of sign-ins."
        ),
        _("So that nobody else signs in as you or guesses your password."),
        _("The administration of the site."),
        _("Until your account is erased; time and address of sign-ins three months."),
        (
            f"{PERSON_MODEL}.password",
            "classrooms.PasswordRequest",
            "classrooms.PasswordMail",
            f"{PERSON_MODEL}.second_factor_since",
            "classrooms.SecondFactor",
            "classrooms.Identity",
            "sessions.Session",
            "axes.AccessAttempt",
            "axes.AccessAttemptExpiration",
            "axes.AccessFailureLog",
            "axes.AccessLog",
            "admin.LogEntry",
        ),
        step=None,
    ),
    Category(
        "courses",
        _("Courses and teams"),
        _("Courses, your part and team in them, student number, extra time."),
        _("So that instructors can run the course."),
        _("The teaching team. Your team: also the people in the course."),
        UNTIL_ERASED,
        (
            "classrooms.Course",
            "classrooms.Enrolment",
            "classrooms.Team",
            "classrooms.Team_members",
            "classrooms.Invitation",
            "classrooms.RosterImport",
            "classrooms.RetentionDeed",
        ),
    ),
    Category(
        "play",
        _("What you play"),
        _("Roles, each decision and its time, plans for your absence, interventions in your match."),
        _("The game and its debrief are made of it."),
        _("Players of your match and the teaching team. After the end: your session, as the debrief shows it."),
        _("Decisions stay, so that a match can be checked; without your name after erasure."),
        (
            "classrooms.Session",
            "classrooms.SessionTeam",
            "classrooms.SeatPlan",
            "classrooms.TableObserver",
            "classrooms.ObserverLink",
            "games.Match",
            "games.Match_stewards",
            "games.Match_observers",
            "games.Seat",
            "games.SeatHolder",
            "games.SeatAsk",
            "games.SeatInvite",
            "games.Move",
            "games.Event",
            "games.Decision",
            "games.AwayPlan",
            "games.Intervention",
        ),
    ),
    Category(
        "scenarios",
        _("Scenarios that you make"),
        _("Scenarios that you copied and changed, their versions, and the courses with which you share them."),
        _("So that you can play and share your own scenarios."),
        _("You. Shared scenarios: the teaching team of the course, or each instructor with the link."),
        _("Until your account is erased. Shared scenarios stay then, without your name."),
        ("classrooms.OwnScenario", "classrooms.OwnScenario_courses", "classrooms.ScenarioVersion"),
        step=None,
    ),
    Category(
        "talk",
        _("What you write"),
        _(
            "Messages in a match, mails to teams, words with an offer, survey texts, notes on team mates and as an "
            "observer, questions about marks."
        ),
        _("So that teams can talk and instructors learn what helped."),
        _(
            "Messages and words: players of your match, the teaching team. Mails: their readers, the teaching team. "
            "Survey texts: instructors, without a name. Notes on team mates: nobody by name. Notes of observers: the "
            "teaching team, and the team if it is shown. Questions: instructors."
        ),
        UNTIL_ERASED,
        (
            "games.Message",
            "games.Move.args",
            "classrooms.TeamMail",
            "classrooms.TableObserver.went_well",
            "classrooms.TableObserver.to_ask",
            "classrooms.TableObserver.question",
            "classrooms.SurveyAnswer.text",
            "classrooms.StudyTest.words",
            "classrooms.PeerReview.note",
            "classrooms.MarkQueryText",
        ),
        step=Step.TALK,
    ),
    Category(
        "answers",
        _("What you answer"),
        _("Answers to quizzes and surveys, points for team mates, forecasts. Votes in polls: without names."),
        _("To learn, and for marks where the rubric says so."),
        _("Quizzes and forecasts: instructors. Surveys and points: only as sums, without names."),
        _("Numbers stay in the sums of the class, without your name after erasure."),
        (
            "classrooms.OwnQuestion",
            "classrooms.SessionQuestion",
            "classrooms.QuizAnswer",
            "classrooms.SurveyItem",
            "classrooms.SurveyAnswer",
            "classrooms.Poll",
            "classrooms.PollVote",
            "classrooms.Forecast",
            "classrooms.PeerReview",
        ),
    ),
    Category(
        "studies",
        _("Studies of teaching"),
        _("Your group by lot, answers to the tests and about the game, your choice about their use."),
        _("To find out what helps to learn. Beyond the course only if you agree."),
        _("Instructors, as sums. If you agree, also researchers, without your name."),
        _("Until your account is erased. Answers already passed on stay, without your name."),
        (
            "classrooms.Study",
            "classrooms.StudyArm",
            "classrooms.StudyQuestion",
            "classrooms.StudyPerson",
            "classrooms.StudyTest",
            "classrooms.StudyPool",
            "classrooms.BankFit",
        ),
    ),
    Category(
        "marks",
        _("Marks"),
        _(
            "Taking part, points on each line of the rubric with their facts, published marks, changes by hand "
            "with their reasons."
        ),
        _("To mark you fairly and to say why."),
        _("Instructors of the course. Your own: you."),
        _(
            "Until your account is erased. Published marks that can still be appealed against are then kept "
            "apart, sealed, until that time is over."
        ),
        (
            "classrooms.GradeBook",
            "classrooms.RubricLine",
            "classrooms.RuleChange",
            "classrooms.Participation",
            "classrooms.FinalChoice",
            "classrooms.Mark",
            "classrooms.MarkChange",
            "classrooms.PublishedGrade",
            "classrooms.MarkQuery",
            "classrooms.KeptMark",
            "classrooms.KeptMarkLook",
            "classrooms.ResearchKey",
            "classrooms.RecordMark",
            "classrooms.Delivery",
        ),
    ),
    Category(
        "platform",
        _("Your learning platform"),
        _(
            "Your number, name, part and groups in Moodle, Canvas or another platform, and the marks sent there. "
            "No mail address."
        ),
        _("So that a link lets you in, the class list is right and marks arrive."),
        _("Instructors of the course; the administration of the site."),
        _("Until your account is erased; what a click says about you twelve hours."),
        (
            "classrooms.LmsPlatform",
            "classrooms.LmsDeployment",
            "classrooms.LmsKey",
            "classrooms.LmsLogin",
            "classrooms.LmsPerson",
            "classrooms.LmsCourse",
            "classrooms.LmsMember",
            "classrooms.LmsLink",
            "classrooms.LmsLineItem",
            "classrooms.LmsScore",
        ),
    ),
    Category(
        "papers",
        _("Debriefs and reports"),
        _(
            "Tables and charts of a match; PDF reports of a team, a student, a class. If your school agreed: "
            "kinds of errors in a game that teaches arithmetic."
        ),
        _("So that you can read later what happened and why."),
        _(
            "Your report: you and instructors. A team's: its team and the teaching team. A class's: instructors. "
            "The authors of errors: instructors, until the course ends, never in print."
        ),
        _("Those that name you are made again without you after erasure."),
        (
            "classrooms.Debrief",
            "classrooms.StoredFile",
            "classrooms.Paper",
            "classrooms.PaperBatch",
            "classrooms.PaperBatch_papers",
            "classrooms.Analysis",
        ),
        step=Step.PAPERS,
    ),
    Category(
        "notices",
        _("Notifications"),
        _("Notices that you were sent, with time and way, and your devices for alerts."),
        _("So that you learn once when it is your turn."),
        _("You. Mails that were not sent: the administration of the site."),
        UNTIL_ERASED,
        (
            "games.Notification",
            "classrooms.RetentionNotice",
            "classrooms.TeamMailCopy",
            "games.PushSubscription",
            "games.Job",
        ),
    ),
    Category(
        "erasures",
        _("Your erasure"),
        _("After erasure: the number that you had here and the time when you joined. No name."),
        _("So that you are erased again if an older backup is restored."),
        _("Nobody. The person who restores the site learns how many were erased again."),
        _("As long as there may be backups: until the site is closed."),
        ("classrooms.Erasure",),
        step=None,
    ),
)


def category_of(table: str, column: str = "") -> Category | None:
    """The category of a column, or of its table; None for a table without a category."""
    for wanted in (f"{table}.{column}", table):
        for category in CATEGORIES:
            if wanted in category.holds:
                return category
    return None
