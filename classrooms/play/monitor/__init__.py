"""The cockpit: pages and actions for people who run sessions."""
