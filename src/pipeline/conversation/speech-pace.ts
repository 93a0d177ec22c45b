import { usualSpeechMs } from './speech-length.js';

/** Fewer characters than this say nothing about the pace. */
const ENOUGH_CHARACTERS = 20;

/** How fast the agent's voice speaks, learned from the sentences that it finished. */
export class SpeechPace {
  private characters = 0;
  private lengthMs = 0;

  /** A sentence was spoken from beginning to end. */
  finished(text: string, lengthMs: number): void {
    this.characters += text.length;
    this.lengthMs += lengthMs;
  }

  /** About how long the text is in this voice. */
  lengthOfMs(text: string): number {
    if (this.characters < ENOUGH_CHARACTERS) return usualSpeechMs(text);
    return (text.length * this.lengthMs) / this.characters;
  }
}
