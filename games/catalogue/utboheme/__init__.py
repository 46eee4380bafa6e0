"""Les colons de l'UTBoheme: the rules, their bots and the facts of a match."""
