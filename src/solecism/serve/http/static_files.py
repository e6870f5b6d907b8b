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
        is_named = scope["query_string"] and response.status_code == 200
        # What our modules import has a plain address: browsers ask whether it is still the same.
        held = f"public, max-age={_YEAR}, immutable" if is_named else "no-cache"
        response.headers["cache-control"] = held
        return response
