"""QR codes as files of their own."""

from io import BytesIO

import segno


def qr_svg(address: str, *, scale: int) -> bytes:
    """The code of an address on white, `scale` pixels for each of its squares."""
    drawing = BytesIO()
    segno.make(address, error="m", micro=False).save(drawing, kind="svg", scale=scale, border=2, light="#fff")
    return drawing.getvalue()
