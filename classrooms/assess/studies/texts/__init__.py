"""Texts of a study: its questionnaire, its consent, its protocol, and its result in sentences. Pages import them."""
