import pytest
from django.core.management import CommandError, call_command

from domego_site import checks, paths, probes, processes


def messages(found):
    return [(message.id, message.msg, message.hint) for message in found]


def test_a_site_on_https_without_mail_is_told(settings, domego):
    domego.SITE_URL = "https://games.example.org"
    settings.EMAIL_URL = ""
    settings.EMAIL_FILE_PATH = "/srv/mail"

    assert messages(checks.mail_is_configured(None)) == [
        (
            "site.W003",
            "No mail leaves this site: messages are written to /srv/mail.",
            "EMAIL_URL=smtp+tls://user:password@mail.example.org:587 in the environment.",
        )
    ]


def test_a_local_site_without_mail_is_left_alone(settings, domego):
    domego.SITE_URL = "http://127.0.0.1:8000"
    settings.EMAIL_URL = ""

    assert checks.mail_is_configured(None) == []


def test_the_key_of_a_clone_is_not_taken_for_that_of_a_site(settings, domego, monkeypatch, tmp_path):
    monkeypatch.setattr(paths, "VAR_DIR", tmp_path)
    domego.SITE_URL = "https://games.example.org"
    settings.SECRET_KEY = paths.local_secret_key()

    assert [message.id for message in checks.secret_key_is_the_sites_own(None)] == ["site.W001"]
    settings.SECRET_KEY = "another"
    assert checks.secret_key_is_the_sites_own(None) == []


def test_a_directory_that_others_can_look_into_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(paths, "VAR_DIR", tmp_path)
    tmp_path.chmod(0o750)

    assert [message.id for message in checks.files_are_private(None)] == ["site.W006"]
    tmp_path.chmod(0o700)
    assert checks.files_are_private(None) == []


def test_a_missing_pango_is_named_with_the_command_that_installs_it(monkeypatch):
    monkeypatch.setattr(probes, "PANGO_LIBRARIES", ("libpango-of-nowhere.so.0",))

    assert messages(checks.pango_is_installed(None)) == [
        (
            "site.W002",
            "PDF files cannot be made: libpango-of-nowhere.so.0 cannot be loaded.",
            "apt-get install -y libpango-1.0-0 libpangoft2-1.0-0   (macOS: brew install pango)",
        )
    ]


@pytest.mark.django_db
def test_a_redis_that_does_not_answer_is_named(settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"

    (message,) = checks.services()

    assert message.id == "site.E003"
    assert message.msg.startswith("Redis does not answer: Error 111 connecting to 127.0.0.1:1.")
    assert "REDIS_URL" in message.hint


@pytest.mark.django_db
def test_a_missing_broker_is_named(settings, monkeypatch):
    settings.REDIS_URL = ""
    monkeypatch.setattr(processes.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setenv("PATH", "/nowhere")

    assert [message.id for message in checks.services()] == ["site.E002"]


@pytest.mark.django_db
def test_health_says_what_is_away_and_nothing_else(client, settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"

    response = client.get("/healthz")

    assert response.status_code == 503
    assert response.json() == {"database": "ok", "broker": "away"}


def test_a_template_that_does_not_compile_is_named(monkeypatch, tmp_path, settings):
    monkeypatch.setattr(paths, "BASE_DIR", tmp_path)
    for name, text in (("good.html", "{{ it.name }}"), ("torn.html", "{% if it %}"), ("words.txt", "{{ it|shuffle }}")):
        (tmp_path / "templates" / "a").mkdir(parents=True, exist_ok=True)
        (tmp_path / "templates" / "a" / name).write_text(text)
    settings.TEMPLATES = [{**settings.TEMPLATES[0], "DIRS": [tmp_path / "templates"]}]

    with pytest.raises(CommandError) as told:
        call_command("check_templates")

    assert [line.partition(": ")[0] for line in str(told.value).splitlines()] == [
        "templates/a/torn.html",
        "templates/a/words.txt",
    ]
