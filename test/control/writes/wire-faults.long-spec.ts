import { describeWireFaults } from './wire-faults-suite.js';

describeWireFaults({ times: 20 });

// Messages that come late but in time, and a server that never hears that its client has gone: it ends what such a client left by its own
// timeouts.
describeWireFaults({
  times: 20,
  parts: ['claim', 'change', 'commit'],
  steps: ['done', 'ready'],
  deeds: ['delay', 'strand'],
});

// The same where a part of a statement never comes.
describeWireFaults({
  times: 20,
  parts: ['claim', 'change', 'commit'],
  steps: ['parse', 'bind', 'execute', 'sync'],
  deeds: ['strand'],
});
