import type { AgentSpeech, ClearedSpeech } from '../voice/agent-adapter.js';
import { SpeechWrapper } from './speech-wrapper.js';

/** An announcement inserted between the agent's words, in milliseconds of audio written since the last `clear`. */
interface Aside {
  readonly fromMs: number;
  readonly lengthMs: number;
}

/** The agent's speech output, shared with the call. The call's announcements do not count as the agent's speech. */
export class SharedSpeech extends SpeechWrapper {
  private writtenMs = 0;
  private asides: Aside[] = [];

  /** @param spoke Called whenever agent speech is written. */
  constructor(
    speech: AgentSpeech,
    private readonly sampleRateHz: number,
    private readonly spoke: () => void,
  ) {
    super(speech);
  }

  override write(samples: Int16Array): void {
    this.spoke();
    this.add(samples);
  }

  /** Writes an announcement of the call. */
  put(samples: Int16Array): void {
    this.asides.push({ fromMs: this.writtenMs, lengthMs: this.lengthMs(samples) });
    this.add(samples);
  }

  override clear(): ClearedSpeech {
    const { sentMs, droppedMs } = super.clear();
    let sentAsideMs = 0;
    let droppedAsideMs = 0;
    for (const { fromMs, lengthMs } of this.asides) {
      const heardMs = Math.min(lengthMs, Math.max(0, sentMs - fromMs));
      sentAsideMs += heardMs;
      droppedAsideMs += lengthMs - heardMs;
    }
    this.asides = [];
    this.writtenMs = 0;
    return {
      sentMs: Math.max(0, sentMs - sentAsideMs),
      droppedMs: Math.max(0, droppedMs - droppedAsideMs),
    };
  }

  private add(samples: Int16Array): void {
    this.writtenMs += this.lengthMs(samples);
    super.write(samples);
  }

  private lengthMs(samples: Int16Array): number {
    return (samples.length * 1_000) / this.sampleRateHz;
  }
}
