import { describeWireFaults } from './wire-faults-suite.js';

// As the short one, often enough to meet what is rare.
describeWireFaults({ times: 20, parts: ['change', 'commit'], steps: ['execute', 'sync'], deeds: ['strand'] });
