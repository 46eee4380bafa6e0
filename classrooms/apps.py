from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClassroomsConfig(AppConfig):
    name = "classrooms"
    verbose_name = _("Classrooms")

    def ready(self) -> None:
        from classrooms.accounts import password_mails, second_factor_mails, second_factors, signing_in
        from classrooms.accounts.views import second_factors as second_step
        from classrooms.analysis import card, highlights
        from classrooms.analysis import jobs as analysis_jobs
        from classrooms.api import scopes as api_scopes
        from classrooms.erasure import erasure_preview
        from classrooms.erasure import jobs as retention_jobs
        from classrooms.files import papers
        from classrooms.grading import jobs as grade_jobs
        from classrooms.grading import mails as grade_mails
        from classrooms.grading import panels as grade_panels
        from classrooms.lms import jobs as lms_jobs
        from classrooms.lms import pages as lms_pages
        from classrooms.models import Session
        from classrooms.people import panels as people_panels
        from classrooms.people.services import several as people_several
        from classrooms.questions import panels as question_panels
        from classrooms.records import checks as record_checks  # noqa: F401  they register themselves
        from classrooms.records import learning, webhooks
        from classrooms.reports import jobs as debrief_jobs
        from classrooms.sessions.queries import venues
        from classrooms.sessions.services import jobs as session_jobs
        from classrooms.signing_on import panels as sign_on_panels
        from games.work import news

        analysis_jobs.register()
        card.register()
        highlights.register()
        debrief_jobs.register()
        grade_jobs.register()
        grade_mails.register()
        password_mails.register()
        second_factor_mails.register()
        second_factors.register()
        second_step.register()
        signing_in.register()
        sign_on_panels.register()
        people_panels.register()
        learning.register()
        webhooks.register()
        retention_jobs.register()
        lms_jobs.register()
        lms_pages.register()
        session_jobs.register()
        papers.register()
        people_several.register()
        question_panels.register()
        grade_panels.register()
        erasure_preview.register()
        venues.register()
        api_scopes.register()
        news.follow("session", Session)
