"""Run by `manage.py shell` in the site of docs/run/embed.md, which uses Django's own users. Accounts, guests and people
of courses are kept apart, and are merged on purpose. Prints "all seen" at its end."""

import re
import sys

from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.test import Client

from classrooms.care.erasure.services.people import person_erase
from classrooms.models import Course, User
from games.models import Match
from games.platform.work.presence import last_on_site

HOST = {"HTTP_HOST": "localhost"}
Account = get_user_model()


def client(account=None):
    found = Client(enforce_csrf_checks=False, **HOST)
    if account is not None:
        found.force_login(account)
    return found


def seen(said, wanted):
    assert said == wanted, f"{said!r} and not {wanted!r}"


def form(page, **values):
    """The data of the first form of main that has these fields, hidden fields included."""
    for found in re.findall(r"<form.*?</form>", page.content.decode(), re.DOTALL):
        fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', found))
        if all(f'name="{name}"' in found for name in values):
            return fields | values
    raise AssertionError(f"no form with {', '.join(values)}")


claire = Account.objects.create_user("claire", "claire@example.org", "a-long-password", first_name="Claire")
ben = Account.objects.create_user("ben", "ben@example.org", "a-long-password", first_name="Ben", last_name="Brun")
assert not User.objects.exists()  # nobody was here yet

# Claire may make courses once she is let; the console finds her by the name that she signs in with.
call_command("create_instructor", "claire", "Claire")
person = User.objects.get()
seen((person.display_name, person.given_name, person.email, person.account), ("Claire", "Claire", claire.email, claire))
desk = client(claire)
made = desk.post("/teaching/courses/new/", {"name": "Chantiers", "term": "", "time_zone": "Europe/Paris"})
seen(made.status_code, 302)
course = Course.objects.get()
seen(course.created_by, person)
seen((desk.get("/teaching/account/").status_code, desk.get("/teaching/account/password/").status_code), (200, 404))
seen(desk.get("/teaching/sign-in/?next=/teaching/games/")["Location"], "/admin/login/?next=/teaching/games/")

# The account's rights are looked at each time.
claire.is_staff = True
claire.save()
seen(desk.get("/teaching/invitations/").status_code, 200)
claire.is_staff = False
claire.save()
seen(desk.get("/teaching/invitations/").status_code, 403)

# A page of the site's own makes nobody a person. One of ours does, and says that they are here.
eva = Account.objects.create_user("eva", password="a-long-password", is_staff=True)
visitor = client(eva)
seen((visitor.get("/admin/").status_code, User.objects.filter(account=eva).exists()), (200, False))
seen(visitor.get("/teaching/games/").status_code, 200)
seen(len(last_on_site([User.objects.get(account=eva).pk])), 1)

# A guest with the course's code is nobody on the site, also where an account of it has the same number.
code = course.join_code or (desk.post(f"{made['Location']}code/"), Course.objects.get().join_code)[1]
Course.objects.update(join_open=True)
bus = client()
page = bus.get(f"/teaching/enrol/{code}/")
joined = bus.post(f"/teaching/enrol/{code}/", form(page, name="Ana Costa"))
link = re.search(r"/teaching/back/[^/\"<]+/", joined.content.decode())[0]
ana = User.objects.get(is_guest=True)
seen(ana.account, None)
assert Account.objects.filter(pk=ana.pk).exists()
assert "_auth_user_id" not in bus.session
assert "Ana Costa" in bus.get("/teaching/games/").content.decode()
seen(bus.get("/admin/").status_code, 302)
started = bus.post("/teaching/games/first/dominyam/")
seen(started.status_code, 302)
match = Match.objects.get()
seen(ana.held_seats.count(), 1)
table = bus.get(started["Location"], follow=True)
seen((table.status_code, "Ana" in table.content.decode()), (200, True))
seen(bus.get(f"/teaching/matches/{match.pk}/live/").status_code, 200)
seen(client().get(f"/teaching/matches/{match.pk}/live/").status_code, 404)
seen(desk.get(f"/teaching/matches/{match.pk}/").status_code, 404)

# Her personal link works on another device; another link of hers ends both.
phone = client()
seen(phone.post(link).status_code, 302)
assert "Ana Costa" in phone.get("/teaching/games/").content.decode()

# Ben signs in on the phone that Ana left: it is his now. He is Ana, in fact, and says so.
phone.force_login(ben)
assert "Ana Costa" not in phone.get("/teaching/games/").content.decode()
other = User.objects.get(account=ben)
seen((other.display_name, other.family_name, other.is_guest), ("Ben Brun", "Brun", False))
token = link.rstrip("/").rpartition("/")[2]
seen(phone.post(f"/teaching/this-is-me/{token}/").status_code, 302)
seen(list(course.enrolments.filter(role="student").values_list("user", flat=True)), [other.pk])
seen(phone.get(f"/teaching/matches/{match.pk}/").status_code, 200)
seen(bus.get("/teaching/games/").status_code, 302)  # the guest is no more

# Programs sign in with the account's password and act for its person.
asked = client().post(
    "/teaching/api/v1/token", {"username": "ben", "password": "a-long-password"}, content_type="application/json"
)
seen(asked.status_code, 201)
header = {"HTTP_AUTHORIZATION": f"Bearer {asked.json()['token']}"}
seen(client().get(f"/teaching/api/v1/matches/{match.pk}", **header).status_code, 200)
seen(client().get(f"/teaching/api/v1/matches/{match.pk}").status_code, 401)

# An invitation is taken by an account; nobody can make one here.
desk.post(f"/teaching/courses/{course.pk}/invitations/", {"role": "assistant", "note": "", "days": "7"})
listed = desk.get(f"/teaching/courses/{course.pk}/invitations/").content.decode()
invitation = re.search(r"/teaching/invited/[^/\"<]+/", listed)[0]
page = client().get(invitation).content.decode()
assert 'name="password"' not in page
assert "/admin/login/?next=" in page
zoe = Account.objects.create_user("zoe", password="a-long-password")
seen(client(zoe).post(invitation).status_code, 302)
seen(course.enrolments.get(role="assistant").user.display_name, "zoe")

# A closed account is out; a deleted one leaves what its person did, and is nobody's again.
zoe.is_active = False
zoe.save()
seen(client(zoe).get("/teaching/courses/").status_code, 302)
number = zoe.pk
zoe.delete()
left = course.enrolments.get(role="assistant").user
seen((left.display_name, left.account), ("zoe", None))
again = Account.objects.create_user("zoe", pk=number)
client(again).get("/teaching/games/")
assert User.objects.get(account=again) != left

# Erased, a person is nobody's; the account comes back as somebody new. A guest's sessions end, an account's do not.
guest = client()
seen(
    guest.post(f"/teaching/enrol/{code}/", form(guest.get(f"/teaching/enrol/{code}/"), name="Dan Petit")).status_code,
    200,
)
dan = User.objects.get(display_name="Dan Petit")
neighbour = client(Account.objects.filter(pk=dan.pk).first() or Account.objects.create_user("fay", pk=dan.pk))
seen(neighbour.get("/teaching/games/").status_code, 200)
person_erase(user=dan, by=None)
seen((guest.get("/teaching/games/").status_code, neighbour.get("/teaching/games/").status_code), (302, 200))
person_erase(user=other, by=None)
seen(phone.get("/teaching/games/").status_code, 200)
assert User.objects.get(account=ben).pk != other.pk

# Signing out ends both.
phone.post("/teaching/sign-out/")
seen(phone.get("/teaching/games/").status_code, 302)
sys.stdout.write("all seen\n")
