"""The people of courses: lists, links, teams, invitations, staff."""
