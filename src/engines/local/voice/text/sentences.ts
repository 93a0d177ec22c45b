import { anyOf } from './patterns.js';

/** Longer sentences are cut at a space, which bounds their processing time. */
const MAX_CHARACTERS = 600;

const SENTENCE_END = /(?<=[.!?…])["”’)\]]*\s+(?=\S)/gu;

/**
 * Splits a text at the ends of lines and sentences. Titles and initials don't end a sentence ("Dr. Smith", "J. K.
 * Rowling").
 */
export class VoiceSentences {
  private readonly title: RegExp;

  /** @param titles Without their points. */
  constructor(titles: Iterable<string>) {
    this.title = new RegExp(`(?:^|\\s)[("“'‘]*(?:${anyOf(titles)}|\\p{Lu})\\.$`, 'u');
  }

  split(text: string): string[] {
    return text
      .split('\n')
      .flatMap((line) => this.splitLine(line.trim()))
      .flatMap(inLengths)
      .filter((sentence) => sentence.trim() !== '');
  }

  private splitLine(line: string): string[] {
    const sentences: string[] = [];
    let from = 0;
    for (const { 0: found, index } of line.matchAll(SENTENCE_END)) {
      const next = index + found.length;
      if (/\p{Ll}/u.test(line.charAt(next)) || this.title.test(line.slice(from, index))) continue;
      sentences.push(line.slice(from, index));
      from = next;
    }
    return [...sentences, line.slice(from)];
  }
}

function inLengths(sentence: string): string[] {
  if (sentence.length <= MAX_CHARACTERS) return [sentence];
  return (
    sentence.match(new RegExp(`\\S.{0,${MAX_CHARACTERS - 1}}(?!\\S)|\\S{${MAX_CHARACTERS}}`, 'gsu')) ?? []
  );
}
