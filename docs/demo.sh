#!/usr/bin/env bash
# The main tasks, on the bundled examples. Run by `make demo`.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

say() { printf '\n\033[1m%s\033[0m\n' "$1"; }
show() {
    printf '\033[2m$ %s\033[0m\n' "$1"
    eval "$1"
}

say "1. What is surely wrong in two letters, what probably is in one of them, and in all bundled essays"
show 'solecism check --exit-zero examples/texts/landlord.txt examples/texts/novel.txt'
show 'solecism check --exit-zero --precision 0.6 examples/texts/landlord.txt'
show 'solecism check --exit-zero examples/texts | tail -n 1'

say "2. A learner's sentence: words, tags, lemmas, chunks"
show 'echo "I depend of the heating because I work in home." | solecism tag -'

say "3. What two annotators make of the same letter"
show 'grep -A 5 "^S I depend" examples/annotations/landlord.m2'

say "4. M2 to JSON Lines and back: not a byte is lost"
cat examples/annotations/*.m2 > "$folder/all.m2"
show 'solecism convert "$folder/all.m2" "$folder/all.jsonl"'
show 'solecism convert "$folder/all.jsonl" "$folder/back.m2"'
show 'cmp "$folder/all.m2" "$folder/back.m2"'
echo "$(grep -c '^S ' "$folder/back.m2") sentences, $(grep -c '^A ' "$folder/back.m2") lines of annotation: identical"

say "5. What two (imagined) annotators think of these findings"
show 'solecism check --exit-zero --format jsonl -o "$folder/found.jsonl" "$folder/all.m2"'
show 'solecism score "$folder/found.jsonl" --m2 "$folder/all.m2" --kind preposition'

say "6. Plain text to CoNLL-U, with tags and lemmas"
show 'solecism tag --conllu examples/texts/chat.txt | sed -n 1,14p'

say "7. How far eight (simulated) raters agree on the prepositions of these texts"
show 'solecism agree examples/judgments.simulated.jsonl'

say "8. How good a (made-up) system is, from a blind sample of 150 sites"
show 'solecism sample examples/flags.b.jsonl "$folder/items.jsonl" --key "$folder/key.json" -n 150 --seed 7'
show 'solecism estimate "$folder/key.json" examples/judgments.simulated.jsonl'

say "9. A tree before and after errors were made in its sentence, as text and as a drawing"
mkdir -p build/demo
show 'solecism corrupt examples/treebank.mrg "$folder/bad.jsonl" --rounds 2 --seed 7 --quiet'
show 'solecism tree examples/treebank.mrg --id treebank.2'
show 'solecism tree "$folder/bad.jsonl" --id treebank.2'
show 'solecism tree "$folder/bad.jsonl" --id treebank.2 --svg build/demo/tree.svg'
echo "The drawing is build/demo/tree.svg: open it in a browser."

say "10. A small study: the same question put to (simulated) raters, and its report"
show 'solecism sample examples/flags.b.jsonl "$folder/drawn.jsonl" --key "$folder/study.key.json" -n 40 --seed 7 --sites examples/sites.jsonl'
cat "$folder/drawn.jsonl" examples/control.sites.jsonl > "$folder/asked.jsonl"
show 'solecism study new "$folder/study" "$folder/asked.jsonl" --task usage -n 4 --key "$folder/study.key.json" --flags examples/flags.b.jsonl --gold examples/control.answers.jsonl --price 0.08'
show 'solecism study simulate "$folder/study" --raters 6 --like examples/judgments.simulated.jsonl'
show 'solecism study status "$folder/study"'
show 'solecism study verify "$folder/study"'
show 'solecism study export "$folder/study" "$folder/study.jsonl"'
show 'solecism report --judgments "$folder/study.jsonl" --flags examples/flags.b.jsonl build/demo/report.html'
echo "The report is build/demo/report.html: open it in a browser. Raters' and administrators' pages: solecism study serve."

say "11. A class at a glance: eight (invented) students with two or three drafts each"
show 'solecism class examples/class -o build/demo/class --title "Class 9b"'
echo "The overview is build/demo/class/index.html: open it in a browser. A page to write in: solecism write."

say "Done. Next: README.md, or solecism --help"
