import { describeWireFaults } from './wire-faults-suite.js';

// Changes through the ORM, where they differ from a publish.
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
