/** A "t" between vowels is a tap in American English. */
const BEFORE_TAP: ReadonlySet<string> = new Set('AIOWYiuæɑəɛɪɹʊʌ');

/** Plural, possessive or third person: cats, dogs, buses. */
export function withS(stem: string): string {
  const last = stem.slice(-1);
  if (last !== '' && 'ptkfθ'.includes(last)) return `${stem}s`;
  return 'szʃʒʧʤ'.includes(last) ? `${stem}ᵻz` : `${stem}z`;
}

/** Past tense: walked, played, wanted. */
export function withEd(stem: string): string {
  const last = stem.slice(-1);
  if ('pkfθʃsʧ'.includes(last)) return `${stem}t`;
  if (last === 'd') return `${stem}ᵻd`;
  if (last !== 't') return `${stem}d`;
  if (stem.length < 2) return `${stem}ɪd`;
  return BEFORE_TAP.has(stem.slice(-2, -1)) ? `${stem.slice(0, -1)}ɾᵻd` : `${stem}ᵻd`;
}

export function withIng(stem: string): string {
  const isTapped = stem.endsWith('t') && BEFORE_TAP.has(stem.slice(-2, -1));
  return isTapped ? `${stem.slice(0, -1)}ɾɪŋ` : `${stem}ɪŋ`;
}

type Known = (word: string) => boolean;

/** The stem of a word in -s; undefined if it has no known one. */
export function stemOfS(word: string, isKnown: Known): string | undefined {
  if (word.length < 3 || !word.endsWith('s')) return undefined;
  const [less1, less2, y] = [word.slice(0, -1), word.slice(0, -2), `${word.slice(0, -3)}y`];
  if (!word.endsWith('ss') && isKnown(less1)) return less1;
  const isEs = word.length > 4 && word.endsWith('es') && !word.endsWith('ies');
  if ((word.endsWith("'s") || isEs) && isKnown(less2)) return less2;
  return word.length > 4 && word.endsWith('ies') && isKnown(y) ? y : undefined;
}

export function stemOfEd(word: string, isKnown: Known): string | undefined {
  if (word.length < 4 || !word.endsWith('d')) return undefined;
  const [less1, less2] = [word.slice(0, -1), word.slice(0, -2)];
  if (!word.endsWith('dd') && isKnown(less1)) return less1;
  const isEd = word.length > 4 && word.endsWith('ed') && !word.endsWith('eed');
  return isEd && isKnown(less2) ? less2 : undefined;
}

export function stemOfIng(word: string, isKnown: Known): string | undefined {
  if (word.length < 5 || !word.endsWith('ing')) return undefined;
  const [less3, less4] = [word.slice(0, -3), word.slice(0, -4)];
  if (word.length > 5 && isKnown(less3)) return less3;
  if (isKnown(`${less3}e`)) return `${less3}e`;
  const isDoubled = /([bcdgklmnprstvxz])\1ing$|cking$/.test(word);
  return word.length > 5 && isDoubled && isKnown(less4) ? less4 : undefined;
}
