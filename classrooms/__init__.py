"""People, courses and teams, with the marks, debriefs and analyses of their matches."""
