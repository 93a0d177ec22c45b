import { evaluate, eventOf, type RuleStatus } from './evaluate.js';

const MINUTE_MS = 60_000;
const start = new Date('2026-01-01T00:00:00Z');
const after = (minutes: number) => new Date(start.getTime() + minutes * MINUTE_MS);
const status = (state: RuleStatus['state'], clearSince: Date | null = null): RuleStatus => ({
  state,
  since: start,
  clearSince,
});
const errors = (value: number | null, now: Date) =>
  ({ operator: '>', threshold: 5, value, now, clearMs: MINUTE_MS }) as const;

describe('evaluate', () => {
  it.each([
    ['>', 5, false],
    ['>', 6, true],
    ['>=', 4, false],
    ['>=', 5, true],
    ['<', 5, false],
    ['<', 4, true],
    ['<=', 6, false],
    ['<=', 5, true],
  ] as const)('judges %s 5 with value %i as %s', (operator, value, fires) => {
    const evaluation = { operator, threshold: 5, value, now: after(1), clearMs: 0 };
    expect(evaluate(status('unknown'), evaluation).state).toBe(fires ? 'alert' : 'ok');
  });

  it.each(['ok', 'no_data', 'unknown'] as const)('fires immediately from %s', (state) => {
    expect(evaluate(status(state), errors(6, after(1)))).toEqual({
      state: 'alert',
      since: after(1),
      clearSince: null,
    });
  });

  it('keeps `since` while the state is unchanged', () => {
    for (const [state, value] of [
      ['ok', 0],
      ['alert', 9],
      ['no_data', null],
    ] as const) {
      expect(evaluate(status(state), errors(value, after(1)))).toEqual(status(state));
    }
  });

  it.each([
    ['ok', 0],
    ['no_data', null],
  ] as const)('resolves to %s only after the condition has been clear for the whole time', (state, value) => {
    const first = evaluate(status('alert'), errors(value, after(1)));
    expect(first).toEqual(status('alert', after(1)));
    const second = evaluate(first, errors(value, after(1.9)));
    expect(second).toEqual(first);
    expect(evaluate(second, errors(value, after(2)))).toEqual({ state, since: after(2), clearSince: null });
  });

  it('restarts the clear time when the condition recurs, so a flapping value raises one alert', () => {
    let current = status('unknown');
    const events: unknown[] = [];
    for (let half = 1; half <= 40; half++) {
      const next = evaluate(current, errors(half % 2 === 0 ? 5 : 6, after(half / 2)));
      events.push(eventOf(current.state, next.state));
      current = next;
    }
    expect(events.filter((event) => event !== undefined)).toEqual(['alerts.triggered']);
  });

  it('resolves at the first evaluation without a clear time', () => {
    expect(evaluate(status('alert'), { ...errors(0, after(1)), clearMs: 0 })).toMatchObject({ state: 'ok' });
  });
});

describe('eventOf', () => {
  it('reports triggered on entering `alert`, resolved on leaving it, and nothing otherwise', () => {
    const states = ['ok', 'alert', 'no_data', 'unknown'] as const;
    for (const before of states) {
      for (const next of states) {
        const expected =
          before === next || (before !== 'alert' && next !== 'alert')
            ? undefined
            : next === 'alert'
              ? 'alerts.triggered'
              : 'alerts.resolved';
        expect(eventOf(before, next)).toBe(expected);
      }
    }
  });
});
