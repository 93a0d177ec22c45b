import { isOverstaying } from './idle-socket.js';

const LIMITS = { firstOfferTimeoutMs: 20_000, idleTimeoutMs: 30_000 };

describe('a socket without a call', () => {
  it('has its time for a first offer from when it was opened', () => {
    const socket = { openedAtMs: 1_000, busyAtMs: undefined, mayBeAwaited: false };
    expect(isOverstaying(socket, 20_999, LIMITS)).toBe(false);
    expect(isOverstaying(socket, 21_000, LIMITS)).toBe(true);
  });

  it('has its idle time from its last call, not from when it was opened', () => {
    const socket = { openedAtMs: 0, busyAtMs: 3_600_000, mayBeAwaited: false };
    expect(isOverstaying(socket, 3_629_999, LIMITS)).toBe(false);
    expect(isOverstaying(socket, 3_630_000, LIMITS)).toBe(true);
  });

  it('stays while it may belong to a call that lost its socket', () => {
    const socket = { openedAtMs: 0, busyAtMs: undefined, mayBeAwaited: true };
    expect(isOverstaying(socket, 3_600_000, LIMITS)).toBe(false);
  });
});
