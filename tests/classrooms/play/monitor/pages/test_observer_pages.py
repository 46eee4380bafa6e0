"""Observers by HTTP: people are chosen or come by a link, cannot act, and write a note for the debrief."""

import pytest
from django.test import Client
from django.urls import reverse

from classrooms.assess.reports.services import debrief_freeze
from classrooms.models import ObserverLink, SessionStatus, TableObserver, User
from classrooms.play.monitor.services.observers import observer_link_token
from classrooms.play.questions.services.polls import prediction_open
from games.models import Match
from tests.classrooms.play.monitor.workshop import member, workshop
from tests.games.factories import play_on, record_of
from tests.site.html import steady

pytestmark = pytest.mark.django_db


@pytest.fixture
def room():
    return workshop(teams=2, options={"hidden_allocations": True})


@pytest.fixture
def zoe(room):
    return member(room.course, "student", display_name="Zoe Martin")


@pytest.fixture
def teacher(room):
    return signed_in(room.teacher)


def signed_in(user):
    client = Client()
    client.force_login(user)
    return client


def observers_url(room):
    return reverse("classrooms:session-observers", args=[room.play_session.pk])


def table_url(room):
    return reverse("games:match", args=[room.match.pk])


def chosen(room, *people, action="add", view="", friend=False):
    sent = {"action": action, "team": room.tables[0].pk, "view": view, "people": [user.pk for user in people]}
    return sent | ({"is_critical_friend": "on"} if friend else {})


def told(answer):
    return [str(message) for message in answer.context["messages"]]


def text_of(answer):
    return steady(answer.content.decode())


def link_url(room):
    return reverse("classrooms:observe", args=[observer_link_token(ObserverLink.objects.get(revoked_at=None))])


def test_people_of_the_class_list_are_chosen_with_a_view(room, zoe, teacher):
    answer = teacher.post(observers_url(room), chosen(room, zoe, view="1", friend=True), follow=True)

    assert told(answer) == ["1 person looks on now."]
    assert list(TableObserver.objects.values_list("user", "session_team", "seat", "is_critical_friend")) == [
        (zoe.pk, room.tables[0].pk, 1, True)
    ]
    assert "Zoe Martin" in text_of(answer)


def test_without_people_the_form_says_so_and_keeps_its_choices(room, zoe, teacher):
    answer = teacher.post(observers_url(room), chosen(room, view="1", friend=True))

    assert answer.status_code == 422
    assert answer.context["form"].errors == {"people": ["Choose at least one person."]}
    assert 'value="1" selected' in text_of(answer)
    assert TableObserver.objects.count() == 0


def test_people_with_a_seat_are_not_offered_and_not_taken(room, zoe, teacher):
    player = room.people[0][0]

    shown = teacher.get(observers_url(room))
    answer = teacher.post(observers_url(room), chosen(room, player))

    assert [value for value, _label in shown.context["form"].fields["people"].choices] == [zoe.pk]
    assert answer.status_code == 422
    assert TableObserver.objects.count() == 0


def test_without_anybody_to_choose_a_link_can_be_made(room, teacher):
    assert "Everybody on the class list has a seat" in text_of(teacher.get(observers_url(room)))

    answer = teacher.post(observers_url(room), chosen(room, action="link", view="0"), follow=True)

    assert told(answer) == ["The link is made. An earlier link of this team no longer works."]
    assert f"http://testserver{link_url(room)}" in text_of(answer)


@pytest.mark.parametrize(("role", "status"), [("assistant", 200), ("observer", 403), ("student", 403)])
def test_people_who_run_the_session_have_the_page(room, role, status):
    assert signed_in(member(room.course, role)).get(observers_url(room)).status_code == status


@pytest.mark.parametrize("action", ["remove", "revoke", "share", "hide"])
def test_rows_of_another_session_are_not_found(room, teacher, action):
    other = workshop()
    observer = member(other.course, "student")
    signed_in(other.teacher).post(observers_url(other), chosen(other, observer))
    signed_in(other.teacher).post(observers_url(other), chosen(other, action="link"))
    rows = ObserverLink if action == "revoke" else TableObserver

    answer = teacher.post(observers_url(room), {"action": action, "row": rows.objects.get().pk})

    assert answer.status_code == 404
    row = TableObserver.objects.get()
    assert (row.ended_at, row.shared_at, ObserverLink.objects.get().revoked_at) == (None, None, None)


def test_an_unknown_action_and_a_number_that_is_none_are_refused(room, zoe, teacher):
    teacher.post(observers_url(room), chosen(room, zoe), follow=True)
    row = TableObserver.objects.get()

    answer = teacher.post(observers_url(room), {"action": "promote", "row": row.pk}, follow=True)
    broken = teacher.post(observers_url(room), {"action": "remove", "row": "x"}, follow=True)

    assert (len(told(answer)), len(told(broken))) == (1, 1)
    assert TableObserver.objects.get().ended_at is None


