"""Pages of the people of a course: lists, links, teams, invitations."""

from django.urls import path

from classrooms.people.class_lists.views import invitations, join, people, person, several, teams, time

COURSE = "courses/<int:course_id>/"
PERSON = f"{COURSE}people/<int:user_id>/"

urlpatterns = [
    path(f"{COURSE}people/", people.people, name="course-people"),
    path(f"{COURSE}people/add/", people.person_add, name="course-person-add"),
    path(f"{COURSE}people/several/", several.several, name="course-people-several"),
    path(f"{COURSE}people/list/", people.roster, name="course-roster"),
    path(f"{COURSE}people/list/<int:list_id>/", people.roster_list, name="course-roster-list"),
    path(f"{COURSE}people/links/", people.links, name="course-links"),
    path(f"{COURSE}people/links.csv", people.links_file, name="course-links-file"),
    path(PERSON, person.person, name="course-person"),
    path(f"{PERSON}remove/", person.remove, name="course-person-remove"),
    path(f"{PERSON}put-back/", person.put_back, name="course-person-put-back"),
    path(f"{PERSON}replace/", person.replace, name="course-person-replace"),
    path(f"{PERSON}link/", person.new_link, name="course-person-link"),
    path(f"{PERSON}merge/", person.merge, name="course-person-merge"),
    path(f"{COURSE}staff/<int:user_id>/remove/", people.staff_leave, name="course-staff-remove"),
    path(f"{COURSE}teams/", teams.teams, name="course-teams"),
    path(f"{COURSE}teams/new/", teams.team_new, name="course-team-new"),
    path(f"{COURSE}teams/moves/", teams.team_moves, name="course-team-moves"),
    path(f"{COURSE}teams/lot/", teams.lot, name="course-lot"),
    path(f"{COURSE}teams/<int:team_id>/", teams.team_change, name="course-team"),
    path(f"{COURSE}invitations/", invitations.invitations, name="course-invitations"),
    path(
        f"{COURSE}invitations/<int:invitation_id>/withdraw/",
        invitations.invitation_withdraw,
        name="course-invitation-withdraw",
    ),
    path("my-time/", time.my_time, name="my-time"),
    path("invitations/", invitations.site_invitations, name="site-invitations"),
    path(
        "invitations/<int:invitation_id>/withdraw/",
        invitations.site_invitation_withdraw,
        name="site-invitation-withdraw",
    ),
    path("invited/<str:token>/", invitations.invitation, name="invitation"),
    path("enrol/<str:code>/", join.join, name="course-join"),
    path("this-is-me/<str:token>/", join.this_is_me, name="guest-merge"),
]
