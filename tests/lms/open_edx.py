"""Open edX's side of LTI 1.3 (`lti-consumer-xblock`), served as a site by the Python that has it installed:

    python -P open_edx.py PLACE PORT TOOL KEYS

PLACE is a directory for its database, TOOL the address of the tool, KEYS the address of the tool's keys. The package
reaches Open edX itself, with its courses and accounts, only by the functions of its `compat`. These are defined here:
one course with `PEOPLE`. The test calls /admin/... to begin a launch, and to read and change the gradebook.
"""

import json
import sys
import types
from pathlib import Path
from wsgiref.simple_server import WSGIRequestHandler, make_server

import django
from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.urls import include, path

PLACE, PORT, TOOL, KEYS = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4]
SITE = f"http://127.0.0.1:{PORT}"
COURSE = "course-v1:School+BUILD+2026"
BLOCK = "block-v1:School+BUILD+2026+type@lti_consumer+block@workshop"
EVERYBODY = {
    1: {"id": 1, "username": "claire", "name": "Claire Bonnet", "email": "claire@example.org", "roles": ["instructor"]},
    **{
        number: {
            "id": number,
            "username": f"student{number}",
            "name": f"Étudiant Numéro {number}",
            "email": f"student{number}@example.org",
            "roles": ["student"],
        }
        for number in range(2, 8)
    },
}
PEOPLE = dict(EVERYBODY)

settings.configure(
    DEBUG=False,
    LOGGING={
        "version": 1,
        "disable_existing_loggers": False,
        "handlers": {"out": {"class": "logging.StreamHandler"}},
        "root": {"handlers": ["out"], "level": "WARNING"},
    },
    SECRET_KEY="the-platform-of-the-tests-0123456789",
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    USE_TZ=True,
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    INSTALLED_APPS=[
        "django.contrib.contenttypes",
        "django.contrib.auth",
        "django.contrib.sessions",
        "config_models",
        "rest_framework",
        "django_filters",
        "lti_consumer",
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "crum.CurrentRequestUserMiddleware",
        "edx_django_utils.cache.middleware.RequestCacheMiddleware",
    ],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": PLACE / "open_edx.sqlite3"}},
    CACHES={"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}},
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True, "OPTIONS": {}}],
    LMS_ROOT_URL=SITE,
    LTI_BASE=SITE,
    LTI_API_BASE=SITE,
    PLATFORM_NAME="Open edX of the tests",
    LEARNING_MICROFRONTEND_URL=SITE,
    USAGE_ID_PATTERN=r"(?P<usage_id>(?:i4x://?[^/]+/[^/]+/[^/]+/[^@]+(?:@[^/]+)?)|(?:[^/]+))",
    COURSE_ID_PATTERN=r"(?P<course_id>[^/+]+(/|\+)[^/+]+(/|\+)[^/?]+)",
)
django.setup()

from django.core.management import call_command  # noqa: E402
from lti_consumer.api import get_lti_1p3_launch_start_url  # noqa: E402
from lti_consumer.data import Lti1p3LaunchData  # noqa: E402
from lti_consumer.models import (  # noqa: E402
    CourseAllowPIISharingInLTIFlag,
    Lti1p3Passport,
    LtiAgsLineItem,
    LtiConfiguration,
    LtiDlContentItem,
)
from lti_consumer.plugin import compat  # noqa: E402
from opaque_keys.edx.keys import CourseKey  # noqa: E402


def external(number: int) -> str:
    """The external id of a user for the tool."""
    return f"external-{number}"


compat.get_course_members = lambda _course: {
    number: {**row, "roles": list(row["roles"])} for number, row in PEOPLE.items()
}
compat.merge_course_forum_roles = lambda _course, members: members
compat.batch_get_or_create_externalids = lambda _users: {
    number: types.SimpleNamespace(external_user_id=external(number)) for number in PEOPLE
}
compat.user_has_studio_write_access = lambda _user, _course: True
compat.load_block_as_user = lambda _location: types.SimpleNamespace(has_score=False)
compat.load_enough_xblock = lambda _location: types.SimpleNamespace(
    lti_1p3_passport_id="", display_name="Workshop", context_id=COURSE, weight=20
)


