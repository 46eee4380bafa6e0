"""Categories of personal data, for the page that students read and for the register of processing."""

from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from classrooms.models import Step
from games.conf import conf
from games.models.people import PERSON_MODEL


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
        words = _(
            "At the latest %(n)d months after the end of your course, unless its instructors set another time, which"
            " is %(most)d months at most."
        )
        return str(words % months)


UNTIL_ERASED: Final = _("Until you erase your account or have it erased.")

CATEGORIES: Final = (
    Category(
        "account",
        _("Your account"),
        _("Your name, your e-mail address if you gave one, language and time zone, and what you set."),
        _("So that you can come back, and those who play with you know who you are."),
        _("Your name: people in a course or at a table with you. Your address: instructors of your courses."),
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
            "Your password as a fingerprint that cannot be read back, the key of your authenticator app if you set one "
            "up, who you are at your institution's sign-in if you use it, when you signed in and from which address."
        ),
        _("So that nobody else signs in as you, and endless guessing is stopped."),
        _("The administration of the site."),
        _("Until you erase your account or have it erased; when you signed in and from where, three months."),
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
        _("Your courses, your part and your team in them, your student number, extra time that you were given."),
        _("So that instructors can run a course with the people who are in it."),
        _("Staff of the course; your team also by who is in the course."),
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
        _(
            "Your seats, every decision of yours and when you made it, plans for when you are away, and what staff"
            " did to your match."
        ),
        _("The game is made of it, and so is the debriefing in which you learn from it."),
        _(
            "People at your table, staff of the course; after the end the others of your session, as the "
            "debriefing shows it."
        ),
        _("Decisions stay for good, so that a match can be checked; without a name once you are erased."),
        (
            "classrooms.Session",
            "classrooms.SessionTeam",
            "classrooms.SeatPlan",
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
        "talk",
        _("What you write"),
        _("Messages at a table, words beside an offer, texts in surveys, notes on team mates, questions about marks."),
        _("So that teams can talk, and instructors learn what helped."),
        _(
            "Messages and words: your table and staff. Texts of surveys: instructors, without a name. Notes on team"
            " mates: nobody by name. Questions about marks: instructors."
        ),
        UNTIL_ERASED,
        (
            "games.Message",
            "games.Move.args",
            "classrooms.SurveyAnswer.text",
            "classrooms.PeerReview.note",
            "classrooms.MarkQueryText",
        ),
        step=Step.TALK,
    ),
    Category(
        "answers",
        _("What you answer"),
        _(
            "Answers to quizzes and surveys, points for team mates, forecasts of your own. Votes in polls: without"
            " names."
        ),
        _("To learn, and where the rubric of a session says so, for marks."),
        _("Quizzes and forecasts: instructors. Surveys and points for team mates: only as sums, without a name."),
        _("Numbers stay in the sums of the class; without a name once you are erased."),
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
        "marks",
        _("Marks"),
        _(
            "Whether you took part, your points on each line of the rubric with what they rest on, marks that were"
            " published, and every change by hand with its reason."
        ),
        _("To mark you fairly, and to be able to say why."),
        _("Instructors of the course; your own also you."),
        _(
            "Until you erase your account or have it erased. Published marks that can still be appealed against "
            "are then kept apart, under seal, until that time is over."
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
            "If you come from Moodle, Canvas or another platform: your number there, your name, part and groups in its"
            " course, and which of your marks it was sent. No mail address."
        ),
        _("So that a click in your course lets you in, the class list is right, and marks arrive there."),
        _("Instructors of the course; the administration of the site."),
        _("Until you erase your account or have it erased; what a click says about you, twelve hours."),
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
        _("Debriefings and reports"),
        _(
            "What a game is remembered by: its tables and charts, and PDF reports of a team, a student, a class."
            " Where your school has agreed, also which kinds of errors you made in a game that teaches "
            "arithmetic."
        ),
        _("So that you can read later what happened and why."),
        _(
            "Your own report: you and instructors. A team's: its team and staff. A class's: instructors. Whose errors"
            " were whose: instructors, until the course ends; it is not printed."
        ),
        _("Those that name you are made again without you once you are erased."),
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
        _("Of which decisions you were told, when and by which way, and the devices that you want to be told on."),
        _("So that you know when it is your turn, and are told once."),
        _("You; the administration of the site where a mail was not sent."),
        UNTIL_ERASED,
        ("games.Notification", "classrooms.RetentionNotice", "games.PushSubscription", "games.Job"),
    ),
    Category(
        "erasures",
        _("That you were erased"),
        _("Once you are erased: the number that you had here and the moment when you joined; nothing that names you."),
        _("So that you are erased again where the site is restored from an older backup."),
        _("Nobody; whoever restores the site learns how many people were erased again."),
        _("For as long as there may be backups: until the site is closed."),
        ("classrooms.Erasure",),
    ),
)


def category_of(table: str, column: str = "") -> Category | None:
    """The category of a column, or of its table; None for a table without a category."""
    for wanted in (f"{table}.{column}", table):
        for category in CATEGORIES:
            if wanted in category.holds:
                return category
    return None
