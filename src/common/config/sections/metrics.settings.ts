import { text } from '../setting.js';

export const metricsSettings = {
  token: text('METRICS_TOKEN', {
    secret: true,
    meaning:
      'Bearer token that GET /metrics requires. Without it and without PUBLIC_URL, /metrics answers clients on this machine that ask for localhost or a loopback address, without a proxy in between; with PUBLIC_URL but no token it answers no one.',
  }),
} as const;
