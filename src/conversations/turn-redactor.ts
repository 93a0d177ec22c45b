import type { RecordedTurn } from './conversation-record.js';
import { redact, type Redaction } from './redaction/redact.js';

/** Caller turns searched together: a number is often spoken in several, with "go on" in between. */
const TURNS_AT_ONCE = 4;

/** Changes of the record by a turn. */
export interface RedactedTurns {
  /** Texts that may be stored, by turn, including earlier turns found to hold part of a number. */
  readonly texts: ReadonlyMap<string, string>;
  /** Turns with new matches. */
  readonly found: readonly string[];
}

const NOTHING: RedactedTurns = { texts: new Map(), found: [] };

interface Spoken {
  readonly turnId: string;
  readonly text: string;
  redacted: string;
}

/** Redacts numbers and addresses from a call's turns. A turn's text is stored once the turn is over. */
export class TurnRedactor {
  private readonly kinds: ReadonlySet<Redaction>;
  private readonly recent: Spoken[] = [];
  private readonly unfinished = new Map<string, RecordedTurn>();

  constructor(kinds: readonly Redaction[]) {
    this.kinds = new Set(kinds);
  }

  take(turn: RecordedTurn): RedactedTurns {
    const { turnId, text, endedAt } = turn;
    if (text === undefined) return NOTHING;
    // Half a number does not look like one.
    if (endedAt === undefined) {
      this.unfinished.set(turnId, turn);
      return NOTHING;
    }
    this.unfinished.delete(turnId);
    return turn.speaker === 'agent' ? this.takeAgent(turnId, text) : this.takeCaller(turnId, text);
  }

  /** The call is over: returns the text of unfinished turns. */
  rest(): readonly RecordedTurn[] {
    return [...this.unfinished.values()];
  }

  private takeAgent(turnId: string, text: string): RedactedTurns {
    const [redacted = ''] = redact([text], this.kinds);
    return { texts: new Map([[turnId, redacted]]), found: redacted === text ? [] : [turnId] };
  }

  private takeCaller(turnId: string, text: string): RedactedTurns {
    const known = this.recent.findIndex((spoken) => spoken.turnId === turnId);
    if (known >= 0) this.recent.splice(known, 1);
    this.recent.push({ turnId, text, redacted: text });
    while (this.recent.length > TURNS_AT_ONCE) this.recent.shift();
    const redacted = redact(
      this.recent.map((spoken) => spoken.text),
      this.kinds,
    );
    const texts = new Map<string, string>([[turnId, text]]);
    const found: string[] = [];
    this.recent.forEach((spoken, index) => {
      const now = redacted[index] ?? '';
      // A match stays redacted, even when the rest of it has left the window.
      if (now === spoken.redacted || now === spoken.text) return;
      spoken.redacted = now;
      texts.set(spoken.turnId, now);
      found.push(spoken.turnId);
    });
    return { texts, found };
  }
}
