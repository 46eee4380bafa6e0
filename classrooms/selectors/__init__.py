"""What reads courses, sessions, grades and questions. Nothing here writes."""
