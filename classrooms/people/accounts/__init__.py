"""A person's own account: signing in, passwords, second factors, notices."""
