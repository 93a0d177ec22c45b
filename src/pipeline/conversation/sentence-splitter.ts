import { plainText } from '../words/index.js';
import { isWithDot } from './abbreviations.js';

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

/** Unicode's rules for the ends of sentences in all scripts. They know no abbreviations, and no language. */
const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Marks of emphasis close a sentence as quotation marks do. */
const EMPHASIS = /[*_`~]/g;
/** In a link, nothing ends. */
const IN_LINK = /\[[^\]\n]*$|\]\([^\s)]*$/;
/** Of these, a blank makes an end: "example.com?a=1". */
const NEEDS_BLANK = /[.!?]["')\]»”’]*$/;

/** For Unicode they close a sentence as well as they open one. */
const OPENS = /[([{「『（【《〈“‘«¿¡]+$/u;

/** What must follow an end before it is known to be one: "at nine. (And", "about 5. 3 more", "so?”". */
const TELLS = /[\p{L}\p{Sentence_Terminal}\n]/u;

/** An end of a clause, with what follows it: a comma within a number ends none. */
const CLAUSE_END = /[,;:–—،؛]["')\]»”]*\s+|[，；：、]/gu;
const ENDS_SENTENCE = /[\p{Sentence_Terminal}…]["')\]»”’」』）】]*\s*$/u;

/** The last character of a piece that was cut at a blank: the sentence goes on in the next piece without a pause. */
const WITHIN = /[\p{L}\p{M}\p{N}]\s*$/u;

/** Whether the sentence goes on after this piece of it, without so much as a comma. */
export const goesOnAfter = (piece: string): boolean => WITHIN.test(piece);

/** Whether the sentence goes on after this piece of it, be it with a comma. */
export const isWithinSentence = (piece: string): boolean => piece !== '' && !ENDS_SENTENCE.test(piece);

export interface SplitterOptions {
  /** Of the text (BCP 47). */
  readonly languageCode?: string | undefined;
  /** Whether the sentences are to be heard: then they are plain text. Else they are the text, cut into pieces. */
  readonly isSpoken?: boolean;
  /** Whether the first clause is given before its sentence is complete. */
  readonly cutsClause?: boolean;
}

/** Cuts a stream of text into sentences as soon as each is complete. */
export class SentenceSplitter {
  private text = '';
  private cutsClause: boolean;

  constructor(private readonly options: SplitterOptions = {}) {
    this.cutsClause = options.cutsClause ?? false;
  }

  /** @returns The sentences that this piece completes; the first clause of the first one may come by itself. */
  add(piece: string): string[] {
    this.text += piece;
    const sentences: string[] = [];
    for (let end = this.nextEnd(); end !== undefined; end = this.nextEnd()) {
      sentences.push(this.text.slice(0, end));
      this.text = this.text.slice(end);
      this.cutsClause = false;
    }
    return this.given(sentences);
  }

  /** @returns What is left when the text has ended. */
  end(): string[] {
    const rest = this.text;
    this.text = '';
    return this.given([rest]);
  }

  private given(sentences: readonly string[]): string[] {
    const given = this.options.isSpoken ? sentences.map(plainText) : sentences;
    return given.filter((sentence) => sentence.trim() !== '');
  }

  private nextEnd(): number | undefined {
    const end = this.endOfSentence();
    // What ends with its mark is told in a moment, as a whole.
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

/** The sentences of a text that is there as a whole, as they are spoken. */
export function sentencesOf(text: string, languageCode?: string): string[] {
  const splitter = new SentenceSplitter({ languageCode, isSpoken: true });
  return [...splitter.add(text), ...splitter.end()];
}
