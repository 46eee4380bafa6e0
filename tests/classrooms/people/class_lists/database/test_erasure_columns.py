"""No column that can hold a name is forgotten by an erasure, and names are found in texts."""

import pytest
from django.apps import apps
from django.db import models

from classrooms.care.erasure.services.texts import NAMED_IN
from classrooms.people.class_lists.services.names import Names, names_of
from games.platform.services.guests import guest_create

pytestmark = pytest.mark.django_db


def test_names_are_found_as_words_in_any_case_and_parts_with_their_capital():
    rose = Names(("Rose Marie Ng", "rose@b.org"), ("Rose", "Marie"))

    assert [
        rose.clean(text) for text in ("ROSE MARIE NG!", "rose@B.org", "Rose rose", "Roses", "Ng", "Marie-Rose")
    ] == [
        "[…]!",
        "[…]",
        "[…] rose",
        "Roses",
        "Ng",
        "[…]-[…]",
    ]


def test_a_name_of_one_word_is_no_part_of_another_text(course):
    guest = guest_create(display_name="Guest")

    assert (names_of(guest).whole, names_of(guest).parts) == (("Guest",), ())


NEUTRAL = {
    "classrooms.Course": {"time_zone", "join_code", "list_columns"},
    "classrooms.Analysis": {"status", "seed", "results", "digest"},
    "classrooms.Delivery": {"url", "kind", "key", "body", "state", "error"},
    "classrooms.Debrief": {"facts", "digest", "part_digests"},
    "classrooms.Enrolment": {"role", "student_number"},
    "classrooms.Forecast": {"values"},
    "classrooms.Identity": {"issuer", "subject", "told"},
    "classrooms.Invitation": {"role", "nonce"},
    "classrooms.FinalChoice": {"kind", "about"},
    "classrooms.KeptMark": {"key", "name", "email", "student_number", "final", "state"},
    "classrooms.LmsCourse": {
        *("context_id", "members_url", "groups_url", "line_items_url", "scopes", "roster_fault", "roster_params"),
        "counts",
    },
    "classrooms.LmsDeployment": {"deployment_id"},
    "classrooms.LmsKey": {"kid", "private_pem"},
    "classrooms.LmsLineItem": {"url"},
    "classrooms.LmsLink": {"link_id", "page", "line_item_url"},
    "classrooms.LmsLogin": {"state", "nonce", "browser", "target", "storage", "launch"},
    "classrooms.LmsMember": {"role", "name", "groups"},
    "classrooms.LmsPerson": {"subject"},
    "classrooms.LmsPlatform": {
        *("name", "product", "issuer", "client_id", "auth_url", "token_url", "jwks_url", "audience", "frames", "state"),
        *("nonce", "fault", "fault_params"),
    },
    "classrooms.LmsScore": {"state", "found", "fault", "fault_params"},
    "classrooms.MarkChange": {"kind"},
    "classrooms.MarkQuery": {"final", "state"},
    "classrooms.OwnScenario": {"game", "text", "done", "undone", "token"},
    "classrooms.Participation": {"state"},
    "classrooms.PasswordRequest": {"email", "language"},
    "classrooms.PublishedGrade": {"final", "state", "previous_final", "previous_state"},
    "classrooms.Paper": {"name", "stamp", "digest", "shows", "file", "kind", "language", "tables"},
    "classrooms.PaperBatch": {"language"},
    "classrooms.ResearchKey": {"secret"},
    "classrooms.RetentionDeed": {"kind", "step"},
    "classrooms.RoleScores": {"digest", "game", "bot", "scenario", "options", "scores", "targets"},
    "classrooms.RubricLine": {"kind", "when_nothing"},
    "classrooms.RuleChange": {"before", "after"},
    "classrooms.ScenarioVersion": {"text", "digest", "trial"},
    "classrooms.SecondFactor": {"secret", "recovery"},
    "classrooms.Session": {
        *("game", "scenario_key", "scenario", "options", "pace", "late_policy", "luck", "seed", "bot", "status"),
        *("join_code", "projector_nonce", "unfinished", "expected", "deal", "deal_seed", "opens_itself"),
    },
    "classrooms.SessionQuestion": {"bank_key", "when"},
    "classrooms.StoredFile": {"name"},
    "classrooms.Poll": {"counts", "odds", "predicts"},
    "classrooms.PollVote": {"voter"},
    "classrooms.Study": {"game", "draw_by", "strata", "seed", "power", "digest", "drawn", "result", "summary"},
    "classrooms.StudyPool": {"summaries", "numbers", "digest"},
    "classrooms.BankFit": {"game", "items"},
    "classrooms.StudyPerson": {"unit", "stratum", "order"},
    "classrooms.StudyQuestion": {"form", "bank_key"},
    "classrooms.StudyTest": {"moment", "form", "answers", "experience"},
    "classrooms.SurveyItem": {"when", "kind", "bank_key"},
    "classrooms.Team": {"seed"},
    "classrooms.ObserverLink": {"nonce"},
    "classrooms.TeamMail": {"batch", "to", "tables"},
    "classrooms.User": {
        "password",
        "username",
        "display_name",
        "family_name",
        "given_name",
        "email",
        "language",
        "time_zone",
    },
    "games.AwayPlan": {"instructions", "end"},
    "games.CalendarLink": {"nonce"},
    "games.PushSubscription": {"endpoint", "p256dh", "auth", "device", "language"},
    "games.Decision": {"key", "kind", "params"},
    "games.Event": {"kind", "data"},
    "games.Intervention": {"kind", "params", "batch", "reason"},
    "games.Job": {"kind", "subject", "state", "error"},
    "games.Match": {
        *("game", "scenario_key", "scenario", "options", "status", "pace", "late_policy", "seeds", "seed_text"),
        *("seed_salt", "commitment", "state", "result", "title", "team_name", "fork_reason", "expected"),
    },
    "games.Message": {"text"},
    "games.Move": {"key", "kind", "args", "draws", "state_hash", "author_kind", "submission_id"},
    "games.Seat": {"role", "bot"},
    "games.SeatAsk": {"answer"},
    "games.SeatInvite": {"nonce"},
}
"""Columns with texts that hold nobody's name, or that an erasure treats in code of their own. The others are cleaned by
the list NAMED_IN. A new column belongs to one of the two.
"""


def test_every_column_that_can_hold_a_text_was_thought_of():
    known = {label: set(columns) for label, columns in NEUTRAL.items()}
    for model, _way, columns in NAMED_IN:
        known.setdefault(model._meta.label, set()).update(columns)
    found = {}
    for label in ("classrooms", "games"):
        for model in apps.get_app_config(label).get_models():
            texts = {
                field.name
                for field in model._meta.get_fields()
                if isinstance(field, models.CharField | models.TextField | models.JSONField | models.FileField)
            }
            if texts:
                found[model._meta.label] = texts

    assert {
        label: found[label] - known.get(label, set()) for label in found if found[label] - known.get(label, set())
    } == {}
