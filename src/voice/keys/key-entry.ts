/** Decides when successive keys form a complete entry. Pure; the clock is passed in. */
export interface KeyRules {
  /** Number of keys that complete the entry, without the end key. */
  readonly most: number;
  /** Keys that end the entry and are not part of it; empty: none. */
  readonly endKeys: string;
  /** How long to wait for the first key after the agent has finished speaking, in milliseconds. */
  readonly firstKeyMs: number;
  /** Silence after a key that ends the entry, in milliseconds. */
  readonly nextKeyMs: number;
}

/** `complete`: all requested keys; `pause`: no further key; `nothing`: no key at all. */
export type EntryEnd = 'end-key' | 'complete' | 'pause' | 'nothing';

export interface KeyEntry {
  readonly keys: string;
  /** When it times out, on the monotonic clock. */
  readonly deadlineMs: number;
  readonly end: EntryEnd | undefined;
}

export const beginEntry = (rules: KeyRules, nowMs: number): KeyEntry => ({
  keys: '',
  deadlineMs: nowMs + rules.firstKeyMs,
  end: undefined,
});

export function takeKey(entry: KeyEntry, key: string, rules: KeyRules, nowMs: number): KeyEntry {
  if (entry.end) return entry;
  if (rules.endKeys.includes(key)) return { ...entry, end: 'end-key' };
  const keys = entry.keys + key;
  const end = keys.length >= rules.most ? 'complete' : undefined;
  return { keys, deadlineMs: nowMs + rules.nextKeyMs, end };
}

/** Advances time. @param speakingMs How long the agent will still speak: the caller need not press a key before. */
export function waitForKey(entry: KeyEntry, rules: KeyRules, nowMs: number, speakingMs: number): KeyEntry {
  if (entry.end) return entry;
  if (entry.keys === '' && speakingMs > 0) {
    return { ...entry, deadlineMs: Math.max(entry.deadlineMs, nowMs + speakingMs + rules.firstKeyMs) };
  }
  if (nowMs < entry.deadlineMs) return entry;
  return { ...entry, end: entry.keys === '' ? 'nothing' : 'pause' };
}
