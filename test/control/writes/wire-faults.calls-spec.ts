import { describeWireFaults } from './wire-faults-suite.js';

// Part of wire-faults.long-spec.ts: the change and the commit.
describeWireFaults({
  times: 1,
  parts: ['commit', 'only'],
  steps: ['sync', 'done'],
  deeds: ['cut', 'freeze'],
});

// The server never learns that its client is gone and received only part of a statement: PostgreSQL's timeouts must end
// the transaction, or its locks stay until TCP times out.
describeWireFaults({ times: 2, parts: ['change', 'commit'], steps: ['execute', 'sync'], deeds: ['strand'] });
