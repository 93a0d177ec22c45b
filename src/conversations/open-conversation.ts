import { newId } from '../common/ids/index.js';
import type {
  ConversationEnd,
  ConversationRecord,
  NewConversation,
  RecordedEvent,
  RecordedTurn,
  RecordedUsage,
} from './conversation-record.js';
import {
  conversationColumns,
  eventColumns,
  failureColumn,
  storableText,
  resumedColumns,
  turnColumns,
} from './record-columns.js';
import type { RecordOptions, UnsavedBudget } from './record-options.js';
import { type Columns, type RowOwner, TrackedRow, type UnsavedRow } from './unsaved-changes.js';
import { UnsavedRows } from './unsaved-rows.js';
import { UsageSums } from './usage-sums.js';
import type { Redaction } from './redaction/redact.js';
import { TurnRedactor } from './turn-redactor.js';

/** What is left out when a record has reached one of its limits: a reader of the record gets it in one response. */
export const MAX_ROWS = 3_000;
export const MAX_CHARACTERS = 500_000;

/** A call record in memory that tracks which of its parts are not stored yet. */
export class OpenConversation implements ConversationRecord {
  readonly id: string;
  private readonly row: TrackedRow;
  private readonly journal: TrackedRow;
  private readonly owner: RowOwner;
  private readonly storeText: boolean;
  private readonly turnsBefore: number;
  private state: (() => string) | undefined;
  private tellTaken: () => void = () => undefined;
  private readonly turns = new Map<string, TrackedRow>();
  private readonly turnRowIds = new Map<string, string>();
  private readonly unsaved: UnsavedRows;
  private readonly settled: Promise<void>;
  private settle: () => void = () => undefined;
  private readonly used: UsageSums;
  private readonly kinds: ReadonlySet<Redaction>;
  private readonly redactor: TurnRedactor | undefined;
  private eventCount: number;
  /** Of turns and events, as this process added them. */
  private characters = 0;
  private isEnded = false;
  private isGivenUp = false;

  constructor(
    private readonly details: NewConversation,
    private readonly options: RecordOptions,
    private readonly budget: UnsavedBudget<OpenConversation>,
  ) {
    const { instanceId, storeText, resumed } = options;
    this.id = resumed?.id ?? newId('conv');
    this.unsaved = new UnsavedRows(budget);
    this.owner = { conversationId: this.id, epoch: resumed?.epoch ?? 1 };
    this.storeText = storeText;
    this.turnsBefore = resumed?.turns ?? 0;
    this.eventCount = resumed?.events ?? 0;
    this.used = new UsageSums(resumed?.usage);
    this.kinds = new Set(details.redact);
    this.redactor = this.kinds.size > 0 ? new TurnRedactor([...this.kinds]) : undefined;
    this.settled = new Promise((resolve) => (this.settle = resolve));
    const columns = { ...conversationColumns(details, instanceId, storeText), epoch: this.owner.epoch };
    const now = resumed ? { ...columns, ...resumedColumns(resumed) } : columns;
    this.row = new TrackedRow('conversation', this.id, now, this.owner, !resumed);
    const ofJournal = { conversation_id: this.id, by_line: details.byLine === true };
    this.journal = new TrackedRow('journal', this.id, ofJournal, this.owner);
    if (!resumed && !this.enlist(this.row, 0)) this.giveUp();
  }

  connected(at: Date): void {
    this.change({ connected_at: at.toISOString() });
  }

  fault(source: 'provider' | 'function'): void {
    const column = source === 'provider' ? 'api_errors' : 'function_errors';
    this.change({ [column]: Number(this.row.get(column)) + 1 });
  }

  turn(turn: RecordedTurn): readonly string[] {
    if (this.isOver || (!this.turns.has(turn.turnId) && this.isLeftOut())) return [];
    const text = turn.text === undefined ? undefined : storableText(turn.text);
    if (!this.redactor) {
      this.writeTurn(turn, text);
      return [];
    }
    const { texts, found } = this.redactor.take({ ...turn, ...(text !== undefined && { text }) });
    this.writeTurn(turn, texts.get(turn.turnId));
    for (const [turnId, redacted] of texts) if (turnId !== turn.turnId) this.rewrite(turnId, redacted);
    return found;
  }

  event(event: RecordedEvent): void {
    if (this.isOver) return;
    if (event.kind === 'fault') this.fault(event.source);
    if (this.isLeftOut()) return;
    const turnId = event.kind === 'tool-call' || event.kind === 'claim' ? event.turnId : undefined;
    const turnRowId = turnId === undefined ? undefined : this.turnRowId(turnId);
    const columns = eventColumns(event, this.storeText, turnRowId, this.kinds);
    const position = this.eventCount;
    const all = { conversation_id: this.id, position, ...columns };
    const row = new TrackedRow('event', newId('cev'), all, this.owner);
    const { length } = JSON.stringify(columns);
    if (!this.enlist(row, length)) return;
    this.eventCount++;
    this.characters += length;
  }

  unrecorded(): void {
    this.change({ unrecorded: 'storage-limit' });
  }

  keep(state: () => string): void {
    if (this.isOver) return;
    this.state = state;
    this.journal.markNew();
    this.enlist(this.journal, this.options.journalMaxBytes / 2);
  }

  onTaken(listener: () => void): void {
    this.tellTaken = listener;
  }

