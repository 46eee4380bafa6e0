"""People of a site: accounts, rights, signing in, courses and class lists."""
