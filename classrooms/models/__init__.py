"""People, courses and what is kept of their matches."""

from classrooms.models.courses import Course, Enrolment, Team
from classrooms.models.debriefs import Debrief, DebriefChart, DebriefFile
from classrooms.models.users import User

__all__ = ["Course", "Debrief", "DebriefChart", "DebriefFile", "Enrolment", "Team", "User"]
