"""The replication package of a study as a file."""

from typing import Any

from django.conf import settings
from django.utils import timezone

from classrooms.assess.studies.package.files import About, package_files, zipped
from classrooms.assess.studies.queries.tables import MEASURES, flow_of
from classrooms.models import Enrolment, Study
from games.public.base import site_url


def package_of(study: Study, tables: dict[str, Any]) -> bytes:
    """The ZIP with these tables and the stored numbers. Raises UnfitTables where a group of people is too small."""
    flow = flow_of(study)
    rows = Enrolment.objects.filter(course=study.course_id, role=Enrolment.Role.INSTRUCTOR, left_at__isnull=True)
    authors = [row.user.get_full_name() for row in rows.select_related("user").order_by("pk")]
    about = About(
        title=study.title,
        question=study.question,
        site=site_url("classrooms:study", study.pk),
        authors=tuple(authors),
        date=timezone.localdate(study.resulted_at),
        digest=study.digest,
        language=settings.LANGUAGE_CODE,
        refused=flow.refused + flow.silent,
        withdrawn=flow.erased,
        measures=MEASURES,
    )
    return zipped(package_files(tables, (study.result or {})["numbers"], about))
