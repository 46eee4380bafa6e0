"""Analysis of finished matches."""

from django.urls import path

from classrooms.assess.analysis.views import analysis, retaking, whatif

urlpatterns = [
    path("matches/<int:match_id>/analysis/", analysis.analysis, name="analysis"),
    path("matches/<int:match_id>/analysis/start/", analysis.analysis_start, name="analysis-start"),
    path("matches/<int:match_id>/analysis/cancel/", analysis.analysis_stop, name="analysis-cancel"),
    path("matches/<int:match_id>/analysis/learn/", retaking.learn, name="analysis-learn"),
    path("matches/<int:match_id>/what-if/", whatif.what_if, name="what-if"),
]
