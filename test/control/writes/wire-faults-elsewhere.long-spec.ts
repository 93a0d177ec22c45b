import { describeWireFaults } from './wire-faults-suite.js';

// Changes that are made through the ORM, in what they have besides a publish.
describeWireFaults({
  times: 20,
  changes: [
    'promotion',
    'rollback',
    'new webhook endpoint',
    'new secret of a webhook endpoint',
    'new API key',
  ],
  parts: ['claim', 'change', 'commit'],
  steps: ['sync', 'done'],
  deeds: ['freeze', 'cut'],
});
