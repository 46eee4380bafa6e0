"""Settings of a small college: in French, with people and pages of its own, and the games below /teaching/."""

import os
from pathlib import Path

from games import embedding

BASE_DIR = Path(__file__).resolve().parent.parent
DATA = Path(os.environ.get("COLLEGE_DATA", BASE_DIR / "data"))
DATA.mkdir(exist_ok=True)
SECRET_KEY = os.environ.get("COLLEGE_SECRET_KEY", "for-this-example-only-not-for-a-site")
DEBUG = True
ALLOWED_HOSTS = ["127.0.0.1", "localhost", "testserver"]

INSTALLED_APPS = [
    "members",
    "notices",
    *embedding.APPS,
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    *embedding.MIDDLEWARE,
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": embedding.CONTEXT_PROCESSORS},
    },
    embedding.FRAGMENTS,
]
ROOT_URLCONF = "college.urls"

DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": DATA / "college.sqlite3",
        "OPTIONS": {"transaction_mode": "IMMEDIATE", "init_command": "PRAGMA journal_mode=WAL", "timeout": 20},
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "members.Member"
DOMEGO_PERSON_MODEL = AUTH_USER_MODEL
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "notices"

LANGUAGE_CODE = "fr"
LANGUAGES = [("fr", "Français"), ("en", "English")]
TIME_ZONE = "Europe/Paris"
USE_TZ = True
STATIC_URL = "static/"
EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
EMAIL_FILE_PATH = DATA / "mail"
MEDIA_ROOT = DATA / "media"

# A broker without a server: enough to look at. A real site has Redis or RabbitMQ here.
CELERY_BROKER_URL = os.environ.get("COLLEGE_BROKER", "filesystem://")
if CELERY_BROKER_URL == "filesystem://":
    (DATA / "queue").mkdir(exist_ok=True)
    _queue = str(DATA / "queue")
    CELERY_BROKER_TRANSPORT_OPTIONS = {"data_folder_in": _queue, "data_folder_out": _queue, "control_folder": _queue}

DOMEGO = {
    "SITE_URL": "http://127.0.0.1:8000",
    "SITE_NAME": "Collège du Pont",
    "VAR_DIR": str(DATA),
}
