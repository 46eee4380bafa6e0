from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClassroomsConfig(AppConfig):
    name = "classrooms"
    verbose_name = _("Classrooms")

    def ready(self) -> None:
        from classrooms.assess.analysis import card, highlights
        from classrooms.assess.analysis import jobs as analysis_jobs
        from classrooms.assess.grading import jobs as grade_jobs
        from classrooms.assess.grading import mails as grade_mails
        from classrooms.assess.grading import panels as grade_panels
        from classrooms.assess.reports import jobs as debrief_jobs
        from classrooms.care.erasure import erasure_preview
        from classrooms.care.erasure import jobs as retention_jobs
        from classrooms.connect.api import scopes as api_scopes
        from classrooms.connect.lms import jobs as lms_jobs
        from classrooms.connect.lms import pages as lms_pages
        from classrooms.connect.records import checks as record_checks  # noqa: F401  they register themselves
        from classrooms.connect.records import learning, webhooks
        from classrooms.files import papers
        from classrooms.models import Session
        from classrooms.people.accounts import password_mails, second_factor_mails, second_factors, signing_in
        from classrooms.people.accounts.views import second_factors as second_step
        from classrooms.people.class_lists import panels as people_panels
        from classrooms.people.class_lists.services import several as people_several
        from classrooms.people.signing_on import panels as sign_on_panels
        from classrooms.play.questions import panels as question_panels
        from classrooms.play.sessions.queries import venues
        from classrooms.play.sessions.services import jobs as session_jobs
        from games.platform.work import news

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
