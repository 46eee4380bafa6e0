"""Pages of a running session for its staff: monitor, projector, interventions, comparison."""

from django.urls import path

from classrooms.play.monitor.views import (
    compare,
    events,
    interventions,
    mails,
    monitor,
    observers,
    projector,
    step_back,
    tables,
)

SESSION = "sessions/<int:session_id>/"
TABLE = SESSION + "tables/<int:table_id>/"

urlpatterns = [
    path(SESSION + "monitor/", monitor.monitor, name="monitor"),
    path(SESSION + "monitor/live/", monitor.monitor_live, name="monitor-live"),
    path(SESSION + "room/<slug:act>/", monitor.room_act, name="room-act"),
    path(TABLE, tables.table, name="session-table"),
    path(TABLE + "look/", tables.table_look, name="table-look"),
    path(TABLE + "back/", step_back.table_back, name="table-back"),
    path(TABLE + "<slug:act>/", tables.table_act, name="table-act"),
    path(SESSION + "projector/", projector.session_projector, name="session-projector"),
    path("projector/<str:token>/", projector.projector, name="projector"),
    path("projector/<str:token>/live/", projector.projector_live, name="projector-live"),
    path(SESSION + "interventions/", interventions.interventions, name="interventions"),
    path(
        SESSION + "interventions/<int:intervention_id>/counts/",
        interventions.intervention_counts,
        name="intervention-counts",
    ),
    path(
        SESSION + "interventions/<int:intervention_id>/reason/",
        interventions.intervention_reason,
        name="intervention-reason",
    ),
    path(SESSION + "events/", events.session_events, name="session-events"),
    path(SESSION + "events/cancel/", events.event_off, name="event-off"),
    path(SESSION + "events/marks/", events.events_marks, name="events-marks"),
    path(SESSION + "observers/", observers.session_observers, name="session-observers"),
    path("observe/<str:token>/", observers.observe, name="observe"),
    path("observing/<int:observer_id>/note/", observers.observer_note, name="observer-note"),
    path(SESSION + "mails/", mails.session_mails, name="session-mails"),
    path(SESSION + "compare/", compare.compare, name="compare"),
    path(SESSION + "compare/live/", compare.compare_live, name="compare-live"),
    path(SESSION + "compare.csv", compare.compare_csv, name="compare-csv"),
]
