import { describeFairQueues } from '../fair-queues.js';
import { describeAccess } from './access.js';
import { describeCallTokens } from './call-tokens.js';
import { describeCallsByTurns } from './calls-by-turns.js';
import { describeExpensiveReads } from './expensive-reads.js';
import { describeCallSlots } from './call-slots.js';
import { startTwoInstances, type TwoInstances } from './two-instances.js';
import { describeWorkDoneOnce } from './work-done-once.js';

describe('two instances on one database', () => {
  let two: TwoInstances | undefined;

  beforeAll(async () => {
    two = await startTwoInstances();
  });
  afterAll(async () => {
    await two?.there.close();
    await two?.here.close();
  });

  const started = (): TwoInstances => {
    if (two === undefined) throw new Error('They were not started.');
    return two;
  };

  describeAccess(started);
  describeCallTokens(started);
  describeCallSlots(started);
  describeWorkDoneOnce(started);
  describeExpensiveReads(started);
  describeCallsByTurns(started);
  describeFairQueues(() => {
    const { here, there } = started();
    return { apps: [here, there], analyses: 2, testCases: 2, embeddings: 2 };
  });
});
