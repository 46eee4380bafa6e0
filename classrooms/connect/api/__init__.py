"""Courses, people, teams, sessions, marks and papers for programs, beside the API of the games."""
