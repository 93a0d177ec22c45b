import { type Static, Type } from '@sinclair/typebox';
import { orNull, shape, Timestamp } from '../../http/openapi/index.js';

const Count = Type.Integer({ minimum: 0 });
const Latency = orNull(Type.Number({ minimum: 0 }), {
  description:
    'Milliseconds from the end of the caller’s speech until the agent was heard; null where nothing was answered.',
});

const Day = shape('DailyFigures', {
  day: Type.String({ format: 'date', description: 'Of UTC.' }),
  calls: Count,
  failed: Type.Integer({ minimum: 0, description: 'That a fault of the service or the agent ended.' }),
  notConnected: Count,
  callSeconds: Type.Integer({ minimum: 0, description: 'Of calls that have ended.' }),
  providerErrors: Count,
  toolErrors: Count,
  answers: Type.Integer({ minimum: 0, description: 'What agents said, turn by turn.' }),
  interruptions: Type.Integer({ minimum: 0, description: 'Answers that callers interrupted.' }),
  latencyP50Ms: Latency,
  latencyP95Ms: Latency,
});

export const DailyFiguresSchema = shape('DailyFiguresReport', {
  from: Timestamp,
  to: Timestamp,
  days: Type.Array(Day, { description: 'In order; days without a call are left out.' }),
});

export type DailyFiguresReport = Static<typeof DailyFiguresSchema>;

export const DAILY_FIGURES_EXAMPLE: DailyFiguresReport = {
  from: '2026-05-01T00:00:00.000Z',
  to: '2026-05-31T00:00:00.000Z',
  days: [
    {
      day: '2026-05-04',
      calls: 12,
      failed: 0,
      notConnected: 1,
      callSeconds: 1_480,
      providerErrors: 0,
      toolErrors: 2,
      answers: 96,
      interruptions: 7,
      latencyP50Ms: 640,
      latencyP95Ms: 1_210,
    },
  ],
};
