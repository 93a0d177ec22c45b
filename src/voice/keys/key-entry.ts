/** When keys that a caller presses one after the other make a whole. Pure; the clock is passed in. */
export interface KeyRules {
  /** This many keys are enough; the end key is not one of them. */
  readonly most: number;
  /** Keys that end the entry and are no part of it; empty: none does. */
  readonly endKeys: string;
  /** How long the first key is waited for once the agent has finished speaking, in milliseconds. */
  readonly firstKeyMs: number;
  /** Silence after a key that ends the entry, in milliseconds. */
  readonly nextKeyMs: number;
}

/** `complete`: as many keys as were asked for; `pause`: no further key came; `nothing`: no key at all. */
export type EntryEnd = 'end-key' | 'complete' | 'pause' | 'nothing';

export interface KeyEntry {
  readonly keys: string;
  /** When it ends by itself, on the monotonic clock. */
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

/** Time went by. @param speakingMs How long the agent goes on speaking: the caller need not press a key before. */
export function waitForKey(entry: KeyEntry, rules: KeyRules, nowMs: number, speakingMs: number): KeyEntry {
  if (entry.end) return entry;
  if (entry.keys === '' && speakingMs > 0) {
    return { ...entry, deadlineMs: Math.max(entry.deadlineMs, nowMs + speakingMs + rules.firstKeyMs) };
  }
  if (nowMs < entry.deadlineMs) return entry;
  return { ...entry, end: entry.keys === '' ? 'nothing' : 'pause' };
}
