import { textsOf, type WireMessage } from './wire-messages.js';

/** A statement's role in a change: part of its transaction, the whole change (`only`), or unrelated (`aside`). */
export type Part = 'begin' | 'claim' | 'change' | 'answer' | 'commit' | 'rollback' | 'only' | 'aside';

/** The message of a statement: those of the client, then the server's completion and its readiness for the next. */
export type Step = 'parse' | 'bind' | 'execute' | 'sync' | 'done' | 'ready';

export interface Place {
  readonly part: Part;
  readonly step: Step;
}

const CLIENT_STEPS: Readonly<Record<string, Step>> = {
  P: 'parse',
  B: 'bind',
  E: 'execute',
  Q: 'execute',
  S: 'sync',
};
const SERVER_STEPS: Readonly<Record<string, Step>> = { C: 'done', Z: 'ready' };

/** Tracks one connection: the current statement and the server's transaction state. */
export class WireSession {
  private readonly texts = new Map<string, string>();
  private part: Part = 'aside';
  private isInTransaction = false;

  /** Identifies a client message that a fault may affect. */
  sent(message: WireMessage): Place | undefined {
    if (message.type === 'P') {
      const [name = '', text = ''] = textsOf(message, 2);
      this.texts.set(name, text);
      this.part = this.partOf(text);
    }
    if (message.type === 'B') this.part = this.partOf(this.texts.get(textsOf(message, 2)[1] ?? '') ?? '');
    if (message.type === 'Q') this.part = this.partOf(textsOf(message, 1)[0] ?? '');
    const step = CLIENT_STEPS[message.type];
    return step && { part: this.part, step };
  }

  /** The same for a server message. */
  answered(message: WireMessage): Place | undefined {
    if (message.type === 'Z')
      this.isInTransaction = String.fromCharCode(Number(message.bytes.at(-1))) !== 'I';
    const step = SERVER_STEPS[message.type];
    return step && { part: this.part, step };
  }

  private partOf(text: string): Part {
    if (/^\s*BEGIN/i.test(text)) return 'begin';
    if (/^\s*COMMIT/i.test(text)) return 'commit';
    if (/^\s*ROLLBACK/i.test(text)) return 'rollback';
    if (/INSERT INTO idempotent_requests/.test(text)) return 'claim';
    if (/UPDATE "public"."idempotent_requests"/.test(text)) return 'answer';
    if (this.isInTransaction) return 'change';
    return /INSERT INTO active_deployments/.test(text) ? 'only' : 'aside';
  }
}
