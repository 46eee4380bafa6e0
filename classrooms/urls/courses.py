"""Pages of courses: people, teams, invitations, a person's own data."""

from django.urls import path

from classrooms.views import (
    courses,
    courses_join,
    invitations,
    own_data,
    people,
    people_person,
    people_several,
    retention,
    teams,
)

COURSE = "courses/<int:course_id>/"
PERSON = f"{COURSE}people/<int:user_id>/"

urlpatterns = [
    path("courses/", courses.courses, name="courses"),
    path("courses/new/", courses.course_new, name="course-new"),
    path(COURSE, courses.course, name="course"),
    path(f"{COURSE}settings/", courses.course_settings, name="course-settings"),
    path(f"{COURSE}retention/", retention.course_retention, name="course-retention"),
    path(f"{COURSE}archive/", courses.course_put_away, name="course-archive"),
    path(f"{COURSE}code/", courses.course_code, name="course-code"),
    path(f"{COURSE}code.svg", courses.course_qr, name="course-qr"),
    path(f"{COURSE}people/", people.people, name="course-people"),
    path(f"{COURSE}people/add/", people.person_add, name="course-person-add"),
    path(f"{COURSE}people/several/", people_several.several, name="course-people-several"),
    path(f"{COURSE}people/list/", people.roster, name="course-roster"),
    path(f"{COURSE}people/list/<int:list_id>/", people.roster_list, name="course-roster-list"),
    path(f"{COURSE}people/links/", people.links, name="course-links"),
    path(f"{COURSE}people/links.csv", people.links_file, name="course-links-file"),
    path(PERSON, people_person.person, name="course-person"),
    path(f"{PERSON}remove/", people_person.remove, name="course-person-remove"),
    path(f"{PERSON}put-back/", people_person.put_back, name="course-person-put-back"),
    path(f"{PERSON}replace/", people_person.replace, name="course-person-replace"),
    path(f"{PERSON}link/", people_person.new_link, name="course-person-link"),
    path(f"{PERSON}merge/", people_person.merge, name="course-person-merge"),
    path(f"{PERSON}erase/", people_person.erase, name="course-person-erase"),
    path(f"{PERSON}data.json", people_person.data_file, name="course-person-data"),
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
    path("invitations/", invitations.site_invitations, name="site-invitations"),
    path(
        "invitations/<int:invitation_id>/withdraw/",
        invitations.site_invitation_withdraw,
        name="site-invitation-withdraw",
    ),
    path("invited/<str:token>/", invitations.invitation, name="invitation"),
    path("enrol/<str:code>/", courses_join.join, name="course-join"),
    path("this-is-me/<str:token>/", courses_join.this_is_me, name="guest-merge"),
    path("account/data/", own_data.my_data, name="my-data"),
    path("account/data/file.json", own_data.my_data_file, name="my-data-file"),
    path("account/data/erase/", own_data.my_erasure, name="my-erasure"),
]
