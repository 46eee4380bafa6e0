"""QR codes inside a page."""

import segno
from django.utils.safestring import SafeString


def inline_qr(text: str) -> SafeString:
    """A text as an inline QR code, dark on white in every theme. It is hidden from screen readers: the text is
    beside it.
    """
    # Weighing all eight masks, as makers of single codes do, would cost a sheet for 300 people seconds.
    drawing = segno.make(text, error="m", micro=False, boost_error=False, mask=4).svg_inline(
        scale=4, border=2, light="#fff", omitsize=True, svgclass="qr-s", lineclass=None
    )
    return SafeString(drawing.replace("<svg ", '<svg aria-hidden="true" ', 1))
