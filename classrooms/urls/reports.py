"""Reports of students, teams and classes."""

from django.urls import path

from classrooms.views import reports, reports_own

MATCH = "matches/<int:match_id>/debrief/"
SESSION = "sessions/<int:session_id>/reports/"

urlpatterns = [
    path(f"{MATCH}mine/", reports_own.own_report, name="own-report"),
    path(f"{MATCH}mine/pdf/", reports_own.own_report_pdf, name="own-report-pdf"),
    path(f"{MATCH}plan/pdf/", reports_own.staff_report_pdf, name="staff-report-pdf"),
    path(SESSION, reports.session_reports, name="session-reports"),
    path(f"{SESSION}make/", reports.session_reports_make, name="session-reports-make"),
    path(f"{SESSION}all.zip", reports.session_reports_zip, name="session-reports-zip"),
    path(f"{SESSION}class/", reports.class_report, name="class-report"),
    path(f"{SESSION}<int:report_id>/", reports.session_report_file, name="session-report-file"),
]
