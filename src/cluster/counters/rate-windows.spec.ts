import { RateWindows } from './rate-windows.js';

describe('rate per key', () => {
  it('is limited in a window that starts with the first hit, ignoring refused ones', () => {
    const windows = new RateWindows(1_000);
    expect([0, 100, 200, 900].map((nowMs) => windows.count('key', 2, nowMs)?.leftMs)).toEqual([
      undefined,
      undefined,
      800,
      100,
    ]);
    expect(windows.count('other', 2, 900)).toBeUndefined();
    expect(windows.count('key', 2, 1_000)).toBeUndefined();
  });

  it('includes counts of other instances and waits at most one window for them', () => {
    const windows = new RateWindows(1_000);
    expect(windows.count('key', 3, 0, 3)?.leftMs).toBe(1_000);
    expect(windows.count('key', 3, 10, 2)).toBeUndefined();
    expect(windows.count('key', 3, 20, 2)?.leftMs).toBe(980);
  });

  it('is refused with the amount used and the largest consumer', () => {
    const windows = new RateWindows(1_000);
    for (const by of ['one', 'other', 'other']) windows.count('key', 5, 0, 0, by);
    const refusal = { leftMs: 1_000, used: 5, mostBy: { by: 'other', count: 2 } };
    expect(windows.count('key', 5, 0, 2, 'one')).toEqual(refusal);
    expect(windows.count('key', 5, 100, 2, 'one')).toEqual({ ...refusal, leftMs: 900 });
    expect(windows.count('other key', 5, 0, 5)).toMatchObject({ used: 5, mostBy: undefined });
  });

  it('is shared from a twentieth of the limit until its window ends', () => {
    const windows = new RateWindows(1_000);
    windows.count('seldom', 40, 0);
    windows.count('often', 40, 0);
    windows.count('often', 40, 0);
    expect([...windows.tell(999)]).toEqual([['often', 2]]);
    expect([...windows.tell(1_000)]).toEqual([]);
  });
});
