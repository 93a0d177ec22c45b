import { isDeepStrictEqual } from 'node:util';
import { newId } from '../common/ids/index.js';
import type { AgentEvent } from '../voice/agent-adapter.js';
import type { EarlierCall } from '../voice/earlier-words.js';
import type { CallParts } from './call-parts.js';
import { CallHistory } from './call-history.js';
import { type CallSnapshot, serializeSnapshot } from '../call-admission/index.js';

/** A supervisor's instructions that a later agent gets. */
const MAX_INSTRUCTIONS = 20;

/** Writes the snapshot of a call for failover, together with its record and off the audio path. */
export class CallSnapshotWriter {
  private readonly history: CallHistory;
  private agentId: string | undefined;
  private handOvers: number;
  private isMoving = false;
  /** Progress of the form that the caller is filling in. */
  private form: unknown;
  /** A supervisor's instructions to the agent. */
  private instructions: readonly string[];
  /** The snapshot of the transfer leg, after a transfer. */
  private person: object | undefined;
  /** The last known state: a released call no longer has a line to query. */
  private line: object | undefined;

  constructor(private readonly parts: CallParts) {
    const { earlier } = parts;
    this.history = new CallHistory(earlier?.snapshot.entries);
    this.agentId = earlier?.snapshot.agentId;
    this.handOvers = earlier?.snapshot.handOvers ?? 0;
    this.form = earlier?.snapshot.form;
    this.instructions = earlier?.snapshot.instructions ?? [];
    this.write();
  }

  /** The conversation and actions so far. */
  get earlier(): EarlierCall {
    const { form, instructions } = this;
    return { entries: this.history.all(), instructions, ...(form !== undefined && { form }) };
  }

  /** The same; undefined if nothing happened yet. */
  get soFar(): EarlierCall | undefined {
    const { earlier } = this;
    return earlier.entries.length > 0 ? earlier : undefined;
  }

  note(event: AgentEvent): void {
    if (event.kind === 'form-progress' || event.kind === 'form') {
      this.form = event.kind === 'form' ? undefined : event.kept;
      return this.write();
    }
    if (event.kind !== 'transcript' && event.kind !== 'tool-started' && event.kind !== 'tool-call') return;
    if (this.history.note(event)) this.write();
  }

  /** Text that the caller typed. */
  noteWritten(text: string): void {
    const turnId = newId('turn');
    this.note({ kind: 'transcript', speaker: 'caller', turnId, text, final: true });
  }

  /** An instruction of a supervisor. */
  noteInstruction(text: string): void {
    this.instructions = [...this.instructions, text].slice(-MAX_INSTRUCTIONS);
    this.write();
  }

  /** Another agent of the account took over the caller. */
  noteHandoff(agentId: string): void {
    this.agentId = agentId;
    this.handOvers++;
    this.form = undefined;
    this.write();
  }

  /** A planned migration, without an announcement to the caller. */
  noteMigration(): void {
    this.isMoving = true;
    this.write();
  }

  /** A person has the caller from now on, and no agent. */
  noteTransfer(line: object = {}): void {
    this.person = line;
    this.write();
  }

  /** The snapshot of the call's line changed. */
  lineChanged(): void {
    this.write();
  }

  private write(): void {
    const { snapshotSource, record } = this.parts;
    // Keep the previous value while the line cannot be restored.
    if (snapshotSource?.line) this.line = snapshotSource.line() ?? this.line;
    if (snapshotSource?.line && !this.line) return;
    if (snapshotSource)
      record.keep(() =>
        serializeSnapshot(this.buildSnapshot(snapshotSource.constant), snapshotSource.maxBytes),
      );
  }

  private buildSnapshot(of: Omit<CallSnapshot, 'entries' | 'instructions' | 'handOvers'>): CallSnapshot {
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
      ...this.words(),
    };
  }

  /**
   * Text that must not be stored is left out of the snapshot, too: the next owner gets the call without the
   * conversation.
   */
  private words(): Pick<CallSnapshot, 'entries' | 'instructions'> {
    const { snapshotSource } = this.parts;
    if (!snapshotSource?.storesText) return { entries: [] };
    const [redacted] = snapshotSource.redact([{ instructions: [...this.instructions] }]);
    const all = this.history.all();
    const entries = snapshotSource.redact(all).map((entry, at) => {
      const isRedacted = entry.kind === 'tool' && !isDeepStrictEqual(entry, all[at]);
      return isRedacted ? { ...entry, isRedacted } : entry;
    });
    return { entries, ...redacted };
  }

  /** A form with values that must not be stored restarts after a failover. */
  private storableForm(): unknown {
    const { snapshotSource } = this.parts;
    const { form } = this;
    if (!snapshotSource?.storesText || typeof form !== 'object' || form === null) return undefined;
    const [redacted] = snapshotSource.redact([form]);
    return isDeepStrictEqual(redacted, form) ? form : undefined;
  }
}
