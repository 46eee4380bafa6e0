"""People, courses, sessions, grades, and what is kept of matches."""

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
from classrooms.models.papers import Paper, PaperBatch
from classrooms.models.passwords import PasswordMail, PasswordRequest
from classrooms.models.people import Invitation, RosterImport
from classrooms.models.questions import (
    Forecast,
    OwnQuestion,
    QuizAnswer,
    SessionQuestion,
    SurveyAnswer,
    SurveyItem,
    When,
)
from classrooms.models.retention import RetentionDeed, RetentionNotice, Step
from classrooms.models.second_factors import SecondFactor
from classrooms.models.sessions import Luck, SeatPlan, Session, SessionStatus, SessionTeam, Unfinished
from classrooms.models.users import User

__all__ = [
    "FULL",
    "Analysis",
    "Course",
    "Debrief",
    "Enrolment",
    "Erasure",
    "FinalChoice",
    "Forecast",
    "GradeBook",
    "Invitation",
    "KeptMark",
    "KeptMarkLook",
    "Luck",
    "Mark",
    "MarkChange",
    "MarkQuery",
    "MarkQueryText",
    "OwnQuestion",
    "PasswordMail",
    "PasswordRequest",
    "Paper",
    "PaperBatch",
    "Participation",
    "PeerReview",
    "PublishedGrade",
    "QuizAnswer",
    "ResearchKey",
    "RetentionDeed",
    "RetentionNotice",
    "RoleScores",
    "RosterImport",
    "RubricLine",
    "RuleChange",
    "SeatPlan",
    "SecondFactor",
    "Session",
    "SessionQuestion",
    "SessionStatus",
    "SessionTeam",
    "StoredFile",
    "Step",
    "SurveyAnswer",
    "SurveyItem",
    "Team",
    "Unfinished",
    "User",
    "When",
]
