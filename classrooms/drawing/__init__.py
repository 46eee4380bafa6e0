"""Charts: what they look like, and their SVG."""
