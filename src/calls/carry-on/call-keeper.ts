import { isDeepStrictEqual } from 'node:util';
import { newId } from '../../common/ids/index.js';
import type { AgentEvent } from '../../voice/agent-adapter.js';
import type { EarlierCall } from '../../voice/earlier-words.js';
import type { CallParts } from '../call-parts.js';
import { CallHistory } from './call-history.js';
import { type KeptCall, keptText } from './kept-call.js';

/** Keeps what another process would need to go on with a call; written with its record, behind the audio. */
export class CallKeeper {
  private readonly history: CallHistory;
  private agentId: string | undefined;
  private handOvers: number;
  private isMoving = false;
  /** How far a form is that the caller fills in. */
  private form: unknown;
  /** What is known of the line of a person who has the caller. */
  private person: object | undefined;
  /** As it was last: once a call is given up, its line can't say any more. */
  private line: object | undefined;

  constructor(private readonly parts: CallParts) {
    const { earlier } = parts;
    this.history = new CallHistory(earlier?.kept.entries);
    this.agentId = earlier?.kept.agentId;
    this.handOvers = earlier?.kept.handOvers ?? 0;
    this.form = earlier?.kept.form;
    this.keep();
  }

  /** What was said and done so far. */
  get earlier(): EarlierCall {
    return { entries: this.history.all(), ...(this.form !== undefined && { form: this.form }) };
  }

  /** The same; undefined where nothing was. */
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

  /** What the caller wrote in place of saying it. */
  noteWritten(text: string): void {
    const turnId = newId('turn');
    this.note({ kind: 'transcript', speaker: 'caller', turnId, text, final: true });
  }

  /** Another agent of the account has the caller. */
  handedOver(agentId: string): void {
    this.agentId = agentId;
    this.handOvers++;
    this.form = undefined;
    this.keep();
  }

  /** Its present owner gives it up without a word to the caller. */
  moves(): void {
    this.isMoving = true;
    this.keep();
  }

  /** A person has the caller from now on, and no agent. */
  putThrough(line: object = {}): void {
    this.person = line;
    this.keep();
  }

  /** What is kept of the line of the call is another now. */
  lineChanged(): void {
    this.keep();
  }

  private keep(): void {
    const { keeps, record } = this.parts;
    // A line that nobody could bring in again yet.
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

  /** Words that must not be stored are not kept either: whoever goes on knows the call, but not what was said. */
  private entries(): KeptCall['entries'] {
    const { keeps } = this.parts;
    if (!keeps?.storesText) return [];
    return keeps.redact(this.history.all());
  }

  /** A form that says what must not be stored begins again where another process has the call. */
  private storableForm(): unknown {
    const { keeps } = this.parts;
    const { form } = this;
    if (!keeps?.storesText || typeof form !== 'object' || form === null) return undefined;
    const [redacted] = keeps.redact([form]);
    return isDeepStrictEqual(redacted, form) ? form : undefined;
  }
}
