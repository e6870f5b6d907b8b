"""Display settings of a reader: text size, colours, and whether single keys answer."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from solecism.serve.http.body import read_form
from solecism.serve.http.session import is_secure

COOKIE = "solecism_look"
SIZES = {"normal": "Normal", "large": "Large", "largest": "Largest"}
COLOURS = {"auto": "Same as the device", "light": "Light", "dark": "Dark"}
KEYS = {"on": "On", "off": "Off"}
_YEAR = 365 * 86_400
# Pages that have the form: it redirects to these only.
_PAGES = (
    *("/", "/work", "/answers", "/guidelines", "/screening", "/withdraw"),
    *("/admin", "/admin/raters", "/admin/control", "/admin/screening", "/admin/privacy"),
    *("/admin/signs", "/admin/disagreements", "/admin/design"),
    *("/admin/instructions", "/admin/files", "/admin/payments", "/admin/reminders"),
    *("/admin/access", "/admin/account"),
)


@dataclass(frozen=True, slots=True)
class Display:
    """The display settings that a reader chose."""

    size: str = "normal"
    colours: str = "auto"
    keys: str = "on"


def display_of(request: Request) -> Display:
    """The settings in the cookie of a request, or the default ones."""
    parts = request.cookies.get(COOKIE, "").split(".")
    return _checked(*parts) if len(parts) == 3 else Display()


async def save_display(request: Request) -> Response:
    """Save the settings of the form in a cookie, and return to the page."""
    form = await read_form(request)
    display = _checked(*(str(form.get(name, "")) for name in ("size", "colours", "keys")))
    back = str(form.get("back", "/"))
    response = RedirectResponse(back if back in _PAGES else "/", 303)
    text = f"{display.size}.{display.colours}.{display.keys}"
    is_https = is_secure(request)
    response.set_cookie(COOKIE, text, _YEAR, secure=is_https, httponly=True, samesite="lax")
    return response


def _checked(size: str, colours: str, keys: str) -> Display:
    default = Display()
    return Display(
        size if size in SIZES else default.size,
        colours if colours in COLOURS else default.colours,
        keys if keys in KEYS else default.keys,
    )


ROUTES = [Route("/look", save_display, methods=["POST"])]