  stored(): Promise<void> {
    if (this.unsaved.size > 0) this.budget.hurry();
    return this.unsaved.stored();
  }

  /** Another process has taken over the call: drop everything that is not stored yet. */
  taken(): void {
    this.giveUp();
    this.tellTaken();
  }

  usage(usage: RecordedUsage): void {
    if (this.isOver || !this.used.add(usage)) return;
    this.change({ usage: this.used.sums() });
  }

  end(end: ConversationEnd): Promise<void> {
    for (const turn of this.isOver ? [] : (this.redactor?.rest() ?? []))
      this.turn({ ...turn, endedAt: end.at });
    if (!this.isOver) {
      // All columns, even unchanged ones: an instance that considered this one dead may have written its own end.
      this.row.overwrite({
        ended_at: end.at.toISOString(),
        end_reason: end.reason,
        crashed: end.crashed,
        failure: end.failure ? failureColumn(end.failure, this.storeText) : null,
        ...(end.media && { media: end.media }),
      });
      this.enlistOwnRow();
      this.unsaved.remove(this.journal);
      this.isEnded = true;
    }
    return this.settled;
  }

  /**
   * Takes unsaved rows, oldest first, for a write of about `maxBytes`; the rest and later changes belong to the next
   * write. Always at least one row.
   */
  take(maxBytes = Infinity): UnsavedRow[] {
    return this.unsaved.take(maxBytes, (row) => {
      if (row === this.journal && this.state) row.set({ state: this.options.seal(this.state(), this.id) });
    });
  }

  /** Memory held by unsaved rows. */
  get unsavedBytes(): number {
    return this.unsaved.bytes;
  }

  /** The write of these rows failed, or its outcome is unknown: they are unsaved again. */
  putBack(written: readonly UnsavedRow[]): void {
    this.unsaved.putBack(written);
  }

  /** Confirms the last write. True if there were changes since. */
  confirm(): boolean {
    this.unsaved.confirm();
    if (this.isEnded && this.unsaved.size === 0) this.settle();
    return this.unsaved.size > 0;
  }

  /** Another instance may have closed this conversation: the whole row must be written again. */
  reassert(): void {
    if (this.isOver) return;
    this.row.markNew();
    this.enlistOwnRow();
  }

  /** Drops the rest of this conversation. */
  giveUp(): void {
    this.isGivenUp = true;
    this.unsaved.drop();
    this.settle();
  }

  /** Whether the record is final and everything is stored or dropped. */
  get isSettled(): boolean {
    return this.isGivenUp || (this.isEnded && this.unsaved.size === 0);
  }

  /** Row id of a turn; events may refer to a turn that has no words yet. */
  private turnRowId(turnId: string): string {
    const id = this.turnRowIds.get(turnId) ?? newId('turn');
    this.turnRowIds.set(turnId, id);
    return id;
  }

  private get isOver(): boolean {
    return this.isEnded || this.isGivenUp;
  }

  private writeTurn(turn: RecordedTurn, words: string | undefined): void {
    const text = this.storeText ? words : undefined;
    const columns = turnColumns(turn, text);
    const known = this.turns.get(turn.turnId);
    if (known) {
      if (!known.differs(columns) || !this.enlist(known, text?.length ?? 0)) return;
      this.characters += (text?.length ?? 0) - textLength(known);
      known.set(columns);
      return;
    }
    const columnsOfNew = {
      conversation_id: this.id,
      account_id: this.details.accountId,
      agent_id: this.details.agentId,
      position: this.turnsBefore + this.turns.size,
      speaker: turn.by ?? turn.speaker,
      started_at: turn.startedAt.toISOString(),
      interrupted: false,
      ...columns,
    };
    const row = new TrackedRow('turn', this.turnRowId(turn.turnId), columnsOfNew, this.owner);
    if (!this.enlist(row, text?.length ?? 0)) return;
    this.turns.set(turn.turnId, row);
    this.characters += text?.length ?? 0;
  }

  /** Whether additions are dropped: the account has reached its storage limit, or this record its size. */
  private isLeftOut(): boolean {
    const rows = this.turnsBefore + this.turns.size + this.eventCount;
    if (rows >= MAX_ROWS || this.characters >= MAX_CHARACTERS) this.change({ unrecorded: 'record-size' });
    else if (this.options.isFull()) this.unrecorded();
    else return false;
    return true;
  }

  /** Redacts an earlier turn: it turned out to hold part of what must not be stored. */
  private rewrite(turnId: string, text: string): void {
    const known = this.storeText ? this.turns.get(turnId) : undefined;
    if (known && this.enlist(known, text.length)) known.set({ text });
  }

  private change(columns: Columns): void {
    if (this.isOver || !this.row.differs(columns)) return;
    this.row.set(columns);
    this.enlistOwnRow();
  }

  /** Marks the row as unsaved. False: the memory budget is exhausted. */
  private enlist(row: TrackedRow, characters: number): boolean {
    if (!this.unsaved.add(row, characters)) return false;
    this.budget.changed(this);
    return true;
  }

  private enlistOwnRow(): void {
    this.unsaved.addAnyway(this.row);
    this.budget.changed(this);
  }
}

function textLength(row: TrackedRow): number {
  const text = row.get('text');
  return typeof text === 'string' ? text.length : 0;
}
