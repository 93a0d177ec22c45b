import type { CallerVoiceEvent } from '../../voice/caller/index.js';
import type { PausableVoice } from '../../voice/speaker/index.js';
import type { TurnTakingState } from '../../voice/turns/index.js';

/** Speech before the first backchannel, and between two of them. */
const SPOKEN_MS = 5_000;
/** Shorter silences are gaps between words; after much longer ones the caller is about to continue. */
const PAUSE_FROM_MS = 350;
const PAUSE_TO_MS = 600;

const PART_ID = 'own-backchannel';

/** Lets the agent show that it listens ("mm-hmm"), in a pause of a long unfinished turn. */
export class OwnBackchannel {
  private making: Promise<void> | undefined;
  private sound: Int16Array | undefined;
  private lastMs = -Infinity;
  private saying = false;

  /** @param make Synthesizes the sound; absent for an agent that listens in silence. */
  constructor(
    private readonly voice: PausableVoice,
    private readonly make: (() => Promise<Int16Array>) | undefined,
  ) {}

  /** Plays the backchannel if this is the right moment. Its sound is synthesized during the first turn. */
  offer(state: TurnTakingState, nowMs: number): void {
    if (!this.make || state.turn !== 'held') return;
    this.making ??= this.make().then(
      (sound) => void (this.sound = sound),
      () => undefined,
    );
    if (this.saying || !this.sound || !isMoment(state, this.lastMs, nowMs)) return;
    this.saying = true;
    this.lastMs = nowMs;
    this.voice.write(PART_ID, this.sound);
    this.voice.mark(() => {
      this.saying = false;
      this.voice.forget([PART_ID]);
    });
  }

  /** Stops as soon as the caller might speak. */
  follow({ kind }: CallerVoiceEvent): void {
    const speaks = kind === 'caller-suspected' || kind === 'caller-went-on' || kind === 'caller-started';
    if (!this.saying || !speaks) return;
    this.saying = false;
    this.voice.drop();
  }
}

function isMoment(state: TurnTakingState, lastMs: number, nowMs: number): boolean {
  const { agent, hushed, unfinished, hushEndMs, suspectedMs, turnStartMs } = state;
  if (agent !== 'silent' || !hushed || !unfinished || suspectedMs > hushEndMs) return false;
  const pauseMs = nowMs - hushEndMs;
  return (
    pauseMs >= PAUSE_FROM_MS &&
    pauseMs <= PAUSE_TO_MS &&
    hushEndMs - Math.max(turnStartMs, lastMs) >= SPOKEN_MS
  );
}
