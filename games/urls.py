"""Pages of the games, under the names games:..."""

from django.urls import path

from games.views import help as help_views

app_name = "games"

urlpatterns = [
    path("rules/", help_views.rules, name="rules"),
    path("rules/<slug:game>/", help_views.game_rules, name="game-rules"),
    path("rules/<slug:game>/<slug:page>/", help_views.rules_page, name="rules-page"),
    path("glossary/", help_views.glossary, name="glossary"),
]
