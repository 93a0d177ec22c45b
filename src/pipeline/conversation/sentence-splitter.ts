/** A first sentence shorter than this is spoken together with the next one: single words sound chopped. */
const MIN_CHARACTERS = 8;

/**
 * The first clause of an answer is spoken before its sentence is whole, if it is at least so long: the voice has the
 * rest of the sentence made while these are heard, some 600 ms.
 */
const CLAUSE_CHARACTERS = 10;

/**
 * A sentence that is still going on after this is cut at a comma or a blank, so that the caller needn't wait for it.
 */
const MAX_CHARACTERS = 200;

/**
 * An end of a sentence: its mark, what closes after it, and a blank. A dot after a single letter or a number ends none.
 */
const END = /(?:(?<![\s.][\p{L}])(?<!\d)\.|[!?…])["')\]»”]*\s+|[。！？]|\n+/u;

/** An end of a clause, with what follows it: a comma within a number ends none. */
const CLAUSE_END = /[,;:–—]["')\]»”]*\s+|[，；：]/gu;
const ENDS_SENTENCE = /[.!?…。！？]["')\]»”]*\s*$/u;

/** The last character of a piece that was cut at a blank: the sentence goes on in the next piece without a pause. */
const WITHIN = /[\p{L}\p{N}]\s*$/u;

/** Whether the sentence goes on after this piece of it, without so much as a comma. */
export const goesOnAfter = (piece: string): boolean => WITHIN.test(piece);

/** Whether the sentence goes on after this piece of it, be it with a comma. */
export const isWithinSentence = (piece: string): boolean => piece !== '' && !ENDS_SENTENCE.test(piece);

/** Cuts a stream of text into sentences as soon as each is complete. */
export class SentenceSplitter {
  private text = '';

  /** @param cutsClause Whether the first clause is given before its sentence is complete. */
  constructor(private cutsClause = false) {}

  /** @returns The sentences that this piece completes; the first clause of the first one may come by itself. */
  add(piece: string): string[] {
    this.text += piece;
    const sentences: string[] = [];
    for (let end = this.nextEnd(); end !== undefined; end = this.nextEnd()) {
      sentences.push(this.text.slice(0, end).trim());
      this.text = this.text.slice(end);
      this.cutsClause = false;
    }
    return sentences.filter(isSpeakable);
  }

  /** @returns What is left when the text has ended. */
  end(): string[] {
    const rest = this.text.trim();
    this.text = '';
    return isSpeakable(rest) ? [rest] : [];
  }

  private nextEnd(): number | undefined {
    const end = this.endOfSentence();
    // What ends with its mark is told in a moment, as a whole.
    if (end !== undefined || !this.cutsClause || ENDS_SENTENCE.test(this.text)) return end;
    const ends = [...this.text.matchAll(CLAUSE_END)].map(({ 0: mark, index }) => index + mark.length);
    return ends.find((clauseEnd) => this.text.slice(0, clauseEnd).trim().length >= CLAUSE_CHARACTERS);
  }

  private endOfSentence(): number | undefined {
    for (let from = 0; ;) {
      const found = END.exec(this.text.slice(from));
      if (!found) break;
      const end = from + found.index + found[0].length;
      if (this.text.slice(0, end).trim().length >= MIN_CHARACTERS) return end;
      from = end;
    }
    if (this.text.length <= MAX_CHARACTERS) return undefined;
    const head = this.text.slice(0, MAX_CHARACTERS);
    const cut = Math.max(head.lastIndexOf(', '), head.lastIndexOf('; '), head.lastIndexOf(': '));
    if (cut > MIN_CHARACTERS) return cut + 1;
    const blank = head.lastIndexOf(' ');
    return blank > MIN_CHARACTERS ? blank + 1 : MAX_CHARACTERS;
  }
}

/** The sentences of a text that is there as a whole. */
export function sentencesOf(text: string): string[] {
  const splitter = new SentenceSplitter();
  return [...splitter.add(text), ...splitter.end()];
}

/** Something that a voice can say: marks and emphasis alone are nothing. */
function isSpeakable(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
