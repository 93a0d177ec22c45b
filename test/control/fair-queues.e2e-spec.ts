import { sharedApp } from '../support/app.js';
import { describeFairQueues } from './fair-queues.js';

describe('on one instance', () => {
  const app = sharedApp();
  afterAll(() => app.close());

  describeFairQueues(() => ({ apps: [app], analyses: 4, testCases: 4, embeddings: 2 }));
});
