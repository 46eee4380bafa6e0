"""Debriefs of matches, reports of students, teams and classes, and everybody's results in a game."""

from django.urls import path

from classrooms.assess.reports.views import debriefs, own, reports, results, sheets

MATCH = "matches/<int:match_id>/debrief/"
SESSION = "sessions/<int:session_id>/reports/"

urlpatterns = [
    path("games/<slug:game>/results/", results.results, name="results"),
    path(MATCH, debriefs.debrief, name="debrief"),
    path(MATCH + "make/", debriefs.debrief_make, name="debrief-make"),
    path(MATCH + "pdf/", own.debrief_pdf, name="debrief-pdf"),
    path(MATCH + "match.json", debriefs.debrief_export, name="debrief-export"),
    path(MATCH + "mine/", own.own_report, name="own-report"),
    path(MATCH + "mine/pdf/", own.own_report_pdf, name="own-report-pdf"),
    path(MATCH + "plan/pdf/", own.staff_report_pdf, name="staff-report-pdf"),
    path(SESSION, reports.session_reports, name="session-reports"),
    path(SESSION + "make/", reports.session_reports_make, name="session-reports-make"),
    path(SESSION + "all.zip", reports.session_reports_zip, name="session-reports-zip"),
    path(SESSION + "slides/", reports.class_slides, name="class-slides"),
    path(SESSION + "class/", reports.class_report, name="class-report"),
    path(SESSION + "<int:paper_id>/", reports.session_report_file, name="session-report-file"),
    path("sessions/<int:session_id>/paper/sheets/", sheets.session_sheets, name="session-sheets"),
]
