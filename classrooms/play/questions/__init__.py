"""Quizzes, surveys and forecasts of sessions."""
