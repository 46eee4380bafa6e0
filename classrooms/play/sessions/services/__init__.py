"""Services that write sessions, their tables and seats. The row of a session is locked first, then its matches in the
order of their ids. Every change visible in the lobby, the projector or the cockpit raises `Session.revision`.
"""

from classrooms.play.sessions.services.by_itself import session_join_roomy, session_open_itself, session_start_full
from classrooms.play.sessions.services.cloning import course_copy, session_clone
from classrooms.play.sessions.services.drafts import session_adjust, session_create, session_delete, session_update
from classrooms.play.sessions.services.joining import (
    late_join,
    practice_begin,
    rehearsal_try,
    seats_offered,
    session_join,
    session_of_code,
)
from classrooms.play.sessions.services.life import (
    may_own_cards,
    session_archive,
    session_finish,
    session_pause,
    session_plan_start,
    session_release,
    session_reopen,
    session_restore,
    session_resume,
    session_settle,
    session_start,
    session_to_paper,
    session_unstart,
    unstart_until,
)
from classrooms.play.sessions.services.opening import check_ready, session_open
from classrooms.play.sessions.services.tables import (
    plans_clear,
    plans_propose,
    seat_plan_set,
    table_add,
    tables_choose,
    tables_trim,
)

__all__ = [
    "check_ready",
    "course_copy",
    "late_join",
    "may_own_cards",
    "plans_clear",
    "practice_begin",
    "plans_propose",
    "seat_plan_set",
    "seats_offered",
    "session_adjust",
    "session_archive",
    "session_clone",
    "session_create",
    "session_delete",
    "session_finish",
    "session_reopen",
    "rehearsal_try",
    "session_join",
    "session_join_roomy",
    "session_of_code",
    "session_open",
    "session_open_itself",
    "session_pause",
    "session_plan_start",
    "session_release",
    "session_restore",
    "session_resume",
    "session_settle",
    "session_start",
    "session_to_paper",
    "session_start_full",
    "session_unstart",
    "unstart_until",
    "session_update",
    "table_add",
    "tables_choose",
    "tables_trim",
]
