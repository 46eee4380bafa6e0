"""Pages of a person's data: for themselves, and for staff of their course."""

from django.urls import path

from classrooms.care.erasure.views import own_data, person

PERSON = "courses/<int:course_id>/people/<int:user_id>/"

urlpatterns = [
    path(f"{PERSON}erase/", person.erase, name="course-person-erase"),
    path(f"{PERSON}data.json", person.data_file, name="course-person-data"),
    path("account/data/", own_data.my_data, name="my-data"),
    path("account/data/file.json", own_data.my_data_file, name="my-data-file"),
    path("account/data/erase/", own_data.my_erasure, name="my-erasure"),
]
