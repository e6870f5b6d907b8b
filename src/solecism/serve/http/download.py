"""Files as responses, which a browser saves under their names."""

from __future__ import annotations

from starlette.responses import Response


def download(body: bytes | str, *, media: str, name: str) -> Response:
    """A response that a browser saves as a file of this name."""
    disposition = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(body, media_type=media, headers=disposition)
