import { describeWireFaults } from './wire-faults-suite.js';

describeWireFaults({ times: 20 });

// Changes that are made through the ORM: what a publish has besides.
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
  steps: ['bind', 'sync', 'done'],
  deeds: ['late', 'freeze', 'strand', 'cut'],
});
