import { diffLines, diffWordsWithSpace } from 'diff';

/** A piece of the diff of two texts, in order. */
export interface TextPiece {
  readonly how: 'same' | 'gone' | 'new';
  readonly text: string;
  /** A block of its own, because the surrounding lines were rewritten. */
  readonly isBlock?: true;
}

/** If a smaller share of words is kept, the text counts as rewritten: marking single words would be unreadable. */
const KEPT_AT_LEAST = 0.5;

/** Diffs two texts: unchanged lines; changed ones word by word, or old and new as a whole if little was kept. */
export function diffText(before: string, after: string): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let gone = '';
  const close = (fresh: string) => {
    if (gone !== '' || fresh !== '') pieces.push(...changed(gone, fresh));
    gone = '';
  };
  for (const { value, added, removed } of diffLines(before, after)) {
    if (removed) {
      close('');
      gone = value;
    } else if (added) close(value);
    else {
      close('');
      pieces.push({ how: 'same', text: value });
    }
  }
  close('');
  return pieces;
}

function changed(before: string, after: string): readonly TextPiece[] {
  const words = diffWordsWithSpace(before, after).map(({ value, added, removed }): TextPiece => ({
    how: added ? 'new' : removed ? 'gone' : 'same',
    text: value,
  }));
  const kept = words.reduce((sum, { how, text }) => (how === 'same' ? sum + wordsIn(text) : sum), 0);
  const shorter = Math.min(wordsIn(before), wordsIn(after));
  if (shorter === 0 || kept >= shorter * KEPT_AT_LEAST) return words;
  return [
    { how: 'gone', text: withoutLastBreak(before), isBlock: true },
    { how: 'new', text: withoutLastBreak(after), isBlock: true },
  ];
}

const wordsIn = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

/** A block ends with a line break anyway. */
const withoutLastBreak = (text: string) => text.replace(/\r?\n$/, '');
