"""Data for other systems: learning records (xAPI), and webhooks."""
