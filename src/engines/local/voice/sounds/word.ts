/** A word, or part of one, during conversion to phonemes. */
export interface PronouncedWord {
  readonly text: string;
  /** Penn Treebank part-of-speech tag. */
  readonly tag: string;
  spaceAfter: boolean;
  /** Read in place of its letters. */
  readonly alias?: string;
  /** First part of a text without spaces. */
  isFirst: boolean;
  /** Currency sign of an amount. */
  currency?: string;
  /** Undefined until resolved; empty if silent. */
  sounds?: string;
  /** Spoken as a word apart from the part before it. */
  standsApart: boolean;
}

export interface Following {
  /** Whether the next sound is a vowel; undefined at the end of a phrase. */
  readonly vowel: boolean | undefined;
  readonly isTo: boolean;
}

/** Joins parts for a lookup; the result has the tag of the most important part. */
export function joinWords(parts: readonly PronouncedWord[]): PronouncedWord {
  const [first] = parts;
  if (!first) throw new RangeError('A word has parts');
  if (parts.length === 1) return first;
  const last = parts.at(-1) ?? first;
  const currency = parts
    .flatMap((part) => part.currency ?? [])
    .sort()
    .at(-1);
  return {
    text: parts.map(({ text }) => text).join(''),
    tag: parts.reduce((best, part) => (importance(part) > importance(best) ? part : best), first).tag,
    spaceAfter: last.spaceAfter,
    isFirst: first.isFirst,
    standsApart: first.standsApart,
    ...(currency === undefined ? {} : { currency }),
  };
}

/** Capital letters count twice. */
const importance = ({ text }: PronouncedWord): number =>
  [...text].reduce((sum, character) => sum + (character === character.toLowerCase() ? 1 : 2), 0);
