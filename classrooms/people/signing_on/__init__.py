"""Sign-in by the institution's own provider (OpenID Connect), and identities there."""
