"""Charts: their look, and their SVG."""
