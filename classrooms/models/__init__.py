"""People, courses, sessions, grades, and stored results of matches."""

from typing import TYPE_CHECKING, Any

from classrooms.models.analysis import Analysis
from classrooms.models.appeals import KeptMark, KeptMarkLook
from classrooms.models.courses import Course, Enrolment, Team
from classrooms.models.debriefs import Debrief
from classrooms.models.erasures import Erasure
from classrooms.models.files import StoredFile
from classrooms.models.grades import (
    FULL,
    FinalChoice,
    GradeBook,
    Mark,
    MarkChange,
    MarkQuery,
    MarkQueryText,
    Participation,
    PeerReview,
    PublishedGrade,
    ResearchKey,
    RoleScores,
    RubricLine,
    RuleChange,
)
from classrooms.models.identities import Identity
from classrooms.models.lms import (
    LmsCourse,
    LmsDeployment,
    LmsKey,
    LmsLineItem,
    LmsLink,
    LmsLogin,
    LmsMember,
    LmsPerson,
    LmsPlatform,
    LmsScore,
)
from classrooms.models.observers import ObserverLink, TableObserver
from classrooms.models.papers import SESSION_KINDS, Paper, PaperBatch
from classrooms.models.passwords import PasswordMail, PasswordRequest
from classrooms.models.people import Invitation, RosterImport
from classrooms.models.questions import (
    Forecast,
    OwnQuestion,
    Poll,
    PollVote,
    QuizAnswer,
    SessionQuestion,
    SurveyAnswer,
    SurveyItem,
    When,
)
from classrooms.models.records import Delivery, RecordMark
from classrooms.models.retention import RetentionDeed, RetentionNotice, Step
from classrooms.models.scenarios import OwnScenario, ScenarioVersion
from classrooms.models.second_factors import SecondFactor
from classrooms.models.sessions import (
    Deal,
    Luck,
    OpensItself,
    SeatPlan,
    Session,
    SessionStatus,
    SessionTeam,
    Unfinished,
)
from classrooms.models.studies import (
    BankFit,
    DrawBy,
    Strata,
    Study,
    StudyArm,
    StudyForm,
    StudyMoment,
    StudyPerson,
    StudyPool,
    StudyQuestion,
    StudyTest,
)
from classrooms.models.team_mails import TeamMail, TeamMailCopy
from classrooms.models.users import AbstractPerson
from games.public.models import person_model

if TYPE_CHECKING:
    from classrooms.models.users import User

__all__ = [
    "FULL",
    "SESSION_KINDS",
    "AbstractPerson",
    "Analysis",
    "BankFit",
    "Course",
    "Deal",
    "Debrief",
    "Delivery",
    "DrawBy",
    "Enrolment",
    "Erasure",
    "FinalChoice",
    "Forecast",
    "GradeBook",
    "Identity",
    "Invitation",
    "KeptMark",
    "KeptMarkLook",
    "LmsCourse",
    "LmsDeployment",
    "LmsKey",
    "LmsLineItem",
    "LmsLink",
    "LmsLogin",
    "LmsMember",
    "LmsPerson",
    "LmsPlatform",
    "LmsScore",
    "Luck",
    "Mark",
    "MarkChange",
    "MarkQuery",
    "MarkQueryText",
    "OpensItself",
    "ObserverLink",
    "OwnQuestion",
    "OwnScenario",
    "PasswordMail",
    "PasswordRequest",
    "Paper",
    "PaperBatch",
    "Participation",
    "PeerReview",
    "Poll",
    "PollVote",
    "PublishedGrade",
    "QuizAnswer",
    "RecordMark",
    "ResearchKey",
    "RetentionDeed",
    "RetentionNotice",
    "RoleScores",
    "RosterImport",
    "RubricLine",
    "RuleChange",
    "ScenarioVersion",
    "SeatPlan",
    "SecondFactor",
    "Session",
    "SessionQuestion",
    "SessionStatus",
    "SessionTeam",
    "StoredFile",
    "Step",
    "Strata",
    "Study",
    "StudyArm",
    "StudyForm",
    "StudyMoment",
    "StudyPerson",
    "StudyPool",
    "StudyQuestion",
    "StudyTest",
    "SurveyAnswer",
    "SurveyItem",
    "TableObserver",
    "Team",
    "TeamMail",
    "TeamMailCopy",
    "Unfinished",
    "User",
    "When",
]


def __getattr__(name: str) -> Any:
    """`User` is the model of people: this app's, or the site's own `AbstractPerson`."""
    if name == "User":
        return person_model()
    raise AttributeError(f"module {__name__} has no attribute {name}")
