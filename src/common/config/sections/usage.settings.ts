import { text } from '../setting.js';

export const usageSettings = {
  pricesFile: text('USAGE_PRICES_FILE', {
    meaning:
      'YAML or JSON file with provider prices, from which GET /v1/usage computes costs; see docs/how-to/usage-and-costs.md. Default: none, no costs are shown.',
  }),
} as const;
