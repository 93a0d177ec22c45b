/** English words that hardly end a sentence: whoever stops after one is thinking. */
const UNFINISHED = new Set(
  'a an and as at because but by for from if in into is my of on or our so than that the their then to uh um was when with your'.split(
    ' ',
  ),
);

/** Whether a turn so far sounds as if it went on. */
export function soundsUnfinished(text: string): boolean {
  if (/[.!?]\s*$/.test(text)) return false;
  const last = /([a-z']+)[^a-z']*$/i.exec(text)?.[1];
  return last !== undefined && UNFINISHED.has(last.toLowerCase());
}

/** Whether a turn so far is a whole question, by the punctuation of the recogniser: nobody goes on after one. */
export function soundsComplete(text: string): boolean {
  return /\?\s*$/.test(text);
}
