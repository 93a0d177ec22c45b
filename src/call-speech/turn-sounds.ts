/** Recent turns with audio that may still have to be silenced. */
const KEPT = 8;
/** Agent audio is queued before it is heard. */
const AGENT_SLACK_MS = 2_500;

interface Sound {
  readonly speaker: 'caller' | 'agent';
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * The widest span in which each turn can be audible, in monotonic milliseconds. Few recognizers time each word, and
 * some report a turn only after its end, so a caller's turn covers all time since the previous turn.
 */
export class TurnSounds {
  private readonly sounds = new Map<string, Sound>();
  private readonly began = new Map<string, number>();
  private callerQuietSinceMs: number;

  constructor(nowMs: number) {
    this.callerQuietSinceMs = nowMs;
  }

  /** Words of a turn have arrived, or its final text. */
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
