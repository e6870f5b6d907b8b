"""The page has no inline script or style, and its policy allows none but that of the editor."""

from __future__ import annotations

import re

from solecism_write.page_requests import (
    STATIC_FOLDER,
    STATIC_PATH,
    content_security_policy,
    page_html,
)


def test_everything_the_page_loads_is_served_beside_it() -> None:
    addresses = re.findall(r'(?:src|href)="([^"]*)"', page_html(nonce="n0"))
    assert len(addresses) == 3
    for address in addresses:
        assert address.startswith(f"{STATIC_PATH}/")
        name = address.removeprefix(f"{STATIC_PATH}/").partition("?")[0]
        assert (STATIC_FOLDER / name).is_file()


def test_nothing_is_inline() -> None:
    html = page_html(nonce="n0")
    assert not re.findall(r"<script[^>]*>[^<]|<style|\sstyle=|\son\w+=", html)
    assert "'unsafe-inline'" not in content_security_policy(nonce="n0")


def test_each_page_has_the_nonce_of_its_policy() -> None:
    for nonce in ("first", "second"):
        assert f'nonce="{nonce}"' in page_html(nonce=nonce)
        assert f"'nonce-{nonce}'" in content_security_policy(nonce=nonce)
