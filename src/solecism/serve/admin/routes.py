"""All of the administrator's pages."""

from __future__ import annotations

from solecism.serve.admin import (
    access,
    control_items,
    dashboard,
    files,
    instructions,
    login,
    payments,
    raters,
    reminders,
)

ROUTES = [
    *login.ROUTES,
    *dashboard.ROUTES,
    *raters.ROUTES,
    *control_items.ROUTES,
    *instructions.ROUTES,
    *payments.ROUTES,
    *reminders.ROUTES,
    *access.ROUTES,
    *files.ROUTES,
]
