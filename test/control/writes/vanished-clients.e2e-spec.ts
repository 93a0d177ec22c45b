import { describeWireFaults } from './wire-faults-suite.js';

// A client of which the server never hears that it has gone, and of whose statement only a part arrived: PostgreSQL has
// to end its transaction by itself, or its locks would stay until TCP gives up.
describeWireFaults({ times: 2, parts: ['change', 'commit'], steps: ['execute', 'sync'], deeds: ['strand'] });
