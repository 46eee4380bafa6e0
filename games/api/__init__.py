"""The REST API: thin views over selectors and services, JSON by msgspec, one shape for every refusal."""
