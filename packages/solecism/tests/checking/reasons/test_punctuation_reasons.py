"""Marks are explained by the clauses beside them."""

from __future__ import annotations

import pytest

from marked_words import marked
from solecism.checking.punctuation_reasons import punctuation_reason

BEFORE_SUBJECT = "what comes before the subject is followed by a comma"
SECOND_SENTENCE = "a second sentence does not follow a first one without a mark"
TWO_SENTENCES = "two sentences are not joined by a comma"


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("It is nice[] isn't it?", "a short question"),
        ("I know that if we mix them[] the class will win.", 'a clause with "if" that comes first'),
        ("As long as we make them[] we cannot rest.", 'a clause with "as" that comes first'),
        ("I cannot come because of the rain[] so I stay.", 'a comma comes before "so"'),
        ("In summary[] public transport is useful.", BEFORE_SUBJECT),
        ("Of course[] the price of people's homes will rise.", BEFORE_SUBJECT),
        ("I think that in winter[] we should ski.", BEFORE_SUBJECT),
        ("Last but not least[] there are some things to see.", BEFORE_SUBJECT),
        ("After lunch[] we left.", BEFORE_SUBJECT),
        ("In my town[] people are kind and polite.", BEFORE_SUBJECT),
        ("Despite all that[] Adam was alone.", BEFORE_SUBJECT),
        ("In my opinion[] staying here is fun.", BEFORE_SUBJECT),
        ("Well[] my friend, I have to go.", BEFORE_SUBJECT),
        ("She is ten years old[] I do not know her.", SECOND_SENTENCE),
        ("We saw the film[] then we went home.", SECOND_SENTENCE),
        ("Hello Ann[] how are you?", "a greeting"),
        ("I like tennis[] golf and football.", "the parts of a list"),
        ("I met my favourite actor[] John.", "a name that is added"),
        ("I like sports[] especially tennis.", "what is added to a sentence"),
    ],
)
def test_a_missing_comma_is_explained_by_what_it_divides(text: str, part: str) -> None:
    assert part in (punctuation_reason(marked(text, ",")) or "")


@pytest.mark.parametrize(
    ("text", "new", "part"),
    [
        ("Yesterday the boy[,] went home.", "", "between a subject and its verb"),
        ("I hope[,] there is time.", "", "between a verb and what is said"),
        ("The ones[,] who work here are kind.", "", '"who" when what follows says which'),
        ("I do not know[,] why he left.", "", "a question inside a sentence"),
        ("We like tea[,] and coffee.", "", "joins only two words"),
        ("I was tired[,] I went home.", ".", TWO_SENTENCES),
        ("I was tired[,] I went home.", None, TWO_SENTENCES),
        ("We like tea[,] coffee.", "and", 'has "and" or "or" before it'),
        ("We stayed home[;] because it rained.", ",", '"because" is no sentence by itself'),
        ("It was late[;] we left.", ".", "divided by a full stop"),
        ("Dear Ann[.]", ",", "after the greeting"),
        ("It is late[..]", ".", "one full stop"),
        ("I like sports such as[:] tennis.", "", 'no colon comes after "as"'),
        ("They make[-]up stories.", "", "a verb and its particle"),
        ("It is my parents[] house.", "'", "a plural in -s has an apostrophe"),
        ("I bought two CD['s] there.", "", "a plural has no apostrophe"),
        ("We changed the London['s] programme.", "", "only says which kind"),
        ("I like two sports[] tennis and golf.", ":", "a colon comes before"),
        ("She bought make[] up.", "-", "joined by a hyphen"),
        ("I am late[]", None, "a sentence ends in"),
    ],
)
def test_other_marks_have_their_rules(text: str, new: str | None, part: str) -> None:
    assert part in (punctuation_reason(marked(text, new)) or "")


@pytest.mark.parametrize(
    ("text", "new"), [("She is[,] late.", None), ("A chair[,] old.", "red"), ("It [is] late.", "")]
)
def test_nothing_is_said_where_no_rule_is_known(text: str, new: str | None) -> None:
    assert punctuation_reason(marked(text, new)) is None
