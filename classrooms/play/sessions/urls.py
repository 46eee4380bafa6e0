"""Pages of sessions: the wizard, joining, the lobby."""

from django.urls import path

from classrooms.play.sessions.views import copying, join, lobby, paper, seats, sessions, set_up, together, wizard

SESSION = "sessions/<int:session_id>/"

urlpatterns = [
    path("courses/<int:course_id>/sessions/new/", wizard.session_new, name="session-new"),
    path("courses/<int:course_id>/copy/", copying.course_copy, name="course-copy"),
    path("sessions/", sessions.session_list, name="sessions"),
    path(SESSION, sessions.session, name="session"),
    path(SESSION + "edit/", set_up.session_edit, name="session-edit"),
    path(SESSION + "edit/<int:number>/", wizard.session_step, name="session-step"),
    path(SESSION + "edit/example/", wizard.pace_example, name="session-pace-example"),
    path(SESSION + "adjust/", set_up.session_adjust, name="session-adjust"),
    path(SESSION + "seats/<int:session_team_id>/", seats.session_seats, name="session-seats"),
    path(SESSION + "deal/", seats.roles_deal, name="session-deal"),
    path(SESSION + "seats/add/", seats.table_add, name="session-table-add"),
    path(SESSION + "clone/", copying.session_copy, name="session-clone"),
    *(path(f"{SESSION}{name}/", sessions.act(name), name=f"session-{name}") for name in sessions.ACTS),
    path(SESSION + "lobby/", lobby.session_lobby, name="session-lobby"),
    path(SESSION + "lobby/live/", lobby.session_lobby_live, name="session-lobby-live"),
    path(SESSION + "paper/", paper.session_paper, name="session-paper"),
    path(SESSION + "together/", together.session_together, name="session-together"),
    path(SESSION + "seat/", lobby.session_seat, name="session-seat"),
    path("join/", join.join, name="join"),
    path("join/<str:code>/", join.join_session, name="join-session"),
    path("join/<str:code>/qr.svg", join.join_qr, name="join-qr"),
]
