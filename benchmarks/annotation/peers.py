"""Label Studio and Potato, each in an environment of its own, as their pages use them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.annotation.servers import Http, RaterClient, Running, Server, sentences, started

POTATO, LABEL_STUDIO = "potato-annotation==2.12.*", "label-studio==1.23.*"
_LABELS = ("error", "ok", "unknown")
_PASSWORD = "a long password"
_INSTANCE = re.compile(r'name="instance_id" type="hidden" value="([^"]+)"')
_CSRF = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


def peers(folder: Path) -> list[Server]:
    """Both, installed into a folder where they are not there yet."""
    folder = folder.resolve()
    return [
        Potato(_installed(folder / "potato", POTATO) / "potato"),
        LabelStudio(_installed(folder / "label-studio", LABEL_STUDIO) / "label-studio"),
    ]


def _installed(environment: Path, package: str) -> Path:
    programs = environment / "bin"
    if not programs.is_dir():
        print(f"installing {package} into {environment} ...", flush=True)
        subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
        subprocess.run([str(programs / "pip"), "install", "--quiet", package], check=True)
    return programs


@dataclass(frozen=True)
class Potato:
    """Flask and files."""

    program: Path
    name: str = "Potato"

    @contextmanager
    def running(self, folder: Path, n_items: int, n_judgments: int) -> Iterator[Running]:
        """A project with one question of three answers."""
        lines = [
            json.dumps({"id": f"i{number}", "text": text})
            for number, text in enumerate(sentences(n_items))
        ]
        (folder / "data.jsonl").write_text("\n".join(lines))
        scheme = {
            "annotation_type": "radio",
            "name": "usage",
            "description": "Is it an error?",
            "labels": list(_LABELS),
        }
        settings = {
            "annotation_task_name": "bench",
            "task_dir": ".",
            "output_annotation_dir": "out",
            "output_annotation_format": "json",
            "data_files": ["data.jsonl"],
            "item_properties": {"id_key": "id", "text_key": "text"},
            "require_password": False,
            "user_config": {"allow_all_users": True, "users": []},
            "max_annotations_per_item": n_judgments,
            "assignment_strategy": "random",
            "secret_key": "bench bench bench bench",
            "annotation_schemes": [scheme],
        }
        # JSON is YAML.
        (folder / "config.yaml").write_text(json.dumps(settings))
        command = [str(self.program), "start", "config.yaml", "-p"]
        with started(lambda port: [*command, str(port)], folder, "/") as at:
            yield at

    def rater(self, at: Running, number: int) -> RaterClient:
        """A rater at the first item."""
        return _PotatoRater(at, number)


class _PotatoRater:
    def __init__(self, at: Running, number: int) -> None:
        self.http = Http(at.port)
        self.http.form("/auth", action="login", email=f"rater{number}")
        self.item = self._shown()

    def _shown(self) -> str | None:
        _, page, _ = self.http.ask("GET", "/annotate")
        found = _INSTANCE.search(page)
        return found[1] if found else None

    def answer(self) -> bool:
        """Save, go on, and load the next page: what its own page does."""
        if self.item is None:
            return False
        annotations = {"usage:ok": "ok"}
        self.http.json(
            "POST",
            "/updateinstance",
            {"instance_id": self.item, "annotations": annotations, "span_annotations": []},
        )
        self.http.json(
            "POST",
            "/annotate",
            {"action": "next_instance", "instance_id": self.item},
            {"X-Potato-Navigation": "1"},
        )
        after = self._shown()
        self.item = None if after == self.item else after
        return True


@dataclass(frozen=True)
class LabelStudio:
    """Django on SQLite."""

    program: Path
    name: str = "Label Studio"

    @contextmanager
    def running(self, folder: Path, n_items: int, n_judgments: int) -> Iterator[Running]:
        """A project with one question of three answers, imported over its API."""
        command = [str(self.program), "start", "--no-browser", "--data-dir", str(folder), "--port"]
        with started(
            lambda port: [*command, str(port)], folder, "/user/login/", COLLECT_ANALYTICS="false"
        ) as at:
            owner = Http(at.port)
            _sign_up(owner, "owner@example.org")
            choices = "".join(f'<Choice value="{label}"/>' for label in _LABELS)
            view = (
                '<View><Text name="text" value="$text"/>'
                f'<Choices name="usage" toName="text">{choices}</Choices></View>'
            )
            project = owner.json(
                "POST",
                "/api/projects",
                {"title": "bench", "label_config": view, "maximum_annotations": n_judgments},
                _token(owner),
            )
            at.facts["project"] = project["id"]
            tasks = [{"text": text} for text in sentences(n_items)]
            owner.json("POST", f"/api/projects/{project['id']}/import", tasks, _token(owner))
            yield at

    def rater(self, at: Running, number: int) -> RaterClient:
        """A rater with an account of their own and the first task."""
        return _LabelStudioRater(at, number)


class _LabelStudioRater:
    def __init__(self, at: Running, number: int) -> None:
        self.http = Http(at.port)
        self.project = at.facts["project"]
        _sign_up(self.http, f"rater{number}@example.org")
        self.task = self._next()

    def _next(self) -> int | None:
        try:
            task = self.http.json("GET", f"/api/projects/{self.project}/next")
        except RuntimeError as problem:
            if ": 404 " in str(problem):
                return None
            raise
        return int(task["id"])

    def answer(self) -> bool:
        """Send an annotation and ask for the next task."""
        if self.task is None:
            return False
        choice = {
            "from_name": "usage",
            "to_name": "text",
            "type": "choices",
            "value": {"choices": ["ok"]},
        }
        sent = {"result": [choice], "lead_time": 1.0, "project": self.project}
        path = f"/api/tasks/{self.task}/annotations/"
        self.http.json("POST", path, sent, _token(self.http))
        self.task = self._next()
        return True


def _sign_up(http: Http, email: str) -> None:
    _, page, _ = http.ask("GET", "/user/signup/")
    found = _CSRF.search(page)
    if found is None:
        raise RuntimeError(f"no form to sign up: {page[:200]}")
    http.form("/user/signup/", csrfmiddlewaretoken=found[1], email=email, password=_PASSWORD)


def _token(http: Http) -> dict[str, str]:
    return {"X-CSRFToken": http.cookies.get("csrftoken", "")}
