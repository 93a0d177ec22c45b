import { inTime } from '../../common/abort/index.js';
import type { EarlierEntry } from '../../voice/earlier-words.js';
import type { ToolCall, ToolOutcome } from '../tool-call.js';

type ToolEntry = Extract<EarlierEntry, { kind: 'tool' }>;

/** More than any question of this module looks back. */
const MAX_ENTRIES = 400;

/** What the caller said and which tools were called, in order. */
export class DialogueLog {
  private readonly entries: EarlierEntry[];
  /** The caller has spoken, and the words are not known yet. */
  private awaited: { readonly known: Promise<void>; readonly tell: () => void } | undefined;

  constructor(earlier: readonly EarlierEntry[] = []) {
    this.entries = [...earlier];
  }

  get tools(): readonly ToolEntry[] {
    return this.entries.filter((entry) => entry.kind === 'tool');
  }

  /** The caller has spoken; the words may follow. */
  callerSpoke(): void {
    if (this.awaited) return;
    let tell: () => void = () => undefined;
    const known = new Promise<void>((resolve) => (tell = resolve));
    this.awaited = { known, tell };
    this.add({ kind: 'said', speaker: 'caller', text: '' });
  }

  callerSaid(text: string): void {
    const { awaited } = this;
    const at = awaited
      ? this.entries.findLastIndex((entry) => entry.kind === 'said' && entry.text === '')
      : -1;
    if (at >= 0) this.entries[at] = { kind: 'said', speaker: 'caller', text };
    else this.add({ kind: 'said', speaker: 'caller', text });
    this.awaited = undefined;
    awaited?.tell();
  }

  /** Waits a little for words that were spoken already. */
  async wordsKnown(withinMs: number): Promise<void> {
    if (this.awaited) await inTime(this.awaited.known, withinMs, undefined);
  }

  /** What the caller has said since a call, a text for each turn; empty if the words are not known. */
  saidSince(callId: string): readonly string[] {
    const at = this.entries.findLastIndex((entry) => entry.kind === 'tool' && entry.callId === callId);
    return this.entries
      .slice(at + 1)
      .flatMap((entry) => (entry.kind === 'said' && entry.speaker === 'caller' ? [entry.text] : []));
  }

  /** Adds a call, or its outcome. */
  put(call: ToolCall, outcome: ToolOutcome): void {
    const entry = loggedAs(call, outcome);
    const at = this.entries.findLastIndex((one) => one.kind === 'tool' && one.callId === entry.callId);
    if (at >= 0) this.entries[at] = entry;
    else this.add(entry);
  }

  private add(entry: EarlierEntry): void {
    this.entries.push(entry);
    if (this.entries.length > MAX_ENTRIES) this.entries.shift();
  }
}

function loggedAs({ callId, name, argumentsText, undoes }: ToolCall, outcome: ToolOutcome): ToolEntry {
  const { kind, output } = outcome;
  const failed = kind === 'error' || kind === 'timeout' ? { failed: kind } : {};
  return {
    kind: 'tool',
    callId,
    name,
    arguments: argumentsText,
    ...(kind !== 'unknown' && { answer: output, ...failed }),
    ...(undoes !== undefined && { undoes }),
  };
}
