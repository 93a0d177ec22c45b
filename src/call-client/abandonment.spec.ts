import { isAbandoned, LONGEST_CLIENT_SILENCE_MS, quietSinceMs } from './abandonment.js';

const GRACE_MS = 30_000;

describe('abandonment of a call without a socket', () => {
  it('keeps the call as long as its media is alive', () => {
    for (const nowMs of [1_000, 120_000, 3_000_000]) {
      expect(isAbandoned({ detachedAtMs: 0, mediaSeenAtMs: nowMs - 900 }, nowMs, GRACE_MS)).toBe(false);
    }
  });

  it('starts the grace time at media loss when media is lost too', () => {
    const call = { detachedAtMs: 0, mediaSeenAtMs: 100_000 };
    expect(quietSinceMs(call)).toBe(100_000);
    expect(isAbandoned(call, 129_999, GRACE_MS)).toBe(false);
    expect(isAbandoned(call, 130_000, GRACE_MS)).toBe(true);
  });

  it('starts the grace time at socket loss when media was lost before', () => {
    const call = { detachedAtMs: 50_000, mediaSeenAtMs: 40_000 };
    expect(isAbandoned(call, 79_999, GRACE_MS)).toBe(false);
    expect(isAbandoned(call, 80_000, GRACE_MS)).toBe(true);
  });

  it('starts the grace time at socket loss when media never connected', () => {
    const call = { detachedAtMs: 5_000, mediaSeenAtMs: undefined };
    expect(isAbandoned(call, 34_999, GRACE_MS)).toBe(false);
    expect(isAbandoned(call, 35_000, GRACE_MS)).toBe(true);
  });

  it('tolerates the longest gap between client reports, even with a zero grace time', () => {
    const call = { detachedAtMs: 0, mediaSeenAtMs: 10_000 };
    expect(isAbandoned(call, 10_000 + LONGEST_CLIENT_SILENCE_MS - 1, 0)).toBe(false);
    expect(isAbandoned(call, 10_000 + LONGEST_CLIENT_SILENCE_MS, 0)).toBe(true);
  });
});
