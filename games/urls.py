"""Pages of the games, under the names games:..."""

from django.urls import include, path

from games.web import away, first_game, home, invites, lobby, play, replay, seen, start, steer, table, talk, undo
from games.web import help as help_views

app_name = "games"

urlpatterns = [
    path("games/", home.home, name="home"),
    path("games/start/", start.start, name="start"),
    path("games/start/<slug:game>/", start.start, name="start-game"),
    path("games/first/<slug:game>/", first_game.first_game, name="first-game"),
    path("games/first/<slug:game>/dismiss/", first_game.dismiss, name="first-game-dismiss"),
    path("matches/<int:match_id>/", table.match, name="match"),
    path("matches/<int:match_id>/live/", table.live, name="live"),
    path("matches/<int:match_id>/play/", play.play, name="play"),
    path("matches/<int:match_id>/seen/", seen.seen, name="seen"),
    path("matches/<int:match_id>/leave-lesson/", first_game.leave, name="first-game-leave"),
    path("matches/<int:match_id>/undo/", undo.undo, name="undo"),
    path("matches/<int:match_id>/talk/", talk.talk, name="talk"),
    path("matches/<int:match_id>/away/", away.away, name="away"),
    path("matches/<int:match_id>/history/", replay.history, name="history"),
    path("matches/<int:match_id>/replay/", replay.replay, name="replay"),
    path("matches/<int:match_id>/explain/", replay.explain, name="explain"),
    path("matches/<int:match_id>/begin/", lobby.begin, name="begin"),
    path("matches/<int:match_id>/steer/", steer.steer, name="steer"),
    path("matches/<int:match_id>/seats/<int:index>/", lobby.seat, name="seat"),
    path("matches/<int:match_id>/seats/<int:index>/ask/", lobby.seat_ask, name="seat-ask"),
    path("matches/<int:match_id>/seats/<int:index>/qr.svg", lobby.seat_qr, name="seat-qr"),
    path("invite/<str:token>/", invites.invite, name="invite"),
    path("back/<str:token>/", invites.come_back, name="return"),
    path("unsubscribe/<str:token>/", invites.unsubscribe, name="unsubscribe"),
    path("rules/", help_views.rules, name="rules"),
    path("rules/<slug:game>/", help_views.game_rules, name="game-rules"),
    path("rules/<slug:game>/<slug:page>/", help_views.rules_page, name="rules-page"),
    path("glossary/", help_views.glossary, name="glossary"),
    path("api/", include("games.api.urls")),
]
