"""Pages of grades: rubric, marks, peer reviews, exports."""

from django.urls import path

from classrooms.assess.grading.views import (
    appeals,
    choices,
    exports,
    grades,
    marks,
    my_grade,
    peer_review,
    queries,
    rubric,
)

urlpatterns = [
    path("sessions/<int:session_id>/grade/", my_grade.my_grade, name="my-grade"),
    path("sessions/<int:session_id>/mates/", peer_review.peer_review, name="peer-review"),
    path("sessions/<int:session_id>/grades/", grades.grades, name="grades"),
    path("sessions/<int:session_id>/grades/compute/", grades.compute, name="grades-compute"),
    path("sessions/<int:session_id>/grades/publish/", grades.publish, name="grades-publish"),
    path("sessions/<int:session_id>/grades/publish/<int:user_id>/", choices.choose, name="grades-choose"),
    path("sessions/<int:session_id>/grades/publish/<slug:group>/", choices.choose_group, name="grades-choose-group"),
    path("sessions/<int:session_id>/grades/queries/<int:query_id>/", queries.answer, name="grades-query"),
    path("sessions/<int:session_id>/grade/query/", queries.ask, name="my-grade-query"),
    path("sessions/<int:session_id>/grades/appeals/", appeals.appeals, name="grades-appeals"),
    path("sessions/<int:session_id>/grades/rubric/", rubric.rubric, name="rubric"),
    path("sessions/<int:session_id>/grades/files/", exports.grades_files, name="grades-files"),
    path("sessions/<int:session_id>/grades/files/research.zip", exports.grades_research, name="grades-research"),
    path("sessions/<int:session_id>/grades/files/<str:name>", exports.grades_file, name="grades-file"),
    path("sessions/<int:session_id>/grades/lines/<int:line_id>/", marks.column, name="grade-column"),
    path("sessions/<int:session_id>/grades/lines/<int:line_id>/<int:user_id>/", marks.mark, name="grade-mark"),
]
