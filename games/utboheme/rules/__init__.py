"""The rules of Les colons de l'UTBoheme, pure."""
