"""All of the administrator's pages."""

from __future__ import annotations

from solecism.serve.admin import (
    control,
    dashboard,
    files,
    instructions,
    login,
    payments,
    people,
    raters,
)

ROUTES = [
    *login.ROUTES,
    *dashboard.ROUTES,
    *raters.ROUTES,
    *control.ROUTES,
    *instructions.ROUTES,
    *payments.ROUTES,
    *people.ROUTES,
    *files.ROUTES,
]
