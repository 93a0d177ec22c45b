import { describeWireFaults } from './wire-faults-suite.js';

describeWireFaults({ times: 20 });

// Messages that are late but in time, and a server that never learns its client is gone, whose timeouts end the
// transaction.
describeWireFaults({
  times: 20,
  parts: ['claim', 'change', 'commit'],
  steps: ['done', 'ready'],
  deeds: ['delay', 'strand'],
});

// The same with an incomplete statement.
describeWireFaults({
  times: 20,
  parts: ['claim', 'change', 'commit'],
  steps: ['parse', 'bind', 'execute', 'sync'],
  deeds: ['strand'],
});
