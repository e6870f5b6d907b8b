"""The overview and the pages of students, as HTML."""

from __future__ import annotations

import re
from cProfile import Profile
from dataclasses import replace
from html.parser import HTMLParser

from class_texts import room, student
from solecism.classroom.class_folder import format_class
from solecism.classroom.classroom import CheckedDraft, Classroom, Student
from solecism.classroom.drafts import StudentDraft

HOSTILE = '<script>alert("x")</script>&\u202e'


class Tags(HTMLParser):
    """The elements of a page, and the text without them."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []
        self.links: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        values = dict(attrs)
        assert not any(name.startswith("on") for name in values)
        self.links += [value for value in (values.get("href"), values.get("src")) if value]

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def parsed(page: str) -> Tags:
    tags = Tags()
    tags.feed(page)
    return tags


def words(page: str) -> str:
    return " ".join("".join(parsed(page).words).split())


def pages(classroom: Classroom) -> dict[str, str]:
    return dict(format_class(classroom))


def test_the_overview_has_a_row_per_student_and_one_for_the_class() -> None:
    overview = words(pages(room(student("Anna", (3, 100)), student("Bo", (1, 100))))["index.html"])
    assert "2 students, 2 drafts, 200 words. 4 findings: 20 per 1,000 words" in overview
    assert "Anna 100 1 draft 30.0 3 · 6–88" in overview
    assert "Bo 100 1 draft 10.0 1 · 0–56" in overview
    assert "Class 200 2 drafts 20.0 4 · 5–51" in overview


def test_the_overview_shows_problems_with_examples_and_change() -> None:
    classroom = room(student("Anna", (20, 400), (5, 400)), student("Bo", texts=["I listen music."]))
    overview = words(pages(classroom)["index.html"])
    assert "Wrong preposition 25 findings in the texts of 1 student." in overview
    assert 'I listen ^(a word is missing here) music. Bo: insert "to" (80%)' in overview
    assert "Fewer findings. From 50 findings per 1,000 words (1 March 2026) to 12" in overview
    assert "Fewer than two drafts of 100 words or more: Bo." in overview


def test_links_lead_to_files_that_are_there() -> None:
    written = pages(room(student("Zoë / 1%", (1, 8)), student("zoë 1", (0, 8))))
    links = parsed(written["index.html"]).links
    assert "students/Zo%C3%AB-1.html" in links
    assert {"students/Zoë-1.html", "students/zoë-1-2.html"} <= set(written)
    assert {"findings.csv", "students.csv"} <= set(links) & set(written)


def test_the_page_of_a_student_has_nothing_of_another() -> None:
    anna = student("Anna", (2, 40), (1, 40), texts=["Let us discuss about elephants."])
    bo = student("Bo", texts=["We depend of giraffes."])
    written = pages(room(anna, bo, notes=["bo.txt: is odd."]))
    page = words(written["students/Anna.html"])
    assert "Bo" not in page
    assert "giraffes" not in page
    assert "is odd" not in page
    assert "elephants" in page
    assert "Wrong preposition 2 1 0 3 Learn a verb" in page
    assert "Unneeded preposition 0 0 1 1 Some verbs take no" in page


def test_texts_have_the_titles_of_drafts() -> None:
    page = pages(room(student("Anna", (1, 8), (1, 8))))["students/Anna.html"]
    assert "1 March 2026" in page
    assert "Anna/0.txt" not in page


def test_nothing_becomes_markup() -> None:
    hostile = student(HOSTILE, texts=[f"We depend of it. We depend of {HOSTILE} now.\n"])
    classroom = room(hostile, notes=[HOSTILE], title=HOSTILE)
    for name, page in pages(classroom).items():
        if name.endswith(".html"):
            assert parsed(page).names.count("script") == (name == "index.html")
            assert "alert" in page
            assert "\u202e" not in page


def test_nothing_is_fetched_from_elsewhere() -> None:
    for name, page in pages(room(student("Anna", (1, 8)))).items():
        if name.endswith(".html"):
            assert not {"link", "img", "iframe"} & set(parsed(page).names)
            assert not re.search(r"url\(|@import|https?:", page)
            assert "default-src 'none'" in page


def test_what_could_not_be_checked_is_a_list_and_no_page() -> None:
    empty = CheckedDraft(StudentDraft("Eva", "e.txt", "e.txt"), problem="e.txt: is empty.")
    written = pages(replace(room(student("Anna", (1, 100))), unread=(empty,)))
    overview = words(written["index.html"])
    assert (
        "1 file could not be checked, and is not counted anywhere below: Eva: e.txt: is" in overview
    )
    assert "1 student, 1 draft, 100 words." in overview
    assert "students/Eva.html" not in written
    assert "Eva,1,,e.txt,0,0,0" in written["students.csv"]


def test_few_words_have_counts_and_no_rate_colour_or_rank() -> None:
    written = pages(room(student("Anna", (3, 100)), student("Bo", (9, 96))))
    overview = written["index.html"]
    assert "Bo 96 1 draft 9 no rate 9 no rate" in words(overview)
    assert overview.count("--heat:") == 4
    assert '<td class="number" data-value="">9' in overview
    assert "9 findings." in words(written["students/Bo.html"])


def test_a_handout_and_exercises_have_examples_and_nobodys_name() -> None:
    texts = [
        "We depend of it. We depend of Bob. I listen music. Call 0123 456789 or depend of us.\n"
    ]
    written = pages(room(student("Anna Li", texts=texts), student("Bob", (0, 100))))
    handout, exercises = words(written["handout.html"]), words(written["exercises.html"])
    assert "\u2717 We depend of it. \u2713 We depend on it." in handout
    questions, _, answers = exercises.partition(" Answers ")
    assert questions.endswith("The answers are on the back. We depend of it. I listen music.")
    assert answers.startswith("We depend on it. Native writers write ")
    assert "I listen to music. " in answers
    for page in (handout, exercises):
        assert not re.search("Anna|Bob|0123", page)


def test_a_title_and_date_that_two_drafts_share_are_told_apart() -> None:
    anna = student("Anna", (1, 8))
    again = CheckedDraft(
        StudentDraft("Anna", "x.txt", "x.txt", anna.drafts[0].draft.date), anna.drafts[0].sentences
    )
    page = pages(room(Student("Anna", (*anna.drafts, again))))["students/Anna.html"]
    assert "1 March 2026 (x.txt)" in page


def test_work_grows_with_the_number_of_students_and_not_faster() -> None:
    one = student("S", (1, 8), (0, 8))

    def n_calls(n: int) -> int:
        classroom = room(*(replace(one, name=f"S{number}") for number in range(n)))
        profile = Profile()
        profile.runcall(lambda: sum(1 for _ in format_class(classroom)))
        return sum(entry.callcount for entry in profile.getstats())

    n_calls(1)
    assert n_calls(300) < 4.5 * n_calls(75)
