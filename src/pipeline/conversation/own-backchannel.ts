import type { CallerVoiceEvent } from '../../voice/caller/index.js';
import type { PausableVoice } from '../../voice/speaker/index.js';
import type { TurnTakingState } from '../../voice/turns/index.js';

/** The caller speaks for so long before the first backchannel, and from one to the next. */
const SPOKEN_MS = 5_000;
/** A silence is more than a gap between words from here on; after a longer one the caller is about to go on. */
const PAUSE_FROM_MS = 350;
const PAUSE_TO_MS = 600;

const PART_ID = 'own-backchannel';

/** Shows that the agent listens ("mm-hmm") in a pause of a long turn whose words are unfinished. */
export class OwnBackchannel {
  private making: Promise<void> | undefined;
  private sound: Int16Array | undefined;
  private lastMs = -Infinity;
  private saying = false;

  /** @param make Makes its sound; absent where the agent listens in silence. */
  constructor(
    private readonly voice: PausableVoice,
    private readonly make: (() => Promise<Int16Array>) | undefined,
  ) {}

  /** Says it if now is the moment. Its sound is made during the first turn. */
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

  /** Never speaks over the caller, not even over what may be its voice. */
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
