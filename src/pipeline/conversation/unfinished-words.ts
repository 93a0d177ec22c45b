/** English words that hardly end a sentence: whoever stops after one is thinking. */
const UNFINISHED = new Set(
  (
    'a an and as at because but by er erm for from if in into is my of on or our so than that the their then to uh um ' +
    'was when with would your'
  ).split(' '),
);

/** Beginnings that ask for more: a request without what is wanted, a question without its verb. */
const BEGINNINGS = [
  /(^|\s)(tell|give|show|send|let) me$/,
  /(^|\s)i(('d| would)( really)?)? (want|need|like|prefer|have)$/,
  /(^|\s)(i'm|i am|there is|there are)$/,
  /(^|\s)(want|need|like|try|trying|wanted|going) to (make|book|know|have|get|see|ask|tell|change|buy|find)$/,
  /^((and|so|but|well|then|um|uh|okay|please) )*(can|could|would|will|do|does|did|are|is|may|should) (you|i|we|it|they|there)$/,
];

/** Whether a turn so far sounds as if it went on. */
export function soundsUnfinished(text: string): boolean {
  if (/[.!?]\s*$/.test(text)) return false;
  const words = text.toLowerCase().replace(/[^a-z'\s]/g, '');
  const said = words.trim().replace(/\s+/g, ' ');
  const last = said.split(' ').at(-1) ?? '';
  return UNFINISHED.has(last) || BEGINNINGS.some((beginning) => beginning.test(said));
}

/** Whether a turn so far is a whole question, by the punctuation of the recogniser: nobody goes on after one. */
export function soundsComplete(text: string): boolean {
  return /\?\s*$/.test(text);
}
