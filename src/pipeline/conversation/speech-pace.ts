import { usualSpeechMs } from './speech-length.js';

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
