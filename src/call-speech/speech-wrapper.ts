import type { AgentSpeech, ClearedSpeech } from '../voice/agent-adapter.js';

/** Forwards all calls to another speech output; subclasses override what they change. */
export class SpeechWrapper implements AgentSpeech {
  constructor(protected readonly speech: AgentSpeech) {}

  get queuedMs(): number {
    return this.speech.queuedMs;
  }

  write(samples: Int16Array): void {
    this.speech.write(samples);
  }

  mark(reached: () => void): void {
    this.speech.mark(reached);
  }

  clear(): ClearedSpeech {
    return this.speech.clear();
  }

  setGain(gain: number): void {
    this.speech.setGain(gain);
  }

  levelAgo(agoMs: number): number {
    return this.speech.levelAgo(agoMs);
  }

  get silentForMs(): number {
    return this.speech.silentForMs;
  }
}
