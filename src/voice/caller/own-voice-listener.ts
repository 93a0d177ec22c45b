import type { AgentSpeech } from '../agent-adapter.js';
import { OwnVoice } from './own-voice.js';
import { stretched } from './stretched.js';

/** An agent that has been silent for longer has no echo any more. */
const LONGEST_ECHO_MS = 1_000;

/** Compares each voice that is heard while the agent speaks, or within a second of that, with the agent's. */
export class OwnVoiceListener {
  private readonly ownVoice = new OwnVoice();
  private nothing = new Int16Array(0);
  private sent = new Int16Array(0);

  /** @param agent What it sent a moment ago. */
  constructor(private readonly agent: Pick<AgentSpeech, 'soundAgo' | 'silentForMs'>) {}

  /**
   * @param samples 20 ms of the caller, at 16 kHz.
   * @param lateMs How long ago they were spoken.
   * @param voiceForMs For how long a voice has been heard; undefined where there is none.
   * @returns As `OwnVoice.hear`.
   */
  hear(samples: Int16Array, lateMs: number, voiceForMs: number | undefined): number | undefined {
    const { ownVoice, agent } = this;
    const isHeard = agent.silentForMs <= lateMs + LONGEST_ECHO_MS;
    if (!isHeard) ownVoice.stop();
    else if (voiceForMs === undefined) ownVoice.end();
    const match = ownVoice.hear(samples, this.sentFor(samples.length, isHeard ? lateMs : undefined));
    if (voiceForMs !== undefined && isHeard && !ownVoice.isFollowing) ownVoice.begin(voiceForMs);
    return match;
  }

  /** What the agent sent so long ago, or else silence. */
  private sentFor(length: number, agoMs: number | undefined): Int16Array {
    if (this.nothing.length !== length) {
      this.nothing = new Int16Array(length);
      this.sent = new Int16Array(length);
    }
    const sound = agoMs === undefined ? this.nothing : this.agent.soundAgo(agoMs);
    return sound.length === 0 ? this.nothing : stretched(sound, length, this.sent);
  }

  /** A voice has been found, which is followed from now on. */
  voiceBegan(): void {
    this.ownVoice.stop();
  }
}
