"""The site: settings, addresses, background work and the commands that set it up and run it."""
