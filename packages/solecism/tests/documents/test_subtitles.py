"""Subtitles: sentences run over cues, and every cue has its time."""

from __future__ import annotations

from solecism import documents

VTT = """WEBVTT - lesson

NOTE
We depend of notes.

intro
01:12.000 --> 01:14.500 align:start
<v Anna>We were depending

00:01:14.600 --> 00:01:16.000
of the <i>old</i> bus &amp; train.
- And you?
"""


def test_a_sentence_runs_over_cues() -> None:
    document = documents.parse(VTT.encode(), name="film.vtt")
    assert document.text == "We were depending of the old bus & train.\n\n- And you?"
    assert [(block.label, document.text[block.start : block.end]) for block in document.blocks] == [
        ("00:01:12", "We were depending"),
        ("00:01:14", "of the old bus & train.\n\n- And you?"),
    ]


def test_numbers_and_times_of_srt_are_not_text() -> None:
    srt = (
        "1\r\n00:00:01,000 --> 00:00:02,000\r\n{\\an8}Yes,\r\n2\r\n"
        "100:00:03,5 --> 100:00:04,0\r\n<b>in 1999.</b>\r\n\r\n3\r\nno time\r\n"
    )
    document = documents.parse(srt.encode(), name="film.srt")
    assert document.text == "Yes, in 1999."
    assert [block.label for block in document.blocks] == ["00:00:01", "100:00:03"]
