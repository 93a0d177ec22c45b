/** Sentences longer than this are cut at commas as well, so that the first audio doesn't wait for a long sentence. */
const LONG_SENTENCE_CHARACTERS = 120;

/**
 * Cuts a text into sentences that can be synthesised one after the other. A dot inside a number, an abbreviation of one letter
 * or an address ends no sentence, since no blank follows it or a single letter comes before it.
 */
export function splitSentences(text: string): string[] {
  const sentences = text
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=[^\s.][^\s.][.!?…]["')\]]*)\s+|(?<=[!?…]["')\]]*)\s+/)
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  return sentences.flatMap(splitLongSentence);
}

function splitLongSentence(sentence: string): string[] {
  if (sentence.length <= LONG_SENTENCE_CHARACTERS) return [sentence];
  const parts: string[] = [];
  for (const clause of sentence.split(/(?<=[,;:])\s+/)) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + clause.length < LONG_SENTENCE_CHARACTERS) {
      parts[parts.length - 1] = `${last} ${clause}`;
    } else {
      parts.push(clause);
    }
  }
  return parts;
}
