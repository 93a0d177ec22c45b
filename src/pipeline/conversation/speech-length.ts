/** Speech time of one character: 15 letters a second are a common pace. */
const MS_A_LETTER = 65;
/** A digit or a sign ("7", "%") is spoken as a word; a capital letter or a Chinese character may be. */
const MS_A_SIGN = 400;

/** Allowance for slow voices and long pauses. */
const MOST_TIMES_LONGER = 3;
const ALWAYS_ALLOWED_MS = 5_000;
const LONGEST_MS = 120_000;

/** Estimated length of a text at a common pace. */
function usualSpeechMs(text: string): number {
  return text.length * MS_A_LETTER;
}

/** Longer audio cannot be speech of the text. @param speed 1 is the voice's normal pace. */
export function longestSpeechMs(text: string, speed = 1): number {
  const letters = text.match(/[\p{Ll}\s]/gu)?.length ?? 0;
  const signs = [...text].length - letters;
  const usualMs = (letters * MS_A_LETTER + signs * MS_A_SIGN) / speed;
  return Math.min(ALWAYS_ALLOWED_MS + MOST_TIMES_LONGER * usualMs, LONGEST_MS);
}

/** Fewer characters give no reliable pace. */
const ENOUGH_CHARACTERS = 20;

/** Measures the pace of the agent's voice from completed sentences. */
export class SpeechPace {
  private characters = 0;
  private lengthMs = 0;

  /** A sentence was fully spoken. */
  finished(text: string, lengthMs: number): void {
    this.characters += text.length;
    this.lengthMs += lengthMs;
  }

  /** Estimated length of the text in this voice. */
  lengthOfMs(text: string): number {
    if (this.characters < ENOUGH_CHARACTERS) return usualSpeechMs(text);
    return (text.length * this.lengthMs) / this.characters;
  }
}
