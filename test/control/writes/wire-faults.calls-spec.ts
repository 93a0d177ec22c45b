import { describeWireFaults } from './wire-faults-suite.js';

// A few of the places of wire-faults.long-spec.ts: where the change is made, and where it is committed.
describeWireFaults({
  times: 1,
  parts: ['commit', 'only'],
  steps: ['sync', 'done'],
  deeds: ['cut', 'freeze'],
});

// A client of which the server never hears that it has gone, and of whose statement only a part arrived: PostgreSQL has
// to end its transaction by itself, or its locks would stay until TCP gives up.
describeWireFaults({ times: 2, parts: ['change', 'commit'], steps: ['execute', 'sync'], deeds: ['strand'] });
