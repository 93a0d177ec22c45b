import { integer, text } from '../setting.js';

export const usageSettings = {
  pricesFile: text('USAGE_PRICES_FILE', {
    meaning:
      'YAML or JSON file with the prices of providers, by which GET /v1/usage tells what calls cost; see docs/conversations.md. Default: none, costs are not told.',
  }),
  maxDays: integer('USAGE_MAX_DAYS', {
    fallback: 366,
    min: 1,
    max: 3_660,
    meaning: 'How many days one request for usage may look at.',
    danger: 'Each request reads all calls of those days.',
  }),
} as const;
