"""Pages of the games, under the names games:..."""

from django.urls import include, path

from games.web import (
    accessibility,
    away,
    first_game,
    home,
    installing,
    invites,
    lobby,
    play,
    reading,
    replay,
    seen,
    site_map,
    start,
    steer,
    table,
    talk,
    text,
    undo,
)
from games.web import help as help_views
from games.web.voice import of_match

app_name = "games"

urlpatterns = [
    path("manifest.webmanifest", installing.manifest, name="manifest"),
    path("worker.js", installing.worker, name="worker"),
    path("offline/", installing.offline, name="offline"),
    path("accessibility/", accessibility.accessibility, name="accessibility"),
    path("site-map/", site_map.site_map, name="site-map"),
    path("reading/", reading.reading, name="reading"),
    path("games/", home.home, name="home"),
    path("games/start/", start.start, name="start"),
    path("games/start/<slug:game>/", start.start, name="start-game"),
    path("games/first/<slug:game>/", first_game.first_game, name="first-game"),
    path("games/first/<slug:game>/dismiss/", first_game.dismiss, name="first-game-dismiss"),
    path("matches/<int:match_id>/", of_match(table.match), name="match"),
    path("matches/<int:match_id>/text/", of_match(text.text), name="text"),
    path("matches/<int:match_id>/text-mode/", of_match(text.text_mode), name="text-mode"),
    path("matches/<int:match_id>/live/", of_match(table.live), name="live"),
    path("matches/<int:match_id>/play/", of_match(play.play), name="play"),
    path("matches/<int:match_id>/seen/", of_match(seen.seen), name="seen"),
    path("matches/<int:match_id>/leave-lesson/", of_match(first_game.leave), name="first-game-leave"),
    path("matches/<int:match_id>/undo/", of_match(undo.undo), name="undo"),
    path("matches/<int:match_id>/talk/", of_match(talk.talk), name="talk"),
    path("matches/<int:match_id>/away/", of_match(away.away), name="away"),
    path("matches/<int:match_id>/history/", of_match(replay.history), name="history"),
    path("matches/<int:match_id>/replay/", of_match(replay.replay), name="replay"),
    path("matches/<int:match_id>/explain/", of_match(replay.explain), name="explain"),
    path("matches/<int:match_id>/begin/", of_match(lobby.begin), name="begin"),
    path("matches/<int:match_id>/steer/", of_match(steer.steer), name="steer"),
    path("matches/<int:match_id>/seats/<int:index>/", of_match(lobby.seat), name="seat"),
    path("matches/<int:match_id>/seats/<int:index>/ask/", of_match(lobby.seat_ask), name="seat-ask"),
    path("matches/<int:match_id>/seats/<int:index>/qr.svg", of_match(lobby.seat_qr), name="seat-qr"),
    path("invite/<str:token>/", invites.invite, name="invite"),
    path("back/<str:token>/", invites.come_back, name="return"),
    path("unsubscribe/<str:token>/", invites.unsubscribe, name="unsubscribe"),
    path("rules/", help_views.rules, name="rules"),
    path("rules/<slug:game>/", help_views.game_rules, name="game-rules"),
    path("rules/<slug:game>/print/<slug:sheet>/", help_views.print_sheet, name="print-sheet"),
    path("rules/<slug:game>/<slug:page>/", help_views.rules_page, name="rules-page"),
    path("glossary/", help_views.glossary, name="glossary"),
    path("api/", include("games.api.urls")),
]
