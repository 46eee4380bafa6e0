"""People, courses and teams, and what they learn from the matches they played."""
