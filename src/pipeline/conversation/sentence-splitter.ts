import { setImmediate } from 'node:timers/promises';
import { speakableText } from '../words/index.js';
import { isWithDot } from './abbreviations.js';

/** A shorter first sentence is spoken together with the next one: single words sound chopped. */
const MIN_CHARACTERS = 8;

/**
 * A first clause of at least this length is spoken before its sentence is complete. Its playout (some 600 ms) gives the
 * voice time to synthesize the rest.
 */
const CLAUSE_CHARACTERS = 10;

/** A longer sentence is cut at a comma or a space, so that the caller need not wait for its end. */
const MAX_CHARACTERS = 200;

/** Long pieces are read in parts: each sentence costs time for all the text that follows. */
const AT_ONCE = 1_000;

/** Other calls get their turn after so many characters of a piece: some 8 ms. */
const IN_A_TURN = 4_000;

/** Unicode's rules for sentence ends in all scripts. They know no abbreviations and depend on no language. */
const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Emphasis marks close a sentence as quotation marks do. */
const EMPHASIS = /[*_`~]/g;
/** A sentence does not end within a link. */
const IN_LINK = /\[[^\]\n]*$|\]\([^\s)]*$/;
/** These marks end a sentence only before a space: "example.com?a=1". */
const NEEDS_BLANK = /[.!?]["')\]»”’]*$/;

/** Unicode treats these marks as closing a sentence, too, though they open one. */
const OPENS = /[([{「『（【《〈“‘«¿¡]+$/u;

/** Text that must follow to confirm a sentence end: "at nine. (And", "about 5. 3 more", "so?”". */
const TELLS = /[\p{L}\p{Sentence_Terminal}\n]/u;

/** The end of a clause, with the text that follows: a comma within a number is none. */
const CLAUSE_END = /[,;:–—،؛]["')\]»”]*\s+|[，；：、]/gu;
const ENDS_SENTENCE = /[\p{Sentence_Terminal}…]["')\]»”’」』）】]*\s*$/u;

/** Last character of a piece cut at a space: the sentence continues in the next piece without a pause. */
const WITHIN = /[\p{L}\p{M}\p{N}]\s*$/u;

/** True if the piece ends within a sentence and not at a comma. */
export const goesOnAfter = (piece: string): boolean => WITHIN.test(piece);

/** True if the piece ends within a sentence, possibly at a comma. */
export const isWithinSentence = (piece: string): boolean => piece !== '' && !ENDS_SENTENCE.test(piece);

export interface SplitterOptions {
  /** Of the text (BCP 47). */
  readonly languageCode?: string | undefined;
  /** True for speech: sentences become plain text. Otherwise they are the unchanged text in pieces. */
  readonly isSpoken?: boolean;
  /** Returns the first clause before its sentence is complete. */
  readonly cutsClause?: boolean;
}

/** Splits streamed text into sentences as soon as each is complete. */
export class SentenceSplitter {
  private text = '';
  private cutsClause: boolean;

  constructor(private readonly options: SplitterOptions = {}) {
    this.cutsClause = options.cutsClause ?? false;
  }

  /** @returns The sentences that this piece completes. The first clause of the first one may come separately. */
  add(piece: string): string[] {
    const sentences: string[] = [];
    for (let from = 0; from < piece.length; from += AT_ONCE) {
      this.text += piece.slice(from, from + AT_ONCE);
      for (let end = this.nextEnd(); end !== undefined; end = this.nextEnd()) {
        sentences.push(this.text.slice(0, end));
        this.text = this.text.slice(end);
        this.cutsClause = false;
      }
    }
    return this.given(sentences);
  }

  /** As `add`, for the pieces of a provider, which may send a whole answer in one. */
  async *addInTurns(piece: string): AsyncGenerator<string[]> {
    for (let from = 0; from < piece.length; from += IN_A_TURN) {
      if (from > 0) await setImmediate();
      yield this.add(piece.slice(from, from + IN_A_TURN));
    }
  }

  /** @returns the rest of the text */
  end(): string[] {
    const rest = this.text;
    this.text = '';
    return this.given([rest]);
  }

  private given(sentences: readonly string[]): string[] {
    const given = this.options.isSpoken ? sentences.map(speakableText) : sentences;
    return given.filter((sentence) => sentence.trim() !== '');
  }

  private nextEnd(): number | undefined {
    const end = this.endOfSentence();
    // A sentence that already has its end mark will be complete in a moment; don't cut it.
    if (end !== undefined || !this.cutsClause || ENDS_SENTENCE.test(this.text)) return end;
    const ends = [...this.text.replace(EMPHASIS, '"').matchAll(CLAUSE_END)].map(
      ({ 0: mark, index }) => index + mark.length,
    );
    return ends.find((end) => this.isLong(end, CLAUSE_CHARACTERS) && !IN_LINK.test(this.text.slice(0, end)));
  }

  private endOfSentence(): number | undefined {
    for (const { index, segment } of SENTENCES.segment(this.text.replace(EMPHASIS, '"'))) {
      const end = index + segment.replace(OPENS, '').length;
      if (end > MAX_CHARACTERS) break;
      if (!this.isLong(end, MIN_CHARACTERS)) continue;
      if (segment.endsWith('\n')) return end;
      const [head, next] = [this.text.slice(0, end), this.text.slice(end)];
      if (!TELLS.test(next)) break;
      if (!NEEDS_BLANK.test(segment.replace(OPENS, '')) && !IN_LINK.test(head) && !this.isWithDot(head, next))
        return end;
    }
    return this.text.length > MAX_CHARACTERS ? this.cut() : undefined;
  }

  private isLong(end: number, least: number): boolean {
    return this.text.slice(0, end).trim().length >= least;
  }

  private isWithDot(head: string, next: string): boolean {
    return isWithDot(head.replace(EMPHASIS, '').trimEnd(), next, this.options.languageCode);
  }

  private cut(): number {
    const head = this.text.slice(0, MAX_CHARACTERS);
    const clause = [...head.matchAll(CLAUSE_END)].findLast(({ index }) => index > MIN_CHARACTERS);
    if (clause) return clause.index + clause[0].length;
    const blank = head.lastIndexOf(' ');
    return blank > MIN_CHARACTERS ? blank + 1 : MAX_CHARACTERS;
  }
}

/** Splits a complete text into sentences, as they are spoken. */
export function sentencesOf(text: string, languageCode?: string): string[] {
  const splitter = new SentenceSplitter({ languageCode, isSpoken: true });
  return [...splitter.add(text), ...splitter.end()];
}
