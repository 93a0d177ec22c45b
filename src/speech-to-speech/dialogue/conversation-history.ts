import type { ReplayedItem } from '../connection/index.js';

/** Entries that are replayed after a reconnect; older ones are dropped. */
const MAX_ENTRIES = 200;

interface MessageEntry {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  text: string;
}

type Entry =
  MessageEntry | { readonly id: undefined; readonly item: ReplayedItem; readonly isContext?: boolean };

/** The words and function calls of a conversation, in order, for replay to a new session. */
export class ConversationHistory {
  private entries: Entry[] = [];

  /** Reserves the place of a message whose words arrive later. */
  begin(id: string, role: 'user' | 'assistant'): void {
    if (!this.message(id)) this.append({ id, role, text: '' });
  }

  /** Sets the words of a message; of an interrupted one, only those that the caller heard. */
  write(id: string, text: string): void {
    const message = this.message(id);
    if (message) message.text = text;
  }

  /** Removes a message of the agent. @returns False if the agent has called functions in this turn. */
  takeBack(id: string): boolean {
    const at = this.entries.findIndex((entry) => entry.id === id);
    const asked = this.entries.findLastIndex(
      (entry, index) => index < at && entry.id !== undefined && entry.role === 'user',
    );
    const turn = this.entries.slice(asked + 1);
    if (at < 0 || turn.some((entry) => entry.id === undefined && entry.item.kind === 'function-call'))
      return false;
    this.entries.splice(at, 1);
    return true;
  }

  add(item: ReplayedItem): void {
    this.append({ id: undefined, item });
  }

  /** Adds context that neither side said and that needs no answer. */
  addContext(item: ReplayedItem): void {
    this.append({ id: undefined, item, isContext: true });
  }

  /** True if the last message is the caller's and has words. */
  get endsWithCaller(): boolean {
    const last = this.entries.findLast((entry) => entry.id !== undefined || !entry.isContext);
    return last?.id !== undefined && last.role === 'user' && last.text !== '';
  }

  items(): ReplayedItem[] {
    return this.entries.flatMap((entry): ReplayedItem[] => {
      if (entry.id === undefined) return [entry.item];
      return entry.text === '' ? [] : [{ kind: 'message', role: entry.role, text: entry.text }];
    });
  }

  private message(id: string): MessageEntry | undefined {
    return this.entries.find((entry): entry is MessageEntry => entry.id === id);
  }

  private append(entry: Entry): void {
    this.entries.push(entry);
    if (this.entries.length > MAX_ENTRIES) this.entries.shift();
  }
}
