import { beginEntry, type KeyEntry, type KeyRules, takeKey, waitForKey } from './key-entry.js';

const RULES: KeyRules = { most: 4, endKeys: '#', firstKeyMs: 5_000, nextKeyMs: 2_000 };

/** Keys at these times in ms. */
function pressed(keys: readonly (readonly [key: string, atMs: number])[], rules = RULES): KeyEntry {
  let entry = beginEntry(rules, 0);
  for (const [key, atMs] of keys) {
    entry = takeKey(waitForKey(entry, rules, atMs, 0), key, rules, atMs);
  }
  return entry;
}

describe('caller key entry', () => {
  it('completes at the requested number of keys', () => {
    const entry = pressed([
      ['1', 0],
      ['2', 1_000],
      ['3', 2_000],
      ['*', 3_000],
      ['9', 3_100],
    ]);
    expect(entry).toMatchObject({ keys: '123*', end: 'complete' });
  });

  it('ends with the end key, which is excluded', () => {
    expect(
      pressed([
        ['1', 0],
        ['#', 100],
      ]),
    ).toMatchObject({ keys: '1', end: 'end-key' });
    expect(pressed([['#', 0]])).toMatchObject({ keys: '', end: 'end-key' });
  });

  it('ends when no further key arrives in time', () => {
    const entry = pressed([['1', 0]]);
    expect(waitForKey(entry, RULES, 1_999, 0).end).toBeUndefined();
    expect(waitForKey(entry, RULES, 2_000, 0)).toMatchObject({ keys: '1', end: 'pause' });
  });

  it('starts timing when the agent has finished speaking', () => {
    const began = beginEntry(RULES, 0);
    expect(waitForKey(began, RULES, 5_000, 0)).toMatchObject({ keys: '', end: 'nothing' });
    const spoken = waitForKey(began, RULES, 4_000, 1_000);
    expect(waitForKey(spoken, RULES, 9_999, 0).end).toBeUndefined();
    expect(waitForKey(spoken, RULES, 10_000, 0).end).toBe('nothing');
  });
});
