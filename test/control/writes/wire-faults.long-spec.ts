import { describeWireFaults } from './wire-faults-suite.js';

describeWireFaults({ times: 20 });

// Messages that come late but in time, and a server that never hears that its client has gone: it ends what such a client left by its own
// timeouts. They do not end a statement of which a part never came (that takes PostgreSQL's `transaction_timeout`).
describeWireFaults({
  times: 20,
  parts: ['claim', 'change', 'commit'],
  steps: ['done', 'ready'],
  deeds: ['delay', 'strand'],
});
