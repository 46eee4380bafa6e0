"""Services: the only code that changes matches. Each service does one thing."""
