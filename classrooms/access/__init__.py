"""Who may do what in courses and sessions, and how often."""
