"""A simulated crowd platform: it sends workers with an id in the URL, and checks their codes."""

from __future__ import annotations

from collections.abc import Collection
from urllib.parse import urlencode

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route


class SimulatedPlatform:
    """Workers come to /take/ID and return to /done with a code; other codes are refused.

    `codes` are the codes that the researcher entered on the platform. A worker who returns with one
    of them is paid; `completed` has the codes of each.
    """

    def __init__(self, *, parameter: str, codes: Collection[str]) -> None:
        self.parameter, self.codes = parameter, set(codes)
        self.study = ""
        self.completed: dict[str, list[str]] = {}
        self.refused: list[tuple[str, str]] = []
        self.app = Starlette(
            routes=[Route("/take/{worker}", self.take), Route("/done", self.finish)]
        )

    def take(self, request: Request) -> Response:
        """Send a worker to the study."""
        query = urlencode({self.parameter: request.path_params["worker"]})
        return RedirectResponse(f"{self.study}/enter?{query}", 302)

    def finish(self, request: Request) -> Response:
        """Take a worker back who brings a code of this study."""
        worker, code = (request.query_params.get(name, "") for name in ("who", "cc"))
        if code not in self.codes:
            self.refused.append((worker, code))
            return PlainTextResponse("This is not the code of the study.", 403)
        self.completed.setdefault(worker, []).append(code)
        return PlainTextResponse("Thank you: you will be paid.")
