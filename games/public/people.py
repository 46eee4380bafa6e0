"""People of matches: sign-in, guests and their links, devices, calendars, traces of a person."""

from games.platform.persons import enter, is_session_of, reader, reader_id, session_keep
from games.platform.selectors.calendars import Entry, calendar_file, due_entries
from games.platform.selectors.people import known_username
from games.platform.services.accounts import account_person
from games.platform.services.calendars import calendar_link_of, calendar_renew, calendar_stop, calendar_token
from games.platform.services.devices import device_add, device_forget, device_remove
from games.platform.services.forgetting import cleaned, person_forget_in_match, talk_forget_in_match
from games.platform.services.guests import (
    NAME_LENGTH,
    guest_by_token,
    guest_create,
    guests_create,
    return_link_renew,
    return_token,
)
