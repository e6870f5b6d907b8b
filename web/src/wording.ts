/** Numbers and findings in words. */
import type { Finding, Suggestion } from "./server";

export function counted(number: number, noun: string): string {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** How many of ten readers would object. */
export function objections(share: number): string {
  const readers = Math.round(10 * share);
  if (readers === 0) return "Hardly any reader would object";
  if (readers === 1) return "About 1 reader in 10 would object";
  if (readers === 10) return "Nearly every reader would object";
  return `About ${readers} of 10 readers would object`;
}

/** What a suggestion does: words to write, to insert, or nothing to leave them out. */
export function action(finding: Finding, suggestion: Suggestion): string {
  if (!suggestion.text) return "Leave it out";
  return isMissing(finding) ? `Insert “${suggestion.text}”` : suggestion.text;
}

/** Whether a word is missing, so that the underlined words themselves are right. */
export function isMissing(finding: Finding): boolean {
  const [first] = finding.suggestions;
  return finding.kind.startsWith("missing") || (first !== undefined && first.start === first.end);
}

/** The number of words in a text, as word processors count them: by the spaces between them. */
export function wordCount(text: string): number {
  let count = 0;
  for (const [word] of text.matchAll(/\S+/g)) if (/[\p{L}\p{N}]/u.test(word)) count += 1;
  return count;
}
