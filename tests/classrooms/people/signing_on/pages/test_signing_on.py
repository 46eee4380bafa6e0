"""The account that a sign-in at the provider leads to."""

import pytest
from django.test import Client

from classrooms.care.erasure.services.people import person_erase
from classrooms.models import Identity, User
from games.platform.services.guests import guest_create, return_token
from tests.classrooms.people.signing_on.provider import ANNA, CLIENT
from tests.games.factories import person

pytestmark = pytest.mark.django_db


def who(client):
    """The id of the signed-in user, or None."""
    return int(client.session["_auth_user_id"]) if "_auth_user_id" in client.session else None


def said(answer):
    return answer.content.decode()


def test_somebody_new_gets_an_account_with_the_names_of_the_provider(client, provider):
    answer = provider.come_back(client, "/sign-in/with/?next=/account/")

    user = User.objects.get()
    assert (answer.status_code, answer["Location"], who(client)) == (302, "/account/", user.pk)
    assert [user.display_name, user.given_name, user.family_name, user.email, user.is_guest] == [
        "Anna Berg",
        "Anna",
        "Berg",
        "anna@uni.example.org",
        False,
    ]
    assert user.has_usable_password() is False
    identity = Identity.objects.get()
    assert (identity.user_id, identity.issuer, identity.subject) == (user.pk, provider.url, "anna-7")
    assert (provider.asked["client_id"], provider.asked["scope"]) == (CLIENT, "openid profile email")


def test_nobody_is_led_to_another_site(client, provider):
    answer = provider.come_back(client, "/sign-in/with/?next=https://evil.example.org/")

    assert answer["Location"] == "/games/"


def test_the_same_subject_is_the_same_person_whatever_their_address(client, provider):
    provider.come_back(client)
    user = User.objects.get()
    client.logout()
    provider.person = {**ANNA, "email": "anna.holm@uni.example.org", "family_name": "Holm", "name": "Anna Holm"}

    provider.come_back(client)

    user.refresh_from_db()
    assert (who(client), User.objects.count()) == (user.pk, 1)
    assert (user.email, user.display_name) == ("anna.holm@uni.example.org", "Anna Holm")


def test_what_somebody_changed_here_stays(client, provider):
    provider.come_back(client)
    User.objects.update(display_name="Anni")
    provider.person = {**ANNA, "name": "Anna Holm"}

    provider.come_back(Client())

    assert User.objects.get().display_name == "Anni"


def test_another_subject_with_the_address_of_before_is_somebody_else(client, provider):
    provider.come_back(client)
    provider.person = {**ANNA, "sub": "anna-8"}

    answer = provider.come_back(Client())

    assert answer.status_code == 409
    assert "An account of this site has your address already." in said(answer)
    assert User.objects.count() == 1


def test_an_address_that_another_account_has_is_not_taken_over(client, provider):
    provider.come_back(client)
    other = person("other", email="taken@uni.example.org")
    provider.person = {**ANNA, "email": "Taken@uni.example.org"}

    provider.come_back(Client())

    assert Identity.objects.get().user.email == "anna@uni.example.org"
    assert User.objects.get(pk=other.pk).email == "taken@uni.example.org"


def test_a_verified_address_alone_opens_no_account(client, provider):
    owner = person("anna", email="ANNA@uni.example.org")

    answer = provider.come_back(client)

    assert (answer.status_code, who(client)) == (409, None)
    assert list(User.objects.all()) == [owner]
    assert Identity.objects.count() == 0


