/** How long one character of text is in speech: 15 letters a second are a common pace. */
const MS_A_LETTER = 65;
/** A digit or a sign ("7", "%") is a word, and so may be a capital letter or a character of Chinese. */
const MS_A_SIGN = 400;

/** What slow voices and long pauses may add. */
const MOST_TIMES_LONGER = 3;
const ALWAYS_ALLOWED_MS = 5_000;
const LONGEST_MS = 120_000;

/** About how long a text is when it is spoken at a usual pace. */
export function usualSpeechMs(text: string): number {
  return text.length * MS_A_LETTER;
}

/** Audio that is longer than this is no speech of the text. @param speed 1 is the voice's own pace. */
export function longestSpeechMs(text: string, speed = 1): number {
  const letters = text.match(/[\p{Ll}\s]/gu)?.length ?? 0;
  const signs = [...text].length - letters;
  const usualMs = (letters * MS_A_LETTER + signs * MS_A_SIGN) / speed;
  return Math.min(ALWAYS_ALLOWED_MS + MOST_TIMES_LONGER * usualMs, LONGEST_MS);
}
