"""The page on which a rater withdraws, and says what is erased."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from solecism.collect.money.earnings import earnings
from solecism.errors import InputError
from solecism.serve.http.pages import page
from solecism.serve.http.session import RATER, csrf_token, rater_form, rater_session
from solecism.serve.service import service
from solecism.serve.study.withdrawals import withdraw_rater

WITHDRAW = "/withdraw"


def show_withdrawal(request: Request) -> Response:
    """What withdrawing means, and the form for it."""
    session = rater_session(request)
    study = service(request).study
    return page(
        request,
        "withdraw.html",
        csrf=csrf_token(request, session),
        meter=earnings(study, session.subject),
        price=study.configuration.pay.price,
    )


async def make_withdrawal(request: Request) -> Response:
    """Withdraw the rater, erase what they chose, and sign them out."""
    rater, form = await rater_form(request)
    what = form.get("erase")
    if what not in ("id", "answers"):
        raise InputError("please choose what to erase. Nothing was changed.")
    serving = service(request)
    code = await run_in_threadpool(withdraw_rater, serving, rater, with_answers=what == "answers")
    response = page(request, "withdrawn.html", completion=code, has_answers=what == "id")
    await run_in_threadpool(RATER.end, request, response)
    return response


ROUTES = [
    Route(WITHDRAW, show_withdrawal),
    Route(WITHDRAW, make_withdrawal, methods=["POST"]),
]
