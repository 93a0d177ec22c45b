import { whoTakes } from './who-takes.js';

const taker = (calls: number, state: 'ready' | 'full' | 'draining' = 'ready', given = 0) => ({
  load: { state, calls },
  given,
});
const ABSENT = { load: undefined, given: 0 };

describe('new connection', () => {
  it('goes to the process with the fewest calls, including pending ones', () => {
    expect(whoTakes([taker(5), taker(3), taker(4)], 1)).toBe(1);
    expect(whoTakes([taker(5), taker(3, 'ready', 2), taker(4)], -1)).toBe(2);
  });

  it('is balanced round-robin among equals', () => {
    const three = [taker(1), taker(1), taker(1)];
    expect([-1, 0, 1, 2].map((last) => whoTakes(three, last))).toEqual([0, 1, 2, 0]);
  });

  it('avoids full or draining processes while another is ready', () => {
    expect(whoTakes([taker(0, 'draining'), taker(1, 'full'), taker(90)], 0)).toBe(2);
  });

  it('goes to a full process when none is ready, and to a draining one last', () => {
    expect(whoTakes([taker(0, 'draining'), taker(9, 'full'), ABSENT], 0)).toBe(1);
    expect(whoTakes([taker(0, 'draining'), ABSENT], 0)).toBe(0);
  });

  it('has no target without processes', () => {
    expect(whoTakes([ABSENT, ABSENT], 0)).toBeUndefined();
  });

  it('reaches calls in all processes when every other connection has none', () => {
    const takers = [taker(0), taker(0)];
    let last = -1;
    for (let connection = 0; connection < 100; connection++) {
      last = whoTakes(takers, last) ?? 0;
      const { load, given } = takers[last] ?? taker(0);
      takers[last] = taker(load.calls + (connection % 2), 'ready', given + 1);
      // Processes report their load before the next connections.
      if (connection % 4 === 3) takers.forEach((one) => (one.given = 0));
    }
    const [one = 0, other = 0] = takers.map(({ load }) => load.calls);
    expect(one + other).toBe(50);
    expect(Math.abs(one - other)).toBeLessThanOrEqual(2);
  });
});
