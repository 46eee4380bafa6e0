"""Pages of studies."""

from django.urls import path

from classrooms.assess.studies.views import lists, mine, papers, plan, results, running, sharing

STUDY = "studies/<int:study_id>/"

urlpatterns = [
    path("courses/<int:course_id>/studies/", lists.studies, name="course-studies"),
    path("courses/<int:course_id>/studies/pool/", sharing.pool, name="course-study-pool"),
    path("courses/<int:course_id>/studies/shared.json", sharing.shared_file, name="course-studies-shared"),
    path(STUDY, plan.study, name="study"),
    path(f"{STUDY}questions/", plan.questions, name="study-questions"),
    path(f"{STUDY}protocol/", plan.protocol_page, name="study-protocol"),
    path(f"{STUDY}steps/", running.steps, name="study-steps"),
    path(f"{STUDY}result/", results.result, name="study-result"),
    path(f"{STUDY}result/slides/", papers.slides, name="study-slides"),
    path(f"{STUDY}papers/<slug:kind>/", papers.paper, name="study-paper"),
    path(f"{STUDY}summary/", sharing.summary, name="study-summary"),
    path(f"{STUDY}package.zip", results.package, name="study-package"),
    path(f"{STUDY}mine/", mine.mine, name="study-mine"),
    path(f"{STUDY}tests/<slug:moment>/", mine.test, name="study-test"),
]
