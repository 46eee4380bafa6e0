"""Pages of learning platforms: protocol endpoints, pages after a launch, pages for the site's staff and for
instructors.
"""

from django.urls import path

from classrooms.connect.lms.views import course, launched, protocol, site

COURSE = "courses/<int:course_id>/platform/"
GRADES = "sessions/<int:session_id>/grades/platform/"
PLATFORM = "lms/<int:platform_id>/"

urlpatterns = [
    path("lms/keys.json", protocol.lms_keys, name="lms-keys"),
    path("lms/canvas.json", protocol.lms_canvas, name="lms-canvas"),
    path("lms/icon.png", protocol.lms_icon, name="lms-icon"),
    path("lms/login/", protocol.lms_login, name="lms-login"),
    path("lms/launch/", protocol.lms_launch, name="lms-launch"),
    path("lms/start/", protocol.lms_start, name="lms-start"),
    path("lms/enter/<str:token>/", protocol.lms_enter, name="lms-enter"),
    path("lms/out/", protocol.lms_out, name="lms-out"),
    path("lms/register/<str:token>/", protocol.lms_register, name="lms-register"),
    path("lms/wait/", launched.lms_wait, name="lms-wait"),
    path("lms/who/", launched.lms_who, name="lms-who"),
    path("lms/me/", launched.lms_me, name="lms-me"),
    path("lms/mark/<str:token>/", protocol.lms_mark, name="lms-mark"),
    path("lms/connect/", launched.lms_connect, name="lms-connect"),
    path("lms/link/", launched.lms_link, name="lms-link"),
    path("lms/look/", launched.lms_look, name="lms-look"),
    path("lms/choose/", launched.lms_choose, name="lms-choose"),
    path("lms/", site.lms, name="lms"),
    path("lms/new/", site.lms_new, name="lms-new"),
    path("lms/rotate/", site.lms_rotate, name="lms-rotate"),
    path(PLATFORM, site.lms_platform, name="lms-platform"),
    path(PLATFORM + "edit/", site.lms_edit, name="lms-edit"),
    path(PLATFORM + "decide/", site.lms_decide, name="lms-decide"),
    path(PLATFORM + "test/", site.lms_test, name="lms-test"),
    path(PLATFORM + "courses/<int:lms_course_id>/", site.lms_course_decide, name="lms-course-decide"),
    path(COURSE, course.course_lms, name="course-lms"),
    path(COURSE + "<int:lms_course_id>/list/", course.course_lms_roster, name="course-lms-roster"),
    path(COURSE + "<int:lms_course_id>/teams/", course.course_lms_teams, name="course-lms-teams"),
    path(COURSE + "<int:lms_course_id>/part/", course.course_lms_part, name="course-lms-part"),
    path(GRADES, course.grades_lms, name="grades-lms"),
    path(GRADES + "sent/", course.grades_lms_sent, name="grades-lms-sent"),
    path(GRADES + "open/", course.grades_lms_open, name="grades-lms-open"),
    path(GRADES + "columns/<int:item_id>/", course.grades_lms_column, name="grades-lms-column"),
    path(GRADES + "marks/<int:score_id>/", course.grades_lms_score, name="grades-lms-score"),
]
