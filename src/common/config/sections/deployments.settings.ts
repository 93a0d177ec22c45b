import { integer } from '../setting.js';

export const deploymentSettings = {
  contentCacheSize: integer('DEPLOYMENT_CONTENT_CACHE_SIZE', {
    fallback: 1_000,
    min: 1,
    max: 1_000_000,
    meaning: 'How many published agent documents are cached in memory, so that calls need not load them.',
    danger: 'A document may take up to HTTP_BODY_LIMIT_BYTES, and several times as much in memory.',
  }),
  rolloutLookMs: integer('ROLLOUT_LOOK_MS', {
    fallback: 1_000,
    min: 100,
    max: 5_000,
    meaning:
      'How often rollouts are checked, in milliseconds: the maximum delay before a worse version is rolled back.',
    danger: 'Small values cost a few queries per running rollout, on every instance.',
  }),
  experimentLookMs: integer('EXPERIMENT_LOOK_MS', {
    fallback: 10_000,
    min: 100,
    max: 600_000,
    meaning:
      'How often experiments with a rule are checked, in milliseconds: the maximum delay before a winner is promoted.',
    danger: 'Small values cost a few queries per running experiment, on every instance.',
  }),
  gatesLookMs: integer('GATES_LOOK_MS', {
    fallback: 2_000,
    min: 100,
    max: 60_000,
    meaning:
      'How often deployments that wait for their gates are checked, in milliseconds: the maximum delay before they complete.',
    danger: 'Small values cost a few queries per waiting deployment, on every instance.',
  }),
  pendingDeploymentHours: integer('PENDING_DEPLOYMENT_HOURS', {
    fallback: 72,
    min: 1,
    max: 8_760,
    meaning: 'How long a deployment waits for its gates, in hours, before it expires.',
    danger: 'An old request may no longer be wanted.',
  }),
} as const;
