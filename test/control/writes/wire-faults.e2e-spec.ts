import { describeWireFaults } from './wire-faults-suite.js';

// A few of the places of wire-faults.long-spec.ts: where the change is made, and where it is committed.
describeWireFaults({
  times: 1,
  parts: ['commit', 'only'],
  steps: ['sync', 'done'],
  deeds: ['cut', 'freeze'],
});
