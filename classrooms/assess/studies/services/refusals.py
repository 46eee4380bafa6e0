"""Errors of studies."""

from django.utils.translation import gettext_lazy as _

from games.public.base import refusal

PlanFrozen = refusal("plan_frozen", _("The plan is frozen: this can no longer be changed."))
"""A change of the plan after it was frozen."""

NotReady = refusal("not_ready", status=422)
"""The plan lacks something; `reason` names it."""

BadPlan = refusal("bad_plan", status=422)
"""A value that a plan cannot have; `reason` names it."""

WrongPhase = refusal("wrong_phase", _("The study is not at this step."))
"""The step of the study is over or has not begun."""

StudyTestClosed = refusal("test_closed", _("This test is closed. Answers sent before count."))
"""The test cannot be answered now."""

StudyTestSent = refusal("test_sent", _("You have sent this test. It can no longer be changed."))
"""The person has sent the test."""

ConsentFixed = refusal("consent_fixed", _("The results have been passed on. This choice can no longer be changed."))
"""The results were exported or shared, so consent can no longer be withdrawn."""
