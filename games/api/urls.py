"""URLs of the API, under /api/ and the names games:api:..."""

from django.urls import include, path, re_path
from django.views.decorators.http import require_safe

from games.api import asks, catalogue, matches, pages, seats

app_name = "api"

v1_patterns = [
    path("token", catalogue.Tokens.as_view(), name="token"),
    path("games", catalogue.Games.as_view(), name="games"),
    path("games/<slug:game>", catalogue.Game.as_view(), name="game"),
    path("matches", matches.Matches.as_view(), name="matches"),
    path("matches/<int:match_id>", matches.OneMatch.as_view(), name="match"),
    path("matches/<int:match_id>/history", matches.History.as_view(), name="history"),
    path("matches/<int:match_id>/result", matches.Result.as_view(), name="result"),
    path("matches/<int:match_id>/export", matches.Export.as_view(), name="export"),
    path("matches/<int:match_id>/messages", matches.Messages.as_view(), name="messages"),
    path("matches/<int:match_id>/seats/<int:seat>/take", asks.Take.as_view(), name="take"),
    path("matches/<int:match_id>/asks/<int:ask>/accept", asks.Accept.as_view(), name="ask-accept"),
    path("matches/<int:match_id>/asks/<int:ask>/refuse", asks.Refuse.as_view(), name="ask-refuse"),
    path("matches/<int:match_id>/asks/<int:ask>/withdraw", asks.Withdraw.as_view(), name="ask-withdraw"),
    path("matches/<int:match_id>/seats/<int:seat>/view", seats.View.as_view(), name="view"),
    path("matches/<int:match_id>/seats/<int:seat>/prompts", seats.Prompts.as_view(), name="prompts"),
    path("matches/<int:match_id>/seats/<int:seat>/choices", seats.Choices.as_view(), name="choices"),
    path("matches/<int:match_id>/seats/<int:seat>/moves", seats.Moves.as_view(), name="moves"),
    path(
        "matches/<int:match_id>/seats/<int:seat>/moves/<int:number>/take-back",
        seats.TakeBack.as_view(),
        name="take-back",
    ),
]
urlpatterns = [
    path("v1/", include(v1_patterns)),
    path("schema/", pages.Schema.as_view(), name="schema"),
    path("docs/", require_safe(pages.docs), name="docs"),
    path("try/", require_safe(pages.tried), name="try"),
    re_path("", pages.Nothing.as_view(), name="nothing"),
]
