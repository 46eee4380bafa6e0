"""Pages of the scenario studio."""

from django.urls import path

from classrooms.play.scenarios.views import edit, files, lists, sharing, trials, versions

SCENARIO = "scenarios/<int:scenario_id>/"

urlpatterns = [
    path("scenarios/", lists.scenarios, name="scenarios"),
    path("scenarios/new/", lists.scenario_new, name="scenario-new"),
    path("scenarios/link/<str:token>/", sharing.by_link, name="scenario-link"),
    path(SCENARIO, edit.scenario, name="scenario"),
    path(f"{SCENARIO}edit/<slug:section>/", edit.section, name="scenario-section"),
    path(f"{SCENARIO}edit/<slug:section>/<int:place>/", edit.section, name="scenario-item"),
    path(f"{SCENARIO}undo/", edit.undo, name="scenario-undo"),
    path(f"{SCENARIO}title/", lists.scenario_title, name="scenario-title"),
    path(f"{SCENARIO}copy/", lists.scenario_again, name="scenario-copy"),
    path(f"{SCENARIO}bin/", lists.scenario_bin, name="scenario-bin"),
    path(f"{SCENARIO}share/", sharing.share, name="scenario-share"),
    path(f"{SCENARIO}versions/", versions.versions, name="scenario-versions"),
    path(f"{SCENARIO}versions/<int:number>/", versions.restore, name="scenario-restore"),
    path(f"{SCENARIO}start/", versions.start, name="scenario-start"),
    path(f"{SCENARIO}play/", versions.play, name="scenario-play"),
    path(f"{SCENARIO}print/<slug:sheet>/", versions.print_sheet, name="scenario-print"),
    path(f"{SCENARIO}trial/", trials.trial, name="scenario-trial"),
    path(f"{SCENARIO}scenario.json", files.as_json, name="scenario-json"),
    path(f"{SCENARIO}scenario.xlsx", files.as_workbook, name="scenario-workbook"),
    path(f"{SCENARIO}file/", files.take_in, name="scenario-file"),
]
