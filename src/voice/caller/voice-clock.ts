import type { CallerFrame } from '../agent-adapter.js';
import type { VoiceActivityDetector } from './voice-activity-detector.js';
import { CallerListener } from './caller-listener.js';

/**
 * Measures when the caller fell silent, for providers that do not report it. Used for latency only, not for decisions.
 */
export class VoiceClock {
  private readonly listener: CallerListener;
  private endedAtMs: number | undefined;
  private spoke = false;

  constructor(detector: VoiceActivityDetector, sampleRateHz: number) {
    this.listener = new CallerListener(detector, sampleRateHz, (event) => {
      if (event.kind === 'caller-started') this.begin();
      if (event.kind === 'caller-stopped') this.endedAtMs = event.endMs;
    });
  }

  hear(frame: CallerFrame): void {
    this.listener.hear(frame);
  }

  /**
   * When the caller fell silent, on the monotonic clock; undefined while the caller speaks, and if there was no speech
   * since the last call.
   */
  takeEnd(): number | undefined {
    const endedAtMs = this.endedAtMs;
    this.endedAtMs = undefined;
    if (endedAtMs !== undefined) this.spoke = false;
    return endedAtMs;
  }

  /** True if the caller speaks, or has spoken since the last `takeEnd`. */
  get hasSpoken(): boolean {
    return this.spoke;
  }

  private begin(): void {
    this.endedAtMs = undefined;
    this.spoke = true;
  }

  close(): void {
    this.listener.close();
  }
}