def test_linking_takes_a_sign_in_of_both_sides_and_a_yes(client, provider):
    owner = person("anna", email="anna@uni.example.org")
    client.force_login(User.objects.get(username="anna"))

    asks = provider.come_back(client, "/account/sign-in/")
    assert (asks.status_code, asks["Location"]) == (302, "/account/sign-in/confirm/")
    page = said(client.get("/account/sign-in/confirm/"))
    assert "<strong>Anna Berg</strong>, anna@uni.example.org" in page
    assert Identity.objects.count() == 0
    done = client.post("/account/sign-in/confirm/", follow=True)

    assert "Campus signs you in from now on." in said(done)
    assert list(Identity.objects.values_list("user", "subject")) == [(owner.pk, "anna-7")]
    browser = Client()
    provider.come_back(browser)
    assert who(browser) == owner.pk
    owner.refresh_from_db()
    assert (owner.display_name, owner.family_name) == ("Anna", "Berg")


def test_a_confirmation_that_nobody_asked_for_links_nothing(client, provider):
    person("anna")
    client.force_login(User.objects.get(username="anna"))

    answer = client.post("/account/sign-in/confirm/")

    assert (answer.status_code, answer["Location"]) == (302, "/account/")
    assert Identity.objects.count() == 0


def test_who_signs_in_as_somebody_else_meanwhile_links_nothing(client, provider):
    person("anna")
    person("boris")
    client.force_login(User.objects.get(username="anna"))
    away = client.get("/account/sign-in/")
    back = provider.back(away["Location"])
    session = dict(client.session.items())
    kept = {name: session[name] for name in session if name.startswith(("_state", "sign_on"))}
    client.force_login(User.objects.get(username="boris"))
    session = client.session
    session.update(kept)
    session.save()

    answer = client.get(back)

    assert answer.status_code == 403
    assert Identity.objects.count() == 0


def test_a_sign_in_that_belongs_to_another_account_is_not_linked(client, provider):
    provider.come_back(Client())
    person("boris")
    client.force_login(User.objects.get(username="boris"))

    provider.come_back(client, "/account/sign-in/")
    answer = client.post("/account/sign-in/confirm/")

    assert answer.status_code == 409
    assert "This sign-in belongs to another account of this site already." in said(answer)
    assert Identity.objects.get().user.display_name == "Anna Berg"


def test_an_account_has_one_sign_in(client, provider):
    boris = person("boris")
    client.force_login(User.objects.get(username="boris"))
    for subject, status in (("boris-1", 302), ("boris-2", 409), ("boris-1", 302)):
        provider.person = {**ANNA, "sub": subject}
        provider.come_back(client, "/account/sign-in/")
        assert client.post("/account/sign-in/confirm/").status_code == status

    assert list(Identity.objects.values_list("user", "subject")) == [(boris.pk, "boris-1")]


def test_a_link_is_taken_away_where_there_is_another_way_in(client, provider):
    person("boris")
    client.force_login(User.objects.get(username="boris"))
    provider.come_back(client, "/account/sign-in/")
    client.post("/account/sign-in/confirm/")
    assert "Take the link away" in said(client.get("/account/"))

    answer = client.post("/account/sign-in/unlink/", follow=True)

    assert "Campus signs you in no longer." in said(answer)
    assert Identity.objects.count() == 0


def test_the_only_way_in_stays(client, provider):
    provider.come_back(client)
    page = said(client.get("/account/"))
    assert "It is the only way into your account." in page
    assert "Take the link away" not in page

    answer = client.post("/account/sign-in/unlink/", follow=True)

    assert "This is the only way into your account, so it stays." in said(answer)
    assert Identity.objects.count() == 1


def test_a_guest_links_the_account_of_their_personal_link(client, provider):
    guest = guest_create(display_name="Anna of the list", email="anna@uni.example.org")
    client.post(f"/back/{return_token(guest)}/")
    client.get(f"/back/{return_token(guest)}/")

    provider.come_back(client, "/account/sign-in/")
    client.post("/account/sign-in/confirm/")

    browser = Client()
    provider.come_back(browser)
    assert who(browser) == guest.pk


def test_a_closed_account_is_refused(client, provider):
    provider.come_back(client)
    User.objects.update(is_active=False)
    client.logout()

    answer = provider.come_back(client)

    assert (answer.status_code, who(client)) == (403, None)
    assert "Your account on this site is closed. Ask the operator of the site." in said(answer)


