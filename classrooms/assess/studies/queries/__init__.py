"""Reading studies."""
