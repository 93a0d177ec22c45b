import { messageOfFault, type OutcomeRow } from '../../conversations/index.js';
import type { OutcomeReport } from './outcomes.schema.js';

const COUNTED = ['calls', 'notConnected', 'handedOver', 'judged', 'successful', 'callSeconds'] as const;
type Counts = OutcomeReport['now'];

const NONE: Counts = {
  ...{ calls: 0, answered: 0, handedOver: 0, failed: 0, notConnected: 0 },
  ...{ judged: 0, successful: 0, callSeconds: 0 },
};

/** What the rows come to: in all, against the period before, by day, by hour of the week and by reason. */
export function outcomeReport(rows: readonly OutcomeRow[]): Omit<OutcomeReport, 'from' | 'to' | 'timeZone'> {
  const current = rows.filter(({ isBefore }) => !isBefore);
  return {
    now: countsOf(current),
    before: countsOf(rows.filter(({ isBefore }) => isBefore)),
    days: groups(current, ({ day }) => day).map(([day, its]) => {
      const { calls, answered, handedOver, failed, notConnected } = countsOf(its);
      return { day, calls, answered, handedOver, failed, notConnected };
    }),
    hours: groups(current, ({ weekday, hour }) => `${weekday} ${hour}`).flatMap(([, [first, ...more]]) => [
      { weekday: first.weekday, hour: first.hour, calls: countsOf([first, ...more]).calls },
    ]),
    failures: groups(current, ({ code }) => code ?? '')
      .filter(([code]) => code !== '')
      .map(([code, its]) => ({
        code,
        message: its.find(({ message }) => message !== null)?.message ?? messageOfFault(code),
        calls: countsOf(its).calls,
      }))
      .sort((one, other) => other.calls - one.calls),
  };
}

function countsOf(rows: readonly OutcomeRow[]): Counts {
  const counts = { ...NONE };
  for (const row of rows) {
    for (const name of COUNTED) counts[name] += row[name];
    if (row.code !== null) counts.failed += row.calls;
  }
  counts.answered = counts.calls - counts.failed - counts.notConnected - counts.handedOver;
  return counts;
}

function groups(rows: readonly OutcomeRow[], keyOf: (row: OutcomeRow) => string) {
  const found = new Map<string, [OutcomeRow, ...OutcomeRow[]]>();
  for (const row of rows) {
    const its = found.get(keyOf(row));
    if (its) its.push(row);
    else found.set(keyOf(row), [row]);
  }
  return [...found];
}
