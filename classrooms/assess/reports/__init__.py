"""Debriefs and reports of finished matches: frozen facts, pages and PDFs made from them, and results over all."""
