"""A course with people and matches to try the site out."""
