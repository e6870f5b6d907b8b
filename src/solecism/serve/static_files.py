"""Our style sheets and scripts, which browsers keep: their addresses change when they do."""

from __future__ import annotations

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

_YEAR = 365 * 86_400


class CachedFiles(StaticFiles):
    """Files that never change under one address."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, to be kept where its address names its content."""
        response = await super().get_response(path, scope)
        if scope["query_string"] and response.status_code == 200:
            response.headers["cache-control"] = f"public, max-age={_YEAR}, immutable"
        return response
