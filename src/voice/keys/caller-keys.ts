import { beginEntry, type EntryEnd, type KeyEntry, type KeyRules, takeKey, waitForKey } from './key-entry.js';

/** Interval for checking whether an entry has ended. */
const LOOK_AGAIN_MS = 100;

/** Limits the app context that is passed to another agent, and the text that waits for the first agent. */
const MAX_TOLD = 20;

/** Limits an unrequested entry if a key is held down. */
const MAX_KEYS = 64;

export interface CallerKeysOptions {
  /** Whether DTMF can arrive at all. */
  readonly areHeard: boolean;
  /** Silence that ends an unrequested entry, in milliseconds. */
  readonly pauseMs: number;
  readonly nowMs: () => number;
  /** Queued agent audio, in milliseconds. */
  readonly speakingMs: () => number;
  /** Records all keys of an entry, requested or not. */
  readonly entered: (keys: string) => void;
  /** Records written text. */
  readonly wrote?: (text: string) => void;
}

/** Key events for a conversation. */
export interface KeysListener {
  /** The first key of an entry. `collected`: the agent has requested keys. */
  began(collected: boolean): void;
  /** Unrequested keys, after a pause. */
  entered(keys: string): void;
  /** The caller wrote text instead of speaking. `began` was called before. */
  wrote(text: string): void;
  /**
   * Context from the caller's app for the next answer; needs no answer itself. Absent for models that answer everything
   * they receive.
   */
  learned?(text: string): void;
  /** An instruction of a supervisor for the next answers. Absent for agents without a model that takes it. */
  instructed?(text: string): void;
}

export interface CollectedKeys {
  readonly keys: string;
  readonly end: EntryEnd | 'cancelled' | 'not-possible';
}

/** One caller's DTMF, as seen by an agent. */
export interface KeyInput {
  readonly areHeard: boolean;
  listen(listener: KeysListener): void;
  /** Waits for keys, including those pressed just before. One at a time: a concurrent call returns `not-possible`. */
  collect(rules: KeyRules, signal: AbortSignal): Promise<CollectedKeys>;
}

type Early = { readonly text: string } | { readonly keys: string };

interface Collection {
  readonly rules: KeyRules;
  readonly done: (collected: CollectedKeys) => void;
}

/** Groups pressed keys into entries, requested or not. */
export class CallerKeys implements KeyInput {
  private readonly freeRules: KeyRules;
  private listener: KeysListener | undefined;
  private entry: KeyEntry | undefined;
  private collection: Collection | undefined;
  /** Keys that still belong to a number that was already complete. */
  private trailing: { readonly keys: string; readonly untilMs: number } | undefined;
  private timer: NodeJS.Timeout | undefined;
  private closed = false;
  /** Text and keys from a time without an agent. */
  private early: Early[] | undefined = [];
  /** The agent has left, and another one will come. */
  private isAway = false;
  /** App context for a later agent. */
  private readonly told: string[] = [];

  constructor(private readonly options: CallerKeysOptions) {
    const { pauseMs } = options;
    this.freeRules = { most: Infinity, endKeys: '', firstKeyMs: pauseMs, nextKeyMs: pauseMs };
  }

  get areHeard(): boolean {
    return this.options.areHeard;
  }

  /** True while an agent waits for keys. */
  get areAwaited(): boolean {
    return this.collection !== undefined;
  }

  listen(listener: KeysListener): void {
    this.listener = listener;
    this.isAway = false;
    for (const text of this.told) listener.learned?.(text);
  }

  press(key: string): void {
    const { nowMs } = this.options;
    if (this.closed || (!this.listener && !this.isAway) || this.isTrailing(key)) return;
    const isFirst = this.entry === undefined || this.entry.keys === '';
    const before = this.entry ?? beginEntry(this.rules, nowMs());
    const isFull = !this.collection && before.keys.length >= MAX_KEYS;
    this.entry = isFull
      ? { ...before, deadlineMs: nowMs() + this.rules.nextKeyMs }
      : takeKey(before, key, this.rules, nowMs());
    if (isFirst) this.listener?.began(this.collection !== undefined);
    this.settle();
  }

  /** The agent is ready to listen: passes on what was written earlier. */
  begin(): void {
    const early = this.early ?? [];
    this.early = undefined;
    for (const what of early) {
      if ('text' in what) this.write(what.text);
      else this.give(what.keys);
    }
  }

  /** The agent has left: later input waits for the next `begin`. */
  leave(): void {
    this.isAway = true;
    this.listener = undefined;
    this.early ??= [];
  }

  /** The caller wrote text. @returns false if it will not be read: the conversation is over, or too much is waiting. */
  write(text: string): boolean {
    if (this.closed) return false;
    if (this.early || !this.listener) return (this.early?.push({ text }) ?? Infinity) <= MAX_TOLD;
    this.options.wrote?.(text);
    this.listener.began(false);
    this.listener.wrote(text);
    return true;
  }

  /** Context from the caller's app that needs no answer. @returns false if no agent will ever get it */
  tell(text: string): boolean {
    if (this.closed || (this.listener && !this.listener.learned)) return false;
    this.told.push(text);
    if (this.told.length > MAX_TOLD) this.told.shift();
    this.listener?.learned?.(text);
    return true;
  }

  /** An instruction of a supervisor. @returns false if no agent takes it now */
  instruct(text: string): boolean {
    this.listener?.instructed?.(text);
    return this.listener?.instructed !== undefined;
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

  /** The call is over. Idempotent. */
  close(): void {
    this.finish('cancelled');
    this.closed = true;
  }

  private get rules(): KeyRules {
    return this.collection?.rules ?? this.freeRules;
  }

  /** Ends the entry if it is complete, or checks again in a moment. */
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

  /** Many callers press the end key although the number is already complete. */
  private expectTrailing({ endKeys, nextKeyMs }: KeyRules): void {
    this.trailing = { keys: endKeys, untilMs: this.options.nowMs() + nextKeyMs };
  }

  /** True if the key ends a number that was already complete. */
  private isTrailing(key: string): boolean {
    const { trailing } = this;
    this.trailing = undefined;
    return trailing !== undefined && trailing.keys.includes(key) && this.options.nowMs() < trailing.untilMs;
  }

  /** Passes on unrequested keys. */
  private give(keys: string): void {
    if (this.listener) this.listener.entered(keys);
    else this.early?.push({ keys });
  }
}
