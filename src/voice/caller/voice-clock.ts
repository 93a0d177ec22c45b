import type { CallerFrame } from '../agent-adapter.js';
import type { VoiceActivityDetector } from './voice-activity-detector.js';
import { CallerEar } from './caller-ear.js';

/** Knows when the caller fell silent, where a provider doesn't tell: only to measure by, nothing is decided from it. */
export class VoiceClock {
  readonly #ear: CallerEar;
  #endedAtMs: number | undefined;

  constructor(detector: VoiceActivityDetector, sampleRateHz: number) {
    this.#ear = new CallerEar(detector, sampleRateHz, (event) => {
      if (event.kind === 'caller-started') this.#endedAtMs = undefined;
      if (event.kind === 'caller-stopped') this.#endedAtMs = event.endMs;
    });
  }

  hear(frame: CallerFrame): void {
    this.#ear.hear(frame);
  }

  /** When the caller fell silent, on the monotonic clock; undefined while it speaks, and when it hasn't spoken since the last time. */
  takeEnd(): number | undefined {
    const endedAtMs = this.#endedAtMs;
    this.#endedAtMs = undefined;
    return endedAtMs;
  }

  close(): void {
    this.#ear.close();
  }
}
