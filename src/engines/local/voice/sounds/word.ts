/** A word, or a part of one, on its way to sounds. */
export interface Word {
  readonly text: string;
  /** Part of speech, a tag of the Penn Treebank. */
  readonly tag: string;
  spaceAfter: boolean;
  /** What it is read as in place of its letters. */
  readonly alias?: string;
  /** It begins what is written without a space. */
  isFirst: boolean;
  /** The sign of the money that it is a sum of. */
  currency?: string;
  /** Undefined until they are found; empty for what isn't spoken. */
  sounds?: string;
  /** It is spoken apart from the part before it. */
  standsApart: boolean;
}

/** What is known of what follows a word. */
export interface Following {
  /** Whether it begins with a vowel; undefined at the end of a phrase. */
  readonly vowel: boolean | undefined;
  /** It is the word "to". */
  readonly isTo: boolean;
}

/** Parts of a word as one, to look it up; it has the tag of its most important part. */
export function joined(parts: readonly Word[]): Word {
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
const importance = ({ text }: Word): number =>
  [...text].reduce((sum, character) => sum + (character === character.toLowerCase() ? 1 : 2), 0);
