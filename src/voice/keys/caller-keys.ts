import { beginEntry, type EntryEnd, type KeyEntry, type KeyRules, takeKey, waitForKey } from './key-entry.js';

/** How often to check whether an entry is over. */
const LOOK_AGAIN_MS = 100;

/** How much of what an app told another agent is told, and how much of what was written waits for the first one. */
const MAX_TOLD = 20;

export interface CallerKeysOptions {
  /** Whether keys of this caller come at all. */
  readonly areHeard: boolean;
  /** Silence that ends keys which nobody has asked for, in milliseconds. */
  readonly pauseMs: number;
  /** The most keys that are taken of what a caller presses without a pause. */
  readonly maxKeys: number;
  readonly nowMs: () => number;
  /** Audio of the agent that waits to be heard, in milliseconds. */
  readonly speakingMs: () => number;
  /** For the record: all keys of an entry, whoever asked for them. */
  readonly entered: (keys: string) => void;
  /** For the record, too. */
  readonly wrote?: (text: string) => void;
}

/** What a conversation hears of the keys. */
export interface KeysListener {
  /** The first key of an entry. `collected`: somebody has asked for it and waits. */
  began(collected: boolean): void;
  /** Keys that nobody has asked for, after a pause. */
  entered(keys: string): void;
  /** The caller has written something in place of saying it. `began` came before. */
  wrote(text: string): void;
  /**
   * The caller's app tells what the next answer should know; nothing is to be answered. Absent where a model answers
   * whatever it is told of.
   */
  learned?(text: string): void;
}

export interface CollectedKeys {
  readonly keys: string;
  readonly end: EntryEnd | 'cancelled' | 'not-possible';
}

/** The keys of one caller, as an agent sees them. */
export interface KeyInput {
  readonly areHeard: boolean;
  listen(listener: KeysListener): void;
  /** Waits for keys; what was pressed just before counts. One at a time: another one is not possible meanwhile. */
  collect(rules: KeyRules, signal: AbortSignal): Promise<CollectedKeys>;
}

type Early = { readonly text: string } | { readonly keys: string };

interface Collection {
  readonly rules: KeyRules;
  readonly done: (collected: CollectedKeys) => void;
}

/** Makes entries out of the keys that a caller presses: those that an agent waits for, and those that just come. */
export class CallerKeys implements KeyInput {
  private readonly freeRules: KeyRules;
  private listener: KeysListener | undefined;
  private entry: KeyEntry | undefined;
  private collection: Collection | undefined;
  /** Keys that still belong to a number that was complete without them. */
  private trailing: { readonly keys: string; readonly untilMs: number } | undefined;
  private timer: NodeJS.Timeout | undefined;
  private closed = false;
  /** What the caller wrote or pressed while no agent was there. */
  private early: Early[] | undefined = [];
  /** An agent was there, and another one is to come. */
  private isAway = false;
  /** What the app has told, for an agent that comes later or takes over. */
  private readonly told: string[] = [];

  constructor(private readonly options: CallerKeysOptions) {
    const { pauseMs } = options;
    this.freeRules = { most: Infinity, endKeys: '', firstKeyMs: pauseMs, nextKeyMs: pauseMs };
  }

  get areHeard(): boolean {
    return this.options.areHeard;
  }

  /** Whether somebody has asked for keys and waits. */
  get areAwaited(): boolean {
    return this.collection !== undefined;
  }

  listen(listener: KeysListener): void {
    this.listener = listener;
    this.isAway = false;
    for (const text of this.told) listener.learned?.(text);
  }

  /** A key was pressed. */
  press(key: string): void {
    const { nowMs, maxKeys } = this.options;
    if (this.closed || (!this.listener && !this.isAway) || this.isTrailing(key)) return;
    const isFirst = this.entry === undefined || this.entry.keys === '';
    const before = this.entry ?? beginEntry(this.rules, nowMs());
    // Whoever leans on the keys makes one long entry, and none that grows without end.
    const isFull = !this.collection && before.keys.length >= maxKeys;
    this.entry = isFull
      ? { ...before, deadlineMs: nowMs() + this.rules.nextKeyMs }
      : takeKey(before, key, this.rules, nowMs());
    if (isFirst) this.listener?.began(this.collection !== undefined);
    this.settle();
  }

