import { isDeepStrictEqual } from 'node:util';
import { newId } from '../../common/ids/index.js';
import type { AgentEvent } from '../../voice/agent-adapter.js';
import type { EarlierCall } from '../../voice/earlier-words.js';
import type { CallParts } from '../call-parts.js';
import { CallHistory } from './call-history.js';
import { type KeptCall, keptText } from './kept-call.js';

/** Writes the snapshot of a call for failover, together with its record and off the audio path. */
export class CallKeeper {
  private readonly history: CallHistory;
  private agentId: string | undefined;
  private handOvers: number;
  private isMoving = false;
  /** Progress of the form that the caller is filling in. */
  private form: unknown;
  /** The snapshot of the transfer leg, after a transfer. */
  private person: object | undefined;
  /** The last known state: a released call no longer has a line to query. */
  private line: object | undefined;

  constructor(private readonly parts: CallParts) {
    const { earlier } = parts;
    this.history = new CallHistory(earlier?.kept.entries);
    this.agentId = earlier?.kept.agentId;
    this.handOvers = earlier?.kept.handOvers ?? 0;
    this.form = earlier?.kept.form;
    this.keep();
  }

  /** The conversation and actions so far. */
  get earlier(): EarlierCall {
    return { entries: this.history.all(), ...(this.form !== undefined && { form: this.form }) };
  }

  /** The same; undefined if nothing happened yet. */
  get soFar(): EarlierCall | undefined {
    const { earlier } = this;
    return earlier.entries.length > 0 ? earlier : undefined;
  }

  note(event: AgentEvent): void {
    if (event.kind === 'form-progress' || event.kind === 'form') {
      this.form = event.kind === 'form' ? undefined : event.kept;
      return this.keep();
    }
    if (event.kind !== 'transcript' && event.kind !== 'tool-started' && event.kind !== 'tool-call') return;
    if (this.history.note(event)) this.keep();
  }

  /** Text that the caller typed. */
  noteWritten(text: string): void {
    const turnId = newId('turn');
    this.note({ kind: 'transcript', speaker: 'caller', turnId, text, final: true });
  }

  /** Another agent of the account took over the caller. */
  handedOver(agentId: string): void {
    this.agentId = agentId;
    this.handOvers++;
    this.form = undefined;
    this.keep();
  }

  /** A planned migration, without an announcement to the caller. */
  moves(): void {
    this.isMoving = true;
    this.keep();
  }

  /** A person has the caller from now on, and no agent. */
  putThrough(line: object = {}): void {
    this.person = line;
    this.keep();
  }

  /** The snapshot of the call's line changed. */
  lineChanged(): void {
    this.keep();
  }

  private keep(): void {
    const { keeps, record } = this.parts;
    // Keep the previous value while the line cannot be restored.
    if (keeps?.line) this.line = keeps.line() ?? this.line;
    if (keeps?.line && !this.line) return;
    if (keeps) record.keep(() => keptText(this.kept(keeps.of), keeps.maxBytes));
  }

  private kept(of: Omit<KeptCall, 'entries' | 'handOvers'>): KeptCall {
    const { agentId, handOvers, isMoving: wasMoved, person, line } = this;
    const form = this.storableForm();
    return {
      ...of,
      ...(line && { line: { ...line } }),
      ...(person && { person: { ...person } }),
      ...(agentId !== undefined && { agentId }),
      ...(wasMoved && { wasMoved }),
      handOvers,
      ...(form !== undefined && { form }),
      entries: this.entries(),
    };
  }

  /**
   * Text that must not be stored is left out of the snapshot, too: the next owner gets the call without the
   * conversation.
   */
  private entries(): KeptCall['entries'] {
    const { keeps } = this.parts;
    if (!keeps?.storesText) return [];
    return keeps.redact(this.history.all());
  }

  /** A form with values that must not be stored restarts after a failover. */
  private storableForm(): unknown {
    const { keeps } = this.parts;
    const { form } = this;
    if (!keeps?.storesText || typeof form !== 'object' || form === null) return undefined;
    const [redacted] = keeps.redact([form]);
    return isDeepStrictEqual(redacted, form) ? form : undefined;
  }
}
