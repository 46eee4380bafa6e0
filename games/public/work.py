"""Background work: jobs, mails, news of changes, presence, calls to other systems."""

from games.platform.services.optimistic_store import store_after_reading
from games.platform.work import hosts, news, outbox, outside, presence, web_push
from games.platform.work.ends import Ends, ends_of, has_ends
from games.platform.work.jobs import TOPIC, job_progress
from games.platform.work.mail import in_words_of, letter, mail_server, post
from games.platform.work.notices import GROUP_FOR, STUCK_AFTER, mails_due
