"""Style sheets and scripts, which browsers may cache because their addresses change with them."""

from __future__ import annotations

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

_YEAR = 365 * 86_400


class CachedFiles(StaticFiles):
    """Static files with cache headers."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file; it may be cached for a year where its address has a digest of its content."""
        response = await super().get_response(path, scope)
        has_digest = scope["query_string"] and response.status_code == 200
        # Modules import one another by a plain address: for these browsers ask for changes.
        caching = f"public, max-age={_YEAR}, immutable" if has_digest else "no-cache"
        response.headers["cache-control"] = caching
        return response
