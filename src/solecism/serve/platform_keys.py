"""The public keys of a platform, from its address or a file, and kept for a day."""

from __future__ import annotations

import logging
import threading
import time
from http import HTTPStatus
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import msgspec

from solecism.collect.people.platform_tokens import Key, KeySet

PROLIFIC = "https://api.prolific.com/.well-known/study/jwks.json"
_DAY, _MINUTE = 86_400.0, 60.0
_TIMEOUT = 10
_MAX_BYTES = 1 << 20
_LOG = logging.getLogger(__name__)


class PlatformKeys:
    """Finds keys by name. A name that is not known is looked up again, once per minute at most."""

    def __init__(self, source: str = PROLIFIC) -> None:
        self._source = source
        self._keys: dict[str, Key] = {}
        self._read_at = self._tried_at = float("-inf")
        self._reading = threading.Lock()

    def named(self, name: str) -> Key | None:
        """The key of this name; None where the platform has none, or cannot be reached."""
        with self._reading:
            now = time.monotonic()
            is_stale = name not in self._keys or now - self._read_at > _DAY
            if is_stale and now - self._tried_at > _MINUTE:
                self._tried_at = now
                self._read(now)
            return self._keys.get(name)

    def _read(self, now: float) -> None:
        try:
            found = msgspec.json.decode(self._body(), type=KeySet)
        except (OSError, URLError, msgspec.DecodeError) as error:
            # Earlier keys are used for longer: otherwise nobody could begin.
            _LOG.warning("%s: the platform's keys cannot be read: %s", self._source, error)
            return
        self._keys = {key.kid: key for key in found.keys or ()}
        self._read_at = now

    def _body(self) -> bytes:
        if not self._source.startswith(("https://", "http://127.0.0.1:")):
            return Path(self._source).read_bytes()
        with urlopen(self._source, timeout=_TIMEOUT) as response:
            if response.status != HTTPStatus.OK:
                raise OSError(f"status {response.status}")
            body: bytes = response.read(_MAX_BYTES)
            return body
