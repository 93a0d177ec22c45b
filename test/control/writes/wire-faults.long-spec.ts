import { describeWireFaults } from './wire-faults-suite.js';

describeWireFaults({ times: 20 });

// Of these the server hears at once, or never, what became of the client.
describeWireFaults({
  times: 20,
  parts: ['claim', 'change', 'commit'],
  steps: ['sync', 'ready'],
  deeds: ['delay', 'strand'],
});
