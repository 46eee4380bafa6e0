"""QR codes inside a page."""

import segno
from django.utils.html import format_html
from django.utils.safestring import SafeString


def inline_qr(text: str, name: str = "") -> SafeString:
    """A text as an inline QR code, dark on white in every theme. It is hidden from screen readers, as the text is
    beside it. With a `name` it is an image of that name, as PDFs need.
    """
    # Weighing all eight masks, as makers of single codes do, would cost a sheet for 300 people seconds.
    drawing = segno.make(text, error="m", micro=False, boost_error=False, mask=4).svg_inline(
        scale=4, border=2, light="#fff", omitsize=True, svgclass="qr-s", lineclass=None
    )
    told = format_html('role="img" aria-label="{}"', name) if name else 'aria-hidden="true"'
    return SafeString(drawing.replace("<svg ", f"<svg {told} ", 1))