def begin(request: HttpRequest) -> JsonResponse:
    """The first address of a launch for the user `who`. `deep` opens the picker, and `item` launches the last picked
    item.
    """
    asked, row = request.GET, PEOPLE[int(request.GET["who"])]
    config = LtiConfiguration.objects.get()
    data = Lti1p3LaunchData(
        user_id=row["id"],
        user_role=asked.get("role") or row["roles"][0],
        config_id=config.config_id,
        resource_link_id=BLOCK,
        external_user_id=external(row["id"]),
        name=row["name"] if asked.get("names", "1") == "1" else None,
        context_id=COURSE,
        context_type=["course_offering"],
        context_title="Construction management",
        context_label="BUILD",
        launch_presentation_document_target="window",
    )
    item = LtiDlContentItem.objects.last() if "item" in asked else None
    url = get_lti_1p3_launch_start_url(data, deep_link_launch="deep" in asked, dl_content_id=item and item.pk)
    return JsonResponse({"url": url})


def anew(_request: HttpRequest) -> JsonResponse:
    """Reset for the next test: all people are there, and nothing is picked or marked."""
    PEOPLE.update(EVERYBODY)
    LtiAgsLineItem.objects.all().delete()
    LtiDlContentItem.objects.all().delete()
    return JsonResponse({})


def people(request: HttpRequest) -> JsonResponse:
    """Remove a person (`gone`) from the course."""
    PEOPLE.pop(int(request.GET["gone"]), None)
    return JsonResponse({})


def marks(request: HttpRequest) -> JsonResponse:
    """The gradebook. If `who` and `score` are given, this mark is stored first."""
    if "who" in request.GET:
        score = LtiAgsLineItem.objects.last().scores.get(user_id=external(int(request.GET["who"])))
        score.score_given = float(request.GET["score"])
        score.save()
    columns = [
        {
            "label": item.label,
            "maximum": item.score_maximum,
            "tag": item.tag,
            "block": str(item.resource_link_id or ""),
            "marks": {
                score.user_id: [score.score_given, score.score_maximum, score.comment] for score in item.scores.all()
            },
        }
        for item in LtiAgsLineItem.objects.all()
    ]
    return JsonResponse({"columns": columns})


def items(_request: HttpRequest) -> JsonResponse:
    """The content items that were picked in the tool."""
    return JsonResponse({"items": [item.attributes for item in LtiDlContentItem.objects.order_by("pk")]})


urlpatterns = [
    path("api/", include("lti_consumer.plugin.urls", namespace="lti_consumer")),
    path("admin/begin/", begin),
    path("admin/anew/", anew),
    path("admin/people/", people),
    path("admin/marks/", marks),
    path("admin/items/", items),
]


class Quiet(WSGIRequestHandler):
    """A handler without a log."""

    def log_message(self, *_args: object) -> None:
        """Requests are not logged."""


def main() -> None:
    """Make the course, write down the tool's registration, and serve."""
    call_command("migrate", verbosity=0, run_syncdb=True)
    CourseAllowPIISharingInLTIFlag.objects.create(course_id=CourseKey.from_string(COURSE), enabled=True)
    passport = Lti1p3Passport.objects.create(lti_1p3_tool_keyset_url=KEYS)
    LtiConfiguration.objects.create(
        version=LtiConfiguration.LTI_1P3,
        config_store=LtiConfiguration.CONFIG_ON_DB,
        location=BLOCK,
        lti_1p3_passport=passport,
        lti_1p3_oidc_url=f"{TOOL}/lms/login/",
        lti_1p3_launch_url=f"{TOOL}/lms/start/",
        lti_1p3_redirect_uris=[f"{TOOL}/lms/launch/"],
        lti_advantage_enable_nrps=True,
        lti_advantage_deep_linking_enabled=True,
        lti_advantage_deep_linking_launch_url=f"{TOOL}/lms/start/",
        lti_advantage_ags_mode=LtiConfiguration.LTI_ADVANTAGE_AGS_PROGRAMMATIC,
    )
    told = {
        "issuer": SITE,
        "client_id": passport.lti_1p3_client_id,
        "deployment": "1",
        "auth_url": f"{SITE}/api/lti_consumer/v1/launch/",
        "token_url": f"{SITE}/api/lti_consumer/v1/token/{passport.passport_id}",
        "jwks_url": f"{SITE}/api/lti_consumer/v1/public_keysets/{passport.passport_id}",
        "course": COURSE,
    }
    from django.core.wsgi import get_wsgi_application

    with make_server("127.0.0.1", PORT, get_wsgi_application(), handler_class=Quiet) as server:
        (PLACE / "told.json").write_text(json.dumps(told))
        server.serve_forever()


main()