def test_a_visitor_gives_a_name_and_looks_on_from_the_seat_of_the_link(room, teacher):
    teacher.post(observers_url(room), chosen(room, action="link", view="1"))
    visitor = Client()
    url = link_url(room)

    assert "its hidden cards too" in text_of(visitor.get(url))
    assert visitor.post(url, {"name": ""}).status_code == 422
    welcome = visitor.post(url, {"name": "Ada"})
    shown = visitor.get(table_url(room))

    row = TableObserver.objects.get()
    assert (row.user.display_name, row.user.is_guest, row.seat) == ("Ada", True, 1)
    assert "Your personal link" in text_of(welcome)
    assert (shown.status_code, shown.context["page"].read.seat) == (200, 1)
    notice = shown.context["page"].part("notice")
    assert (notice.team, notice.own_view.role, notice.seen_as) == ("Team 1", shown.context["page"].read.roles[1], None)
    assert "You look on at the table of Team 1 and cannot act." in text_of(shown)


def test_a_player_who_opens_the_link_is_told_why_not(room, teacher):
    teacher.post(observers_url(room), chosen(room, action="link"))

    answer = signed_in(room.people[1][0]).post(link_url(room))

    assert answer.status_code == 409
    assert "People with a seat in this session play it" in text_of(answer)
    assert TableObserver.objects.count() == 0


def test_a_visitor_who_comes_too_late_leaves_no_account(room, teacher):
    teacher.post(observers_url(room), chosen(room, action="link"))
    url, people = link_url(room), User.objects.count()
    teacher.post(observers_url(room), {"action": "revoke", "row": ObserverLink.objects.get().pk})

    answer = Client().post(url, {"name": "Ada"})

    assert (answer.status_code, User.objects.count()) == (410, people)
    assert Client().get(reverse("classrooms:observe", args=["forged"])).status_code == 410


def test_the_teacher_who_opens_the_link_comes_to_the_page_of_the_team(room, teacher):
    teacher.post(observers_url(room), chosen(room, action="link"))

    answer = teacher.post(link_url(room))

    assert answer["Location"] == reverse("classrooms:session-table", args=[room.play_session.pk, room.tables[0].pk])
    assert TableObserver.objects.count() == 0


def test_the_team_reads_who_looks_on_and_with_which_view(room, zoe, teacher):
    player = signed_in(room.people[0][0])
    revision = Match.objects.get(pk=room.match.pk).revision

    def watching():
        notice = player.get(table_url(room)).context["page"].part("notice")
        return [(each.names, each.role and each.role.name) for each in notice.watching]

    assert watching() == []
    ana = member(room.course, "student", display_name="Ana Costa")
    teacher.post(observers_url(room), chosen(room, zoe, view="1"))
    assert watching() == [(("Zoe Martin",), player.get(table_url(room)).context["page"].read.roles[1].name)]
    assert Match.objects.get(pk=room.match.pk).revision > revision
    teacher.post(observers_url(room), chosen(room, zoe))
    assert watching() == [(("Zoe Martin",), None)]
    assert "Zoe Martin looks on at this table and sees what everybody sees." in text_of(player.get(table_url(room)))
    teacher.post(observers_url(room), chosen(room, ana))
    assert watching() == [(("Zoe Martin", "Ana Costa"), None)]
    for row in TableObserver.objects.filter(ended_at=None):
        teacher.post(observers_url(room), {"action": "remove", "row": row.pk})
    assert watching() == []


@pytest.mark.parametrize("view", ["", "0"])
def test_each_way_to_act_is_closed_to_an_observer(room, zoe, teacher, view):
    teacher.post(observers_url(room), chosen(room, zoe, view=view))
    client, match = signed_in(zoe), room.match
    row = match.decisions.filter(closed_at__isnull=True).order_by("seat").first()
    before = record_of(match)

    shown = client.get(table_url(room))
    answers = [
        client.post(reverse("games:play", args=[match.pk]), {"seat": row.seat, "key": row.key, "buy": 0}),
        client.post(reverse("games:talk", args=[match.pk]), {"text": "Psst."}),
        client.post(reverse("games:steer", args=[match.pk]), {"action": "pause"}),
        client.post(reverse("games:seat", args=[match.pk, row.seat]), {"action": "take"}),
        client.post(f"/api/v1/matches/{match.pk}/messages", {"text": "Psst."}, content_type="application/json"),
    ]

    assert shown.context["page"].read.card is None
    assert 'id="say-form"' not in text_of(shown)
    assert record_of(match) == before
    assert not match.messages.exists()
    assert not zoe.held_seats.exists()
    assert {answer.status_code for answer in answers} <= {302, 403, 404, 409}


