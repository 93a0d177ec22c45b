import { setImmediate as later } from 'node:timers/promises';
import type { VoiceActivityDetector, WordSpotter, WordsSeen } from '../../src/voice/caller/index.js';

/** How long a look takes. */
const LOOKS_MS = 25;

/** Looks of the real recognizer that take their time on a clock that isn't real. */
export class OfflineLooks implements WordSpotter {
  private asked:
    | { readonly tellsAtMs: number; readonly seen: Promise<WordsSeen>; tell: (seen: WordsSeen) => void }
    | undefined;

  constructor(
    private readonly words: WordSpotter,
    private readonly nowMs: () => number,
  ) {}

  get isIdle(): boolean {
    return this.asked === undefined;
  }

  async look(samples: Int16Array): Promise<WordsSeen> {
    const seen = this.words.look(samples);
    if (samples.length === 0) return await seen;
    return await new Promise((tell) => (this.asked = { tellsAtMs: this.nowMs() + LOOKS_MS, seen, tell }));
  }

  /** Tells what is known by now. */
  async settle(): Promise<void> {
    const { asked } = this;
    if (!asked || asked.tellsAtMs > this.nowMs()) return;
    const seen = await asked.seen;
    this.asked = undefined;
    asked.tell(seen);
    await later();
  }

  /** A detector that looks in this way. */
  static of(detector: VoiceActivityDetector, nowMs: () => number) {
    const looks = detector.words && new OfflineLooks(detector.words, nowMs);
    const { windowMs, overlaps } = detector;
    const looking: VoiceActivityDetector = {
      windowMs,
      ...(overlaps && { overlaps }),
      words: looks,
      open: (onWindow) => detector.open(onWindow),
      close: () => detector.close(),
    };
    return { detector: looking, looks };
  }
}
