import { text } from '../setting.js';

export const metricsSettings = {
  token: text('METRICS_TOKEN', {
    secret: true,
    meaning:
      'Bearer token that GET /metrics asks for. Without one, /metrics answers only to clients on this machine.',
  }),
} as const;
