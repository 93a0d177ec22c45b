import { describeWireFaults } from './wire-faults-suite.js';

describeWireFaults({ times: 20 });

// Messages that come late but in time, and a server that never hears that its client has gone. It ends what such a client left by its own
// timeouts. They do not end a statement of which all came but the word that it's the last one (`sync`): one packet, in practice.
describeWireFaults({
  times: 20,
  parts: ['claim', 'change', 'commit'],
  steps: ['execute', 'ready'],
  deeds: ['delay', 'strand'],
});
