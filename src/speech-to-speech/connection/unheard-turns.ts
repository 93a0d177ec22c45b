import { CallerBacklog } from '../../providers/index.js';
import type { ProviderSession } from './protocol.js';

/** Audio that is kept of each turn; of a longer one its end counts. */
const MAX_KEPT_MS = 10_000;
/** A server that never tells what it heard is told no more than these again. */
const MAX_TURNS = 2;

interface KeptTurn {
  readonly audio: CallerBacklog;
  ended: boolean;
}

/**
 * The caller's turns whose words the server hasn't told yet: a session that takes the place of a lost one hears them
 * again, so that a sentence isn't torn and nobody is asked to repeat it.
 */
export class UnheardTurns {
  private turns: KeptTurn[] = [];

  constructor(private readonly sampleRateHz: number) {}

  /** Whether a turn is over that the server would have to be told of. */
  get anyEnded(): boolean {
    return this.turns.some(({ ended }) => ended);
  }

  begin(): void {
    this.discard();
    this.turns.push({ audio: new CallerBacklog(this.sampleRateHz, MAX_KEPT_MS), ended: false });
    if (this.turns.length > MAX_TURNS) this.turns.shift();
  }

  /** Audio of the open turn; what belongs to none is not kept. */
  add(samples: Int16Array): void {
    this.open?.audio.add(samples);
  }

  end(): void {
    if (this.open) this.open.ended = true;
  }

  /** The open turn is none. */
  discard(): void {
    this.turns = this.turns.filter(({ ended }) => ended);
  }

  /** The server has told the words of the earliest turn that is over. */
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

  /** Tells a session all of them. @returns Whether there were any. */
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
