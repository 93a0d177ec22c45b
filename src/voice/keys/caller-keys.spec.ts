import { jest } from '@jest/globals';
import { CallerKeys, type CollectedKeys } from './caller-keys.js';
import type { KeyRules } from './key-entry.js';

const RULES: KeyRules = { most: 4, endKeys: '#', firstKeyMs: 5_000, nextKeyMs: 2_000 };

function callerKeys(areHeard = true) {
  const clock = { nowMs: 0 };
  const told: string[] = [];
  const keys = new CallerKeys({
    areHeard,
    pauseMs: 1_500,
    nowMs: () => clock.nowMs,
    speakingMs: () => 0,
    entered: (entered) => told.push(`record ${entered}`),
  });
  keys.listen({
    began: (collected) => told.push(collected ? 'began, collected' : 'began'),
    entered: (entered) => told.push(`entered ${entered}`),
    wrote: (text) => told.push(`wrote ${text}`),
  });
  const press = (text: string) => [...text].forEach((key) => keys.press(key));
  return { clock, told, keys, press };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('caller keys', () => {
  it('arrive as one entry after a pause when not requested', () => {
    const { clock, told, keys, press } = callerKeys();
    press('12#');
    clock.nowMs = 1_500;
    jest.advanceTimersByTime(100);
    expect(told).toEqual(['began', 'record 12#', 'entered 12#']);
    keys.close();
  });

  it('go to the pending request, including keys pressed just before', async () => {
    const { told, keys, press } = callerKeys();
    press('1');
    const collected = keys.collect(RULES, new AbortController().signal);
    press('23#');
    await expect(collected).resolves.toEqual<CollectedKeys>({ keys: '123', end: 'end-key' });
    expect(told).toEqual(['began', 'record 123']);
    keys.close();
  });

  it('of a complete number include the end key and nothing after it', async () => {
    const { clock, told, keys, press } = callerKeys();
    const collected = keys.collect(RULES, new AbortController().signal);
    press('1234#');
    await expect(collected).resolves.toEqual<CollectedKeys>({ keys: '1234', end: 'complete' });
    expect(told).toEqual(['began, collected', 'record 1234']);
    press('#');
    clock.nowMs = 1_500;
    jest.advanceTimersByTime(100);
    expect(told.slice(2)).toEqual(['began', 'record #', 'entered #']);
    keys.close();
  });

  it('serve one request at a time, until it is cancelled or the call ends', async () => {
    const { keys, press } = callerKeys();
    const [first, second] = [new AbortController(), new AbortController()];
    const cancelled = keys.collect(RULES, first.signal);
    await expect(keys.collect(RULES, second.signal)).resolves.toEqual({ keys: '', end: 'not-possible' });
    press('7');
    first.abort();
    await expect(cancelled).resolves.toEqual({ keys: '7', end: 'cancelled' });
    const ended = keys.collect(RULES, second.signal);
    keys.close();
    await expect(ended).resolves.toEqual({ keys: '', end: 'cancelled' });
    await expect(keys.collect(RULES, second.signal)).resolves.toMatchObject({ end: 'not-possible' });
  });

  it('are limited in number', () => {
    const { clock, told, keys, press } = callerKeys();
    press('1'.repeat(500));
    clock.nowMs = 1_500;
    jest.advanceTimersByTime(100);
    expect(told.at(-1)).toBe(`entered ${'1'.repeat(64)}`);
    keys.close();
  });

  it('cannot be requested on a call without keys', async () => {
    const { keys } = callerKeys(false);
    await expect(keys.collect(RULES, new AbortController().signal)).resolves.toMatchObject({
      end: 'not-possible',
    });
  });

  it('arrive with app messages, also for a later agent, within limits', () => {
    const { keys } = callerKeys();
    const learned: string[] = [];
    expect(keys.tell('for one that learns nothing')).toBe(false);
    const listener = { began: () => {}, entered: () => {}, wrote: () => {} };
    const fresh = new CallerKeys({
      areHeard: true,
      pauseMs: 1_500,
      nowMs: () => 0,
      speakingMs: () => 0,
      entered: () => undefined,
    });
    for (let i = 1; i <= 25; i++) expect(fresh.tell(String(i))).toBe(true);
    fresh.listen({ ...listener, learned: (text) => learned.push(text) });
    expect([learned.length, learned[0], learned.at(-1)]).toEqual([20, '6', '25']);
    fresh.close();
    expect(fresh.tell('too late')).toBe(false);
    keys.close();
  });

  it('wait with app messages for the next agent and no longer reach the previous one', () => {
    const { clock, told, keys, press } = callerKeys();
    keys.begin();
    keys.leave();
    told.length = 0;
    keys.write('first');
    press('12');
    clock.nowMs = 1_500;
    jest.advanceTimersByTime(100);
    keys.write('last');
    expect(told).toEqual(['record 12']);
    const next: string[] = [];
    keys.listen({
      began: () => undefined,
      entered: (entered) => next.push(`entered ${entered}`),
      wrote: (text) => next.push(`wrote ${text}`),
    });
    expect(next).toEqual([]);
    keys.begin();
    expect(next).toEqual(['wrote first', 'entered 12', 'wrote last']);
    expect(told).toEqual(['record 12']);
    keys.close();
  });
});
