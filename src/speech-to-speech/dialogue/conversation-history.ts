import type { ReplayedItem } from '../connection/index.js';

/** Entries that are told again to a server after a reconnect; older ones are left out. */
const MAX_ENTRIES = 200;

interface MessageEntry {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  text: string;
}

type Entry =
  MessageEntry | { readonly id: undefined; readonly item: ReplayedItem; readonly isContext?: boolean };

/** What was said and called in a conversation, in order, so that a new session can be told. */
export class ConversationHistory {
  private entries: Entry[] = [];

  /** Holds a place for a message whose words come later. */
  begin(id: string, role: 'user' | 'assistant'): void {
    if (!this.message(id)) this.append({ id, role, text: '' });
  }

  /** Sets the words of a message; of an interrupted one, only what the caller heard. */
  write(id: string, text: string): void {
    const message = this.message(id);
    if (message) message.text = text;
  }

  add(item: ReplayedItem): void {
    this.append({ id: undefined, item });
  }

  /** What nobody said, and nobody answers. */
  addContext(item: ReplayedItem): void {
    this.append({ id: undefined, item, isContext: true });
  }

  /** Whether the caller spoke last, with words that are known. */
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
