"""Courses: their list, overview and settings."""
