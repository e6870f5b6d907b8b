"""A real Chromium, and studies served to it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from browsing import come_in
from rater_pages import served, study_for
from solecism_study.serve.app import make_app
from solecism_study.study import Study

# The one without windows does the same for two thirds of the processor time.
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = next(filter(None, map(shutil.which, PROGRAMS)), None)
# The popups of the address bar, which nobody opens, are pages in a process of their own: each new
# window would spend most of its time on them. The rest is what Playwright itself leaves out, since
# only the last list counts.
WITHOUT = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"),
    *("ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints"),
    *("NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"),
)
OPTIONS = ["--no-sandbox", "--disable-dev-shm-usage", f"--disable-features={','.join(WITHOUT)}"]
# A busy machine must not fail a test.
PATIENCE_MS = 60_000
expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium; tests that need one are skipped where there is none."""
    if CHROMIUM is None:
        pytest.skip("no chromium on this machine: install Debian's package of this name")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
        yield running
        running.close()


@pytest.fixture
def page_of(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Makes pages, each in a browser profile of its own."""
    with ExitStack() as stack:

        def make(address: str, **options: Any) -> Page:
            context = stack.enter_context(browser.new_context(base_url=address, **options))
            context.set_default_timeout(PATIENCE_MS)
            return context.new_page()

        yield make


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Callable[..., tuple[Study, str]]]:
    """Makes a study of a task and serves it; the study and its address."""
    with ExitStack() as stack:

        def make(task: str, **settings: Any) -> tuple[Study, str]:
            options = {name: settings.pop(name) for name in ("clock", "limits") if name in settings}
            study = study_for(tmp_path / f"study{len(list(tmp_path.iterdir()))}", task, **settings)
            stack.callback(study.close)
            return study, stack.enter_context(served(make_app(study, **options)))

        yield make


@pytest.fixture
def working(
    serving: Callable[..., tuple[Study, str]], page_of: Callable[..., Page]
) -> Callable[..., tuple[Study, Page]]:
    """Makes a study of a task and lets a rater in; the study, and their page with a question."""

    def make(task: str, **settings: Any) -> tuple[Study, Page]:
        study, address = serving(task, **settings)
        page = page_of(address)
        come_in(page)
        page.wait_for_selector(".js")
        return study, page

    return make