  /** An agent is there and has said its first words, or begins to. What was written before reaches it now. */
  begin(): void {
    const early = this.early ?? [];
    this.early = undefined;
    for (const what of early) {
      if ('text' in what) this.write(what.text);
      else this.give(what.keys);
    }
  }

  /** The agent is gone; what is written or pressed from now on waits for the next one to `begin`. */
  leave(): void {
    this.isAway = true;
    this.listener = undefined;
    this.early ??= [];
  }

  /** The caller wrote something. @returns false where nobody reads it: the conversation is over, or too much waits. */
  write(text: string): boolean {
    if (this.closed) return false;
    if (this.early || !this.listener) return (this.early?.push({ text }) ?? Infinity) <= MAX_TOLD;
    this.options.wrote?.(text);
    this.listener.began(false);
    this.listener.wrote(text);
    return true;
  }

  /** The caller's app tells something that asks for no answer. @returns false where no agent would ever know. */
  tell(text: string): boolean {
    if (this.closed || (this.listener && !this.listener.learned)) return false;
    this.told.push(text);
    if (this.told.length > MAX_TOLD) this.told.shift();
    this.listener?.learned?.(text);
    return true;
  }

  collect(rules: KeyRules, signal: AbortSignal): Promise<CollectedKeys> {
    if (this.collection || this.closed || !this.areHeard) {
      return Promise.resolve({ keys: '', end: 'not-possible' });
    }
    const typed = this.entry?.keys ?? '';
    return new Promise((resolve) => {
      const cancel = () => this.finish('cancelled');
      signal.addEventListener('abort', cancel, { once: true });
      this.collection = {
        rules,
        done: (collected) => {
          signal.removeEventListener('abort', cancel);
          resolve(collected);
        },
      };
      const nowMs = this.options.nowMs();
      this.entry = [...typed].reduce(
        (entry, key) => takeKey(entry, key, rules, nowMs),
        beginEntry(rules, nowMs),
      );
      if (signal.aborted) cancel();
      else this.settle();
    });
  }

  /** The call is over: nobody waits any more. Idempotent. */
  close(): void {
    this.finish('cancelled');
    this.closed = true;
  }

  private get rules(): KeyRules {
    return this.collection?.rules ?? this.freeRules;
  }

  /** Ends the entry if it is over, and else looks again in a moment. */
  private settle(): void {
    clearTimeout(this.timer);
    if (!this.entry) return;
    const { nowMs, speakingMs } = this.options;
    this.entry = waitForKey(this.entry, this.rules, nowMs(), this.collection ? speakingMs() : 0);
    if (this.entry.end) return this.finish(this.entry.end);
    this.timer = setTimeout(() => this.settle(), LOOK_AGAIN_MS).unref();
  }

  private finish(end: CollectedKeys['end']): void {
    clearTimeout(this.timer);
    const { entry, collection } = this;
    this.entry = undefined;
    this.collection = undefined;
    const keys = entry?.keys ?? '';
    if (keys !== '') this.options.entered(keys);
    if (collection && end === 'complete') this.expectTrailing(collection.rules);
    if (collection) collection.done({ keys, end });
    else if (keys !== '') this.give(keys);
  }

  /** Many press the end key also where nobody needs it. */
  private expectTrailing({ endKeys, nextKeyMs }: KeyRules): void {
    this.trailing = { keys: endKeys, untilMs: this.options.nowMs() + nextKeyMs };
  }

  /** Whether the key ends a number that was complete already. */
  private isTrailing(key: string): boolean {
    const { trailing } = this;
    this.trailing = undefined;
    return trailing !== undefined && trailing.keys.includes(key) && this.options.nowMs() < trailing.untilMs;
  }

  /** Keys that nobody has asked for. */
  private give(keys: string): void {
    if (this.listener) this.listener.entered(keys);
    else this.early?.push({ keys });
  }
}