def test_who_was_erased_comes_back_as_somebody_new(client, provider):
    provider.come_back(client)
    person_erase(user=User.objects.get())

    provider.come_back(Client())

    assert Identity.objects.count() == 1
    assert User.objects.filter(erased_at__isnull=True).count() == 1


def test_a_site_may_take_only_whom_it_knows(client, provider, domego):
    domego.OIDC_NEW_ACCOUNTS = False

    answer = provider.come_back(client)

    assert (answer.status_code, User.objects.count()) == (403, 0)
    assert "No account of this site is linked to this sign-in." in said(answer)


def test_a_second_factor_is_asked_for_as_after_a_password(client, provider):
    from games.platform import clock

    provider.come_back(client)
    User.objects.update(second_factor_since=clock.now())
    client.logout()

    answer = provider.come_back(client)

    assert (answer["Location"], who(client)) == ("/sign-in/code/", None)


@pytest.mark.parametrize(
    ("claim", "values", "may"),
    [
        ("groups", ["staff", "teachers"], True),
        ("groups", ["students"], False),
        ("groups", "teachers,staff", True),
        ("groups", None, False),
        ("groups", [7, None, {}], False),
        ("realm_access.roles", {"roles": ["teachers"]}, True),
    ],
)
def test_a_role_at_the_provider_lets_somebody_create_courses(client, provider, domego, claim, values, may):
    domego.OIDC_ROLES_CLAIM, domego.OIDC_INSTRUCTORS = claim, "teachers, professors"
    provider.person = {**ANNA, claim.partition(".")[0]: values}

    provider.come_back(client)

    assert User.objects.get().can_create_courses is may


def test_a_role_that_is_gone_takes_back_what_it_gave_and_nothing_else(client, provider, domego):
    domego.OIDC_ROLES_CLAIM, domego.OIDC_INSTRUCTORS = "groups", "teachers"
    provider.person = {**ANNA, "groups": ["teachers"]}
    provider.come_back(Client())
    provider.person = {**ANNA, "groups": []}
    provider.come_back(Client())
    assert User.objects.get().can_create_courses is False

    User.objects.update(can_create_courses=True)
    provider.come_back(Client())

    assert User.objects.get().can_create_courses is True


def test_names_are_asked_for_where_the_token_has_none(client, provider):
    provider.discovery = {"userinfo_endpoint": f"{provider.url}/userinfo"}
    provider.answers["/userinfo"] = (200, ANNA)
    provider.person = {"sub": "anna-7"}

    provider.come_back(client)

    assert User.objects.get().display_name == "Anna Berg"


def test_names_that_cannot_be_shown_are_left_out(client, provider):
    provider.person = {"sub": "x", "name": "An\u202ena", "preferred_username": "anna", "email": "no address"}

    provider.come_back(client)

    user = User.objects.get()
    assert (user.display_name, user.email) == ("anna", "")


def test_without_a_provider_there_is_no_such_page(client):
    for path in ("/sign-in/with/", "/sign-in/with/back/", "/account/sign-in/", "/account/sign-in/confirm/"):
        assert client.get(path).status_code == 404
    assert "Sign in with" not in said(client.get("/sign-in/"))


def test_the_page_to_sign_in_shows_the_way_and_keeps_where_one_goes(client, provider):
    page = said(client.get("/sign-in/?next=/account/"))

    assert 'href="/sign-in/with/?next=%2Faccount%2F">Sign in with Campus</a>' in page


def test_two_windows_at_once_make_one_account(client, provider):
    """The second window finds the row that the first one made."""
    from classrooms.people.signing_on.claims import Arrival
    from classrooms.people.signing_on.services import person_arrives

    arrival = Arrival(provider.url, "anna-7", "Anna")
    first = person_arrives(arrival=arrival, new_accounts=True)
    second = person_arrives(arrival=arrival, new_accounts=True)

    assert (first.pk, User.objects.count()) == (second.pk, 1)
