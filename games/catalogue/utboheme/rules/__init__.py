"""The rules of Les colons de l'UTBoheme, without side effects."""
