import { isOverstaying } from './idle-socket.js';

const LIMITS = { firstOfferTimeoutMs: 20_000, idleTimeoutMs: 30_000 };

describe('socket without a call', () => {
  it('has a time limit for the first offer from its opening', () => {
    const socket = { openedAtMs: 1_000, busyAtMs: undefined, mayBeAwaited: false };
    expect(isOverstaying(socket, 20_999, LIMITS)).toBe(false);
    expect(isOverstaying(socket, 21_000, LIMITS)).toBe(true);
  });

  it('has an idle time limit from its last call, not its opening', () => {
    const socket = { openedAtMs: 0, busyAtMs: 3_600_000, mayBeAwaited: false };
    expect(isOverstaying(socket, 3_629_999, LIMITS)).toBe(false);
    expect(isOverstaying(socket, 3_630_000, LIMITS)).toBe(true);
  });

  it('stays open while it may still resume a lost call', () => {
    const socket = { openedAtMs: 0, busyAtMs: undefined, mayBeAwaited: true };
    expect(isOverstaying(socket, 3_600_000, LIMITS)).toBe(false);
  });
});
