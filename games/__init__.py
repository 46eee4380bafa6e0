"""The games and their matches."""