def test_other_tables_and_the_pages_of_the_session_stay_closed_to_a_visitor(room, teacher):
    teacher.post(observers_url(room), chosen(room, action="link"))
    visitor = Client()
    visitor.post(link_url(room), {"name": "Ada"})

    urls = [
        reverse("games:match", args=[room.tables[1].match_id]),
        reverse("classrooms:session-table", args=[room.play_session.pk, room.tables[0].pk]),
    ]
    assert [visitor.get(url).status_code for url in urls] == [404, 404]


def test_a_critical_friend_writes_under_the_table(room, zoe, teacher):
    teacher.post(observers_url(room), chosen(room, zoe, friend=True))
    client, row = signed_in(zoe), TableObserver.objects.get()
    url = reverse("classrooms:observer-note", args=[row.pk])

    assert f'action="{url}"' in text_of(client.get(table_url(room)))
    answer = client.post(url, {"went_well": "All spoke.", "is_shared": "1", "next": table_url(room)})
    too_long = client.post(url, {"to_ask": "x" * 4001})

    row.refresh_from_db()
    assert (row.went_well, row.to_ask, row.question, bool(row.shared_at)) == ("All spoke.", "", "", True)
    assert answer["Location"] == table_url(room)
    assert (too_long.status_code, "x" * 4001 in text_of(too_long)) == (422, True)
    assert "write at most 4000 characters" in text_of(too_long)
    assert signed_in(room.people[0][0]).get(url).status_code == 404
    assert "All spoke." in text_of(teacher.get(observers_url(room)))


def test_an_observer_without_that_role_has_no_note_sheet(room, zoe, teacher):
    teacher.post(observers_url(room), chosen(room, zoe))
    url = reverse("classrooms:observer-note", args=[TableObserver.objects.get().pk])

    assert "note-sheet" not in text_of(signed_in(zoe).get(table_url(room)))
    assert signed_in(zoe).get(url).status_code == 404


def test_in_an_archived_session_the_note_is_read_and_not_changed(room, zoe, teacher):
    teacher.post(observers_url(room), chosen(room, zoe, friend=True))
    url = reverse("classrooms:observer-note", args=[TableObserver.objects.get().pk])
    signed_in(zoe).post(url, {"question": "Why?"})
    type(room.play_session).objects.update(status=SessionStatus.ARCHIVED)

    shown = signed_in(zoe).get(url)
    refused = signed_in(zoe).post(url, {"question": "Why not?"})

    assert ("This note can no longer be changed." in text_of(shown), "Why?" in text_of(shown)) == (True, True)
    assert (refused.status_code, TableObserver.objects.get().question) == (422, "Why?")


def test_the_debrief_shows_a_note_to_the_team_once_it_is_shared(room, zoe, teacher):
    teacher.post(observers_url(room), chosen(room, zoe, friend=True))
    row = TableObserver.objects.get()
    signed_in(zoe).post(reverse("classrooms:observer-note", args=[row.pk]), {"went_well": "All of you spoke."})
    match = play_on(room.match, 2000)
    debrief_freeze(match=match)
    url = reverse("classrooms:debrief", args=[match.pk])

    def readers():
        people = {"teacher": room.teacher, "zoe": zoe, "player": room.people[0][0]}
        return [name for name, user in people.items() if "All of you spoke." in text_of(signed_in(user).get(url))]

    assert readers() == ["teacher", "zoe"]
    teacher.post(observers_url(room), {"action": "share", "row": row.pk})
    assert readers() == ["teacher", "zoe", "player"]
    teacher.post(observers_url(room), {"action": "hide", "row": row.pk})
    assert readers() == ["teacher", "zoe"]


def test_the_first_page_leads_to_the_observed_table(room, zoe, teacher):
    home = reverse("games:home")
    before = text_of(signed_in(zoe).get(home))
    assert ("You look on" in before, "Take a seat" in before) == (False, True)

    teacher.post(observers_url(room), chosen(room, zoe, view="1", friend=True))

    shown = text_of(signed_in(zoe).get(home))
    assert ("You look on" in shown, f'href="{table_url(room)}"' in shown) == (True, True)
    assert "Take a seat" not in shown
    assert reverse("classrooms:observer-note", args=[TableObserver.objects.get().pk]) in shown


def test_an_observer_takes_part_in_the_predictions_of_the_class(room, teacher):
    teacher.post(observers_url(room), chosen(room, action="link"))
    visitor = Client()
    visitor.post(link_url(room), {"name": "Ada"})
    poll = prediction_open(session_id=room.play_session.pk, match_id=room.match.pk, key="card-1")

    answer = visitor.post(
        reverse("classrooms:join-poll", args=[room.play_session.join_code]), {"poll": poll.pk, "choice": 1}
    )

    poll.refresh_from_db()
    assert (answer.status_code, poll.votes.count()) == (302, 1)
