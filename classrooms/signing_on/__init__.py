"""Signing in at the institution's own provider (OpenID Connect), and who somebody is there."""
