from importlib import import_module
from typing import Final

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

FILLING: Final = (
    "people.accounts.password_mails",
    "people.accounts.second_factor_mails",
    "people.accounts.second_factors",
    "people.accounts.signing_in",
    "people.accounts.views.second_factors",
    "people.signing_on.panels",
    "people.class_lists.panels",
    "people.class_lists.services.several",
    "files.papers",
    "play.sessions.queries.venues",
    "play.sessions.services.jobs",
    "play.questions.panels",
    "play.scenarios.services.for_sessions",
    "play.scenarios.services.trials",
    "play.monitor.mails",
    "play.monitor.observing",
    "assess.grading.jobs",
    "assess.grading.mails",
    "assess.grading.panels",
    "assess.analysis.card",
    "assess.analysis.highlights",
    "assess.analysis.jobs",
    "assess.reports.jobs",
    "assess.reports.decision_sheets",
    "assess.reports.views.sheets",
    "assess.studies.jobs",
    "assess.studies.mails",
    "assess.studies.pages",
    "assess.studies.papers",
    "care.erasure.erasure_preview",
    "care.erasure.jobs",
    "connect.api.scopes",
    "connect.lms.jobs",
    "connect.lms.pages",
    "connect.records.checks",
    "connect.records.learning",
    "connect.records.webhooks",
)
"""Modules that fill hooks, or register checks, in their last lines."""


class ClassroomsConfig(AppConfig):
    name = "classrooms"
    verbose_name = _("Classrooms")

    def ready(self) -> None:
        """Fill the hooks of the games and of lower rooms (`manage.py hooks` lists them)."""
        from classrooms.models import Session
        from games.public.work import news

        for module in FILLING:
            import_module(f"classrooms.{module}")
        news.follow("session", Session)
