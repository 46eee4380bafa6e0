"""What writes to courses, sessions, grades and questions. One module per concern."""
