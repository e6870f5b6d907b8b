"""Checks a text with LibreOffice's own client of LanguageTool; run by the Python that has `uno`.

Arguments: the base URL of a server, and a text. Prints one JSON list per error: its start, its
length, its comment, and what to write instead.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<oor:items xmlns:oor="http://openoffice.org/2001/registry">'
)
ITEM = (
    '<item oor:path="/org.openoffice.Office.Linguistic/GrammarChecking/LanguageTool">'
    '<prop oor:name="{}" oor:op="fuse"><value>{}</value></prop></item>'
)
CHECKER = "org.openoffice.lingu.LanguageToolGrammarChecker"


def connected(uno: Any, pipe: str) -> Any:
    """The context of the running office."""
    local = uno.getComponentContext()
    resolver = made(local, "com.sun.star.bridge.UnoUrlResolver")
    not_yet = uno.getClass("com.sun.star.connection.NoConnectException")
    for _ in range(240):
        try:
            return resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        except not_yet:
            time.sleep(0.25)
    raise SystemExit("LibreOffice does not answer.")


def made(context: Any, name: str) -> Any:
    """A service of the office by its name."""
    return context.ServiceManager.createInstanceWithContext(name, context)


def main(address: str, text: str) -> None:
    """Start an office with settings of its own, check the text, and stop the office."""
    uno = import_module("uno")
    with tempfile.TemporaryDirectory() as folder:
        settings = Path(folder) / "user" / "registrymodifications.xcu"
        settings.parent.mkdir()
        items = ITEM.format("BaseURL", address) + ITEM.format("IsEnabled", "true")
        settings.write_text(f"{HEAD}{items}</oor:items>", encoding="utf-8")
        pipe = Path(folder).name
        options = ["--headless", "--norestore", f"--accept=pipe,name={pipe};urp"]
        profile = f"-env:UserInstallation={Path(folder).as_uri()}"
        office = subprocess.Popen(["soffice", *options, profile], stderr=subprocess.DEVNULL)
        try:
            context = connected(uno, pipe)
            english = uno.createUnoStruct("com.sun.star.lang.Locale", "en", "US", "")
            checker = made(context, CHECKER)
            for error in checker.doProofreading("1", text, english, 0, len(text), ()).aErrors:
                place = [error.nErrorStart, error.nErrorLength]
                found = json.dumps([*place, error.aShortComment, *error.aSuggestions])
                sys.stdout.write(f"{found}\n")
            with suppress(uno.getClass("com.sun.star.lang.DisposedException")):
                made(context, "com.sun.star.frame.Desktop").terminate()
            office.wait(30)
        finally:
            office.kill()


if __name__ == "__main__":
    main(*sys.argv[1:])
