/** Turns whose sound may still have to be silenced. */
const KEPT = 8;
/** What the agent says is queued before it is heard. */
const AGENT_SLACK_MS = 2_500;

interface Sound {
  readonly speaker: 'caller' | 'agent';
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * When each side's turns can be heard at the most, in monotonic milliseconds. Few recognisers tell when each word was
 * spoken, and some tell of a turn only once it is over: so the caller's is all since the turn before.
 */
export class TurnSounds {
  private readonly sounds = new Map<string, Sound>();
  private readonly began = new Map<string, number>();
  private callerQuietSinceMs: number;

  constructor(nowMs: number) {
    this.callerQuietSinceMs = nowMs;
  }

  /** Words of a turn are known, or all of them. */
  heard(turnId: string, speaker: 'caller' | 'agent', final: boolean, nowMs: number): void {
    if (!this.began.has(turnId)) this.began.set(turnId, nowMs);
    if (!final) return;
    const fromMs = speaker === 'caller' ? this.callerQuietSinceMs : (this.began.get(turnId) ?? nowMs);
    const toMs = speaker === 'caller' ? nowMs : nowMs + AGENT_SLACK_MS;
    if (speaker === 'caller') this.callerQuietSinceMs = nowMs;
    this.began.delete(turnId);
    this.sounds.set(turnId, { speaker, fromMs, toMs });
    const [oldest] = this.sounds.keys();
    if (this.sounds.size > KEPT && oldest !== undefined) this.sounds.delete(oldest);
  }

  of(turnId: string): Sound | undefined {
    return this.sounds.get(turnId);
  }
}
