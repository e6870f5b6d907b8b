"""How a rater wants pages to look: type size, colours, and whether single keys answer."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from solecism.serve.http.session import is_secure

COOKIE = "solecism_look"
SIZES = {"normal": "Normal", "large": "Large", "largest": "Largest"}
COLOURS = {"auto": "As the system", "light": "Light", "dark": "Dark"}
KEYS = {"on": "Single keys answer", "off": "Off"}
_YEAR = 365 * 86_400
# Pages where the form stands: nobody can be sent elsewhere by it.
_PLACES = (
    *("/", "/work", "/answers", "/guidelines", "/admin", "/admin/raters", "/admin/control"),
    *("/admin/instructions", "/admin/files", "/admin/payments", "/admin/access", "/admin/account"),
)


@dataclass(frozen=True, slots=True)
class Look:
    """One of each of the choices."""

    size: str = "normal"
    colours: str = "auto"
    keys: str = "on"


def look_of(request: Request) -> Look:
    """What a rater chose, with the usual where they did not."""
    parts = request.cookies.get(COOKIE, "").split(".")
    return _checked(*parts) if len(parts) == 3 else Look()


async def choose(request: Request) -> Response:
    """Remember how pages shall look."""
    form = await request.form(max_files=0, max_fields=20)
    look = _checked(*(str(form.get(name, "")) for name in ("size", "colours", "keys")))
    back = str(form.get("back", "/"))
    response = RedirectResponse(back if back in _PLACES else "/", 303)
    text = f"{look.size}.{look.colours}.{look.keys}"
    is_https = is_secure(request)
    response.set_cookie(COOKIE, text, _YEAR, secure=is_https, httponly=True, samesite="lax")
    return response


def _checked(size: str, colours: str, keys: str) -> Look:
    usual = Look()
    return Look(
        size if size in SIZES else usual.size,
        colours if colours in COLOURS else usual.colours,
        keys if keys in KEYS else usual.keys,
    )


ROUTES = [Route("/look", choose, methods=["POST"])]
