"""Addresses of the API of courses, under /api/v1/ and the names classrooms:api-..."""

from django.urls import path

from classrooms.connect.api import scenarios, views

urlpatterns = [
    path("courses", views.Courses.as_view(), name="api-courses"),
    path("courses/<int:course_id>", views.OneCourse.as_view(), name="api-course"),
    path("courses/<int:course_id>/people", views.People.as_view(), name="api-people"),
    path("courses/<int:course_id>/teams", views.Teams.as_view(), name="api-teams"),
    path("courses/<int:course_id>/sessions", views.CourseSessions.as_view(), name="api-sessions"),
    path("scenarios", scenarios.Scenarios.as_view(), name="api-scenarios"),
    path("scenarios/<int:scenario_id>", scenarios.OneScenario.as_view(), name="api-scenario"),
    path("scenarios/<int:scenario_id>/trial", scenarios.ScenarioTrial.as_view(), name="api-scenario-trial"),
    path("sessions/<int:session_id>", views.OneSession.as_view(), name="api-session"),
    path("sessions/<int:session_id>/open", views.Open.as_view(), name="api-session-open"),
    path("sessions/<int:session_id>/start", views.Start.as_view(), name="api-session-start"),
    path("sessions/<int:session_id>/finish", views.Finish.as_view(), name="api-session-finish"),
    path("sessions/<int:session_id>/marks", views.Marks.as_view(), name="api-marks"),
    path("sessions/<int:session_id>/marks/mine", views.OwnMark.as_view(), name="api-mark-mine"),
    path("sessions/<int:session_id>/papers", views.Papers.as_view(), name="api-papers"),
    path("sessions/<int:session_id>/papers/<int:paper_id>", views.OnePaper.as_view(), name="api-paper"),
]
