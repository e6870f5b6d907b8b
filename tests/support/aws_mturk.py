"""Amazon's command line as far as the documentation uses it: `aws mturk OPERATION ...`.

Requests go to the endpoint that TURK_SANDBOX names, in place of the one on the line. Lists are
fetched page by page, as the real one does.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

_LISTS = {
    "list-assignments-for-hit": ("ListAssignmentsForHIT", "Assignments"),
    "list-bonus-payments": ("ListBonusPayments", "BonusPayments"),
}
_OTHERS = {
    "create-hit": "CreateHIT",
    "approve-assignment": "ApproveAssignment",
    "send-bonus": "SendBonus",
}
_OPTIONS = ("region", "endpoint-url", "cli-input-json", "hit-id", "query", "output")


def main(arguments: list[str]) -> None:
    """Do what the arguments say, and print what comes back."""
    given, words = {}, iter(arguments)
    operation = ""
    for word in words:
        if word.startswith("--") and word[2:] in _OPTIONS:
            given[word[2:]] = next(words)
        elif word != "mturk":
            operation = word
    if operation in _LISTS:
        _print(_listed(*_LISTS[operation], given["hit-id"]))
        return
    text = given["cli-input-json"]
    if text.startswith("file://"):
        text = Path(text.removeprefix("file://")).read_text()
    answer = _call(_OTHERS[operation], json.loads(text))
    for name in given.get("query", "").split("."):
        answer = answer[name] if name else answer
    _print(answer)


def _print(answer: Any) -> None:
    if isinstance(answer, str):
        sys.stdout.write(f"{answer}\n")
    elif answer:
        json.dump(answer, sys.stdout, indent=4)


def _listed(target: str, name: str, hit: str) -> dict[str, Any]:
    everything: list[Any] = []
    asked: dict[str, Any] = {"HITId": hit}
    while True:
        page = _call(target, asked)
        everything += page[name]
        if "NextToken" not in page:
            return {"NumResults": len(everything), name: everything}
        asked["NextToken"] = page["NextToken"]


def _call(target: str, body: dict[str, Any]) -> Any:
    headers = {
        "Content-Type": "application/x-amz-json-1.1",
        "X-Amz-Target": f"MTurkRequesterServiceV20170117.{target}",
    }
    data = json.dumps(body).encode()
    try:
        with urlopen(Request(os.environ["TURK_SANDBOX"], data, headers)) as response:
            return json.load(response)
    except HTTPError as error:
        with error:
            sys.exit(error.read().decode())


if __name__ == "__main__":
    main(sys.argv[1:])
