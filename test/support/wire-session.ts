import { textsOf, type WireMessage } from './wire-messages.js';

/**
 * What a statement is to a change: one of its transaction, the whole change at once (`only`), or beside it
 * (`aside`).
 */
export type Part = 'begin' | 'claim' | 'change' | 'answer' | 'commit' | 'rollback' | 'only' | 'aside';

/**
 * Which message of a statement: those that the client sends, then the server's word that it's done, and that it
 * waits for the next.
 */
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

/** Follows one connection: which statement is under way, and in which state the server's transaction is. */
export class WireSession {
  private readonly texts = new Map<string, string>();
  private part: Part = 'aside';
  private isInTransaction = false;

  /** What a message of the client is, if it is one of those that a fault may meet. */
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

  /** The same for a message of the server. */
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
