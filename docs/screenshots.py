"""Take the pictures for the documentation: checked texts, a class, the page to write in, a study.

python docs/screenshots.py

LibreOffice draws the Word document.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pypdfium2
from PIL import Image, ImageChops
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "_static"
ADDRESS = "http://127.0.0.1:8765"
WRITE_ADDRESS = "http://127.0.0.1:8766"
TURK_ADDRESS = "http://127.0.0.1:8767"
PASSWORD = "a long password"
STEPS = f"""
solecism examples
solecism check --exit-zero --for teacher --format html -o checked.html examples/texts/landlord.txt
solecism check --exit-zero --for teacher --format docx --track-changes -o answer.docx \
    examples/texts/landlord.txt
soffice --headless --convert-to pdf answer.docx
solecism class examples/class -o class --title "Class 9b"
solecism sample examples/flags.b.jsonl items.jsonl --key key.json -n 180 --seed 7 \
    --sites examples/sites.jsonl
cat examples/control.sites.jsonl >> items.jsonl
solecism study new essays items.jsonl --task usage -n 5 --price 0.08 --fee 0.33 --budget 160 \
    --gold examples/control.answers.jsonl --key key.json --flags examples/flags.b.jsonl
solecism study simulate essays --raters 9 --careless 0.2 --answers 800 --seed 3 \
    --like examples/judgments.simulated.jsonl
echo "{PASSWORD}" | solecism study admin essays ann --password-stdin
solecism study raters essays --invite "Bea Bright" --url {ADDRESS} > link.tsv
solecism study new examples/mturk.toml
"""


def wait_for(address: str) -> None:
    """Return when the server answers."""
    for _ in range(600):
        try:
            urlopen(address).close()
        except URLError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit(f"{address}: the server does not answer.")


def log_in(page: Page) -> None:
    """Log in as the administrator."""
    page.goto(f"{ADDRESS}/admin/login")
    page.get_by_label("Name").fill("ann")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()


def save(page: Page, name: str, *, full_page: bool = True) -> None:
    """Write the picture of the whole page, or of its window."""
    save_picture(Image.open(io.BytesIO(page.screenshot(full_page=full_page))), name)


def save_picture(picture: Image.Image, name: str) -> None:
    """Write a picture in few colours, which is a third of the size."""
    path = FOLDER / f"{name}.png"
    picture.convert("RGB").quantize(128).save(path, optimize=True)


def answer(folder: str) -> None:
    """Write the picture of a letter with tracked changes, without the empty end of its page."""
    document = pypdfium2.PdfDocument(Path(folder, "answer.pdf"))
    picture = document[0].render(scale=1.5).to_pil()
    box = ImageChops.invert(picture.convert("L")).getbbox() or (0, 0, *picture.size)
    save_picture(picture.crop((box[0] - 20, box[1] - 20, box[2] + 20, box[3] + 20)), "answer")
    document.close()


def checked(browser: Browser, folder: str) -> None:
    """Write the picture of a checked letter."""
    page = browser.new_page(viewport={"width": 1180, "height": 300})
    page.goto(Path(folder, "checked.html").as_uri())
    save(page, "checked")


def writing(browser: Browser) -> None:
    """Write the pictures of the page to write in, on a desk and on a phone in the dark."""
    looks = {
        "write": browser.new_page(viewport={"width": 1180, "height": 700}),
        "write-phone": browser.new_page(
            viewport={"width": 390, "height": 760}, color_scheme="dark", is_mobile=True
        ),
    }
    for name, page in looks.items():
        page.goto(WRITE_ADDRESS)
        page.get_by_role("button", name="Try a sample text").click()
        page.wait_for_selector("[data-state=checked]")
        for _ in range(4):
            page.keyboard.press("F8")
        page.wait_for_timeout(500)
        save(page, name)


def classroom(browser: Browser, folder: str) -> None:
    """Write the pictures of the overview of a class, and of the first half of a student's page."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(Path(folder, "class", "index.html").as_uri())
    page.locator("section:has(#trust), footer").evaluate_all("all => all.forEach(e => e.remove())")
    save(page, "class")
    page = browser.new_page(viewport={"width": 900, "height": 1500})
    page.goto(Path(folder, "class", "students", "Chen-Yifan.html").as_uri())
    save(page, "class-student", full_page=False)


def dashboard(browser: Browser) -> None:
    """Write the screenshot of the dashboard."""
    page = browser.new_page(viewport={"width": 1180, "height": 800})
    log_in(page)
    page.locator("footer").evaluate("element => element.remove()")
    save(page, "dashboard")


def rater(browser: Browser, link: str) -> None:
    """Write the screenshot of the rater's page after three answers."""
    page = browser.new_page(viewport={"width": 860, "height": 760})
    page.goto(link)
    page.get_by_role("checkbox").check()
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector(".js")
    for number in range(1, 4):
        page.wait_for_selector("form.question")
        page.keyboard.press("2")
        page.keyboard.press("h")
        page.wait_for_selector(f"#meter-answers:has-text('{number} of')")
    page.keyboard.press("1")
    save(page, "rater")


def frame(browser: Browser) -> None:
    """Write the screenshot of what Mechanical Turk shows in its frame."""
    page = browser.new_page(viewport={"width": 860, "height": 620})
    page.goto(
        f"{TURK_ADDRESS}/mturk?assignmentId=3QJOXOW4XJ1ABCDEFGHIJK&workerId=A1B2C3D4E5F6G7"
        "&turkSubmitTo=https://www.mturk.com"
    )
    save(page, "mturk", full_page=False)


def main() -> None:
    """Make a study in an empty folder, serve it and take the screenshots."""
    programs = str(Path(sys.executable).parent)
    environment = {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["bash", "-e", "-c", STEPS], cwd=folder, env=environment, check=True)
        answer(folder)
        link = (Path(folder) / "link.tsv").read_text().split("\t")[1].strip()
        serve = ["solecism", "study", "serve", "essays", "--port", "8765"]
        write = ["solecism", "write", "--no-browser", "--port", "8766"]
        turk = ["solecism", "study", "serve", "examples/turk", "--port", "8767"]
        servers = [
            subprocess.Popen(each, cwd=folder, env=environment) for each in (serve, write, turk)
        ]
        try:
            wait_for(ADDRESS)
            wait_for(WRITE_ADDRESS)
            wait_for(TURK_ADDRESS)
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=shutil.which("chromium-headless-shell")
                    or shutil.which("chromium"),
                    args=["--no-sandbox"],
                )
                checked(browser, folder)
                writing(browser)
                classroom(browser, folder)
                dashboard(browser)
                rater(browser, link)
                frame(browser)
                browser.close()
        finally:
            for server in servers:
                server.terminate()
                server.wait()


if __name__ == "__main__":
    main()
