import { type Static, Type } from '@sinclair/typebox';
import { shape, Timestamp } from '../../http/openapi/index.js';

const Count = Type.Integer({ minimum: 0 });

const WAYS = {
  calls: Count,
  answered: Type.Integer({
    minimum: 0,
    description: 'By the agent alone: neither handed over, nor failed, nor without a connection.',
  }),
  handedOver: Type.Integer({ minimum: 0, description: 'Transferred to a person or another agent.' }),
  failed: Type.Integer({ minimum: 0, description: 'That a fault of the service or the agent ended.' }),
  notConnected: Count,
};

const Counts = shape('OutcomeCounts', {
  ...WAYS,
  judged: Type.Integer({ minimum: 0, description: 'Whose success is known: see `analysis.success`.' }),
  successful: Count,
  callSeconds: Type.Integer({ minimum: 0, description: 'Of calls that have ended.' }),
});

export const OutcomeReportSchema = shape('OutcomeReport', {
  from: Timestamp,
  to: Timestamp,
  timeZone: Type.String(),
  now: Counts,
  before: Counts,
  days: Type.Array(shape('OutcomeDay', { day: Type.String({ format: 'date' }), ...WAYS }), {
    description: 'In order; days without a call are left out.',
  }),
  hours: Type.Array(
    shape('OutcomeHour', {
      weekday: Type.Integer({ minimum: 1, maximum: 7, description: '1 is Monday.' }),
      hour: Type.Integer({ minimum: 0, maximum: 23 }),
      calls: Count,
    }),
    { description: 'Hours of the week without a call are left out.' },
  ),
  failures: Type.Array(
    shape('OutcomeFailure', { code: Type.String(), message: Type.String(), calls: Count }),
    { description: 'The most frequent first.' },
  ),
});

export type OutcomeReport = Static<typeof OutcomeReportSchema>;

const NOW = {
  ...{ calls: 214, answered: 169, handedOver: 34, failed: 7, notConnected: 4 },
  ...{ judged: 180, successful: 158, callSeconds: 25_680 },
};
const BEFORE = {
  ...{ calls: 191, answered: 145, handedOver: 37, failed: 5, notConnected: 4 },
  ...{ judged: 160, successful: 131, callSeconds: 23_110 },
};

export const OUTCOME_REPORT_EXAMPLE: OutcomeReport = {
  from: '2026-05-01T00:00:00.000Z',
  to: '2026-05-08T00:00:00.000Z',
  timeZone: 'Europe/London',
  now: NOW,
  before: BEFORE,
  days: [{ day: '2026-05-04', calls: 50, answered: 40, handedOver: 8, failed: 2, notConnected: 0 }],
  hours: [{ weekday: 1, hour: 9, calls: 21 }],
  failures: [{ code: 'AGENT_FAILED', message: 'The agent failed.', calls: 4 }],
};
