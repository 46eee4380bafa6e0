"""Pages of courses: list, overview, settings, join code, retention."""

from django.urls import path

from classrooms.people.courses.views import courses, retention

COURSE = "courses/<int:course_id>/"

urlpatterns = [
    path("courses/", courses.courses, name="courses"),
    path("courses/new/", courses.course_new, name="course-new"),
    path(COURSE, courses.course, name="course"),
    path(f"{COURSE}settings/", courses.course_settings, name="course-settings"),
    path(f"{COURSE}retention/", retention.course_retention, name="course-retention"),
    path(f"{COURSE}archive/", courses.course_put_away, name="course-archive"),
    path(f"{COURSE}code/", courses.course_code, name="course-code"),
    path(f"{COURSE}code.svg", courses.course_qr, name="course-qr"),
]
