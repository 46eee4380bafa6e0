import pytest
from django.core.management import CommandError, call_command

from classrooms.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def create(monkeypatch, capsys):
    monkeypatch.setenv("FIRST_PASSWORD", "correct horse battery")

    def create(email="ada@example.org", name="Ada Lovelace", variable="FIRST_PASSWORD", **options):
        call_command("create_instructor", email, name, password_env=variable, **options)
        return capsys.readouterr().out.splitlines()

    return create


def test_an_instructor_signs_in_by_mail_address_and_may_create_courses(create, domego):
    domego.SITE_URL = "https://games.example.org"

    said = create()

    user = User.objects.get()
    assert (user.username, user.email, user.display_name) == ("ada@example.org", "ada@example.org", "Ada Lovelace")
    assert (user.can_create_courses, user.is_staff) == (True, False)
    assert user.check_password("correct horse battery")
    assert said == [
        "The account was created; Ada Lovelace may create courses.",
        "Next: sign in at https://games.example.org/sign-in/ with ada@example.org.",
    ]


def test_who_has_an_account_keeps_its_password(create):
    User.objects.create_user("Ada@example.org", password="older than this", display_name="Ada")

    said = create()

    user = User.objects.get()
    assert (user.can_create_courses, user.check_password("older than this")) == (True, True)
    assert said[0] == "The account was there already, its password is unchanged; Ada Lovelace may create courses."


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"email": "ada at home"}, "Enter a valid"),
        ({"name": " "}, "This field cannot be blank."),
        ({"variable": "NO_SUCH_VARIABLE"}, "The variable NO_SUCH_VARIABLE is not set."),
    ],
)
def test_a_refused_instructor_is_not_created(create, change, said):
    with pytest.raises(CommandError, match=said):
        create(**change)

    assert User.objects.count() == 0


def test_a_weak_password_is_refused(create, monkeypatch):
    monkeypatch.setenv("FIRST_PASSWORD", "password")

    with pytest.raises(CommandError, match="too common"):
        create()

    assert User.objects.count() == 0


def test_a_time_zone_that_does_not_exist_is_refused():
    user = User(username="ada", password="x", display_name="Ada", time_zone="Europe/Nowhere")

    with pytest.raises(Exception, match="This time zone is not known."):
        user.full_clean()
