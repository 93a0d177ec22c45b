import { text } from '../setting.js';

export const metricsSettings = {
  token: text('METRICS_TOKEN', {
    secret: true,
    meaning:
      'Bearer token that GET /metrics asks for. Without one, and without PUBLIC_URL, /metrics answers clients on this machine that ask for ' +
      'localhost or a loopback address, without a proxy between; with PUBLIC_URL it answers nobody.',
  }),
} as const;
