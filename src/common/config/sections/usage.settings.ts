import { integer, text } from '../setting.js';

export const usageSettings = {
  pricesFile: text('USAGE_PRICES_FILE', {
    meaning:
      'YAML or JSON file with provider prices, from which GET /v1/usage computes costs; see docs/how-to/usage-and-costs.md. Default: none, no costs are shown.',
  }),
  maxDays: integer('USAGE_MAX_DAYS', {
    fallback: 366,
    min: 1,
    max: 3_660,
    meaning: 'How many days one usage request may cover.',
    danger: 'Each request reads all calls of those days.',
  }),
} as const;
