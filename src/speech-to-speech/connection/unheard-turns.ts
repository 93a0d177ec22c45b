import { CallerBacklog } from '../../providers/index.js';
import type { ProviderSession } from './protocol.js';

/** Audio kept per turn; of a longer turn only the end is kept. */
const MAX_KEPT_MS = 10_000;
/** Maximum number of replayed turns, for servers that never report what they heard. */
const MAX_TURNS = 2;

interface KeptTurn {
  readonly audio: CallerBacklog;
  ended: boolean;
}

/**
 * Caller turns that the server has not transcribed yet. A session that replaces a lost one gets their audio again, so
 * that no sentence is cut and no caller has to repeat one.
 */
export class UnheardTurns {
  private turns: KeptTurn[] = [];

  constructor(private readonly sampleRateHz: number) {}

  /** True if a completed turn would have to be replayed. */
  get anyEnded(): boolean {
    return this.turns.some(({ ended }) => ended);
  }

  begin(): void {
    this.discard();
    this.turns.push({ audio: new CallerBacklog(this.sampleRateHz, MAX_KEPT_MS), ended: false });
    if (this.turns.length > MAX_TURNS) this.turns.shift();
  }

  /** Adds audio to the open turn; audio outside of a turn is not kept. */
  add(samples: Int16Array): void {
    this.open?.audio.add(samples);
  }

  end(): void {
    if (this.open) this.open.ended = true;
  }

  /** Discards the open turn: it was not a turn. */
  discard(): void {
    this.turns = this.turns.filter(({ ended }) => ended);
  }

  /** The server has reported the words of the earliest completed turn. */
  heard(): void {
    const index = this.turns.findIndex(({ ended }) => ended);
    if (index >= 0) this.turns.splice(index, 1);
  }

  /** The server has answered what it heard. */
  answered(): void {
    this.turns = this.turns.filter(({ ended }) => !ended);
  }

  clear(): void {
    this.turns = [];
  }

  /** Replays all turns to a session. @returns Whether there were any. */
  tell(session: ProviderSession): boolean {
    for (const { audio, ended } of this.turns) {
      session.beginTurn();
      for (const samples of audio.kept) session.sendAudio(samples);
      if (ended) session.endTurn();
    }
    return this.turns.length > 0;
  }

  private get open(): KeptTurn | undefined {
    const last = this.turns.at(-1);
    return last?.ended === false ? last : undefined;
  }
}
