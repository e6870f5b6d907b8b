"""All of the administrator's pages."""

from __future__ import annotations

from solecism.serve.admin import (
    access,
    control_items,
    dashboard,
    design,
    disagreements,
    files,
    instructions,
    login,
    payments,
    privacy,
    raters,
    reminders,
    screening,
    signs,
)

ROUTES = [
    *login.ROUTES,
    *dashboard.ROUTES,
    *raters.ROUTES,
    *screening.ROUTES,
    *signs.ROUTES,
    *control_items.ROUTES,
    *disagreements.ROUTES,
    *instructions.ROUTES,
    *design.ROUTES,
    *payments.ROUTES,
    *privacy.ROUTES,
    *reminders.ROUTES,
    *access.ROUTES,
    *files.ROUTES,
]
