#!/usr/bin/env bash
# What exists today, on the bundled examples. Run by `make demo`.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

say() { printf '\n\033[1m%s\033[0m\n' "$1"; }
show() {
    printf '\033[2m$ %s\033[0m\n' "$1"
    eval "$1"
}

say "1. A learner's sentence: words, tags, lemmas, chunks"
show 'echo "I depend of the heating because I work in home." | solecism tag -'

say "2. What two annotators make of the same letter"
show 'grep -A 5 "^S I depend" examples/annotations/landlord.m2'

say "3. M2 to JSON Lines and back: not a byte is lost"
n_texts=0
for m2 in examples/annotations/*.m2; do
    name=$(basename "$m2" .m2)
    solecism convert "$m2" "$folder/$name.jsonl"
    solecism convert "$folder/$name.jsonl" "$folder/$name.m2"
    cmp "$m2" "$folder/$name.m2"
    n_texts=$((n_texts + 1))
done
echo "$n_texts files, $(cat "$folder"/*.m2 | grep -c '^S ') sentences: identical"

say "4. Plain text to CoNLL-U, with tags and lemmas"
show 'solecism tag --conllu examples/texts/chat.txt | head -n 14'

say "Done. Next: README.md, or solecism --help"
