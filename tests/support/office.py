"""LibreOffice without a window: documents converted, and their tracked changes accepted."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from xml.sax.saxutils import escape

import pytest

SOFFICE = shutil.which("soffice")
_IS_MISSING = pytest.mark.skipif(SOFFICE is None, reason="LibreOffice (soffice) is not installed")


def needs_office(test: Callable[..., None]) -> Callable[..., None]:
    """Mark a test of LibreOffice, which is skipped where there is none."""
    marked: Callable[..., None] = pytest.mark.office(_IS_MISSING(test))
    return marked


_MACRO = """
Sub AcceptAll(from_url As String, to_url As String)
  Dim opened(0) As New com.sun.star.beans.PropertyValue
  Dim stored(1) As New com.sun.star.beans.PropertyValue
  opened(0).Name = "Hidden"
  opened(0).Value = True
  essay = StarDesktop.loadComponentFromURL(from_url, "_blank", 0, opened())
  dispatcher = createUnoService("com.sun.star.frame.DispatchHelper")
  frame = essay.CurrentController.Frame
  dispatcher.executeDispatch(frame, ".uno:AcceptAllTrackedChanges", "", 0, Array())
  stored(0).Name = "FilterName"
  stored(0).Value = "Text (encoded)"
  stored(1).Name = "FilterOptions"
  stored(1).Value = "UTF8,LF"
  essay.storeToURL(to_url, stored())
  essay.close(True)
End Sub
"""
_MODULE = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Essays"
 script:language="StarBasic">{}</script:module>
"""
_LIBRARY = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE library:library PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "library.dtd">
<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard"
 library:readonly="false" library:passwordprotected="false">
 <library:element library:name="Essays"/>
</library:library>
"""


def converted(path: Path, ending: str) -> Path:
    """The file that LibreOffice makes of a document, beside it, by its ending."""
    folder = path.parent / "converted"
    _run(path.parent / "profile", "--convert-to", ending, "--outdir", str(folder), str(path))
    return folder / f"{path.stem}.{ending}"


def accepted_text(path: Path) -> str:
    """The text of a document after LibreOffice has accepted all tracked changes in it."""
    profile = path.parent / "profile"
    if not profile.exists():
        # A new profile would be filled at the first start, over the macro.
        _run(profile, "--terminate_after_init")
    basic = profile / "user" / "basic" / "Standard"
    basic.mkdir(parents=True, exist_ok=True)
    (basic / "Essays.xba").write_text(_MODULE.format(escape(_MACRO)))
    (basic / "script.xlb").write_text(_LIBRARY)
    target = path.with_suffix(".txt")
    arguments = f'("{path.as_uri()}","{target.as_uri()}")'
    _run(profile, f"macro:///Standard.Essays.AcceptAll{arguments}")
    return target.read_text(encoding="utf-8-sig")


def _run(profile: Path, *arguments: str) -> None:
    assert SOFFICE is not None
    own = f"-env:UserInstallation={profile.as_uri()}"
    subprocess.run([SOFFICE, "--headless", own, *arguments], check=True, capture_output=True)
