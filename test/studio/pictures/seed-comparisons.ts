import { newId } from '../../../src/common/ids/index.js';
import type { Prisma } from '../../../src/common/prisma/index.js';
import type { TestAccount, TestApp } from '../../support/app.js';
import { until } from '../../support/until.js';

const HOUR_MS = 3_600_000;
const CALLS = 90;
/** Spreads them over two weeks like the others. */
const BETWEEN_MS = 3 * HOUR_MS;
const begun = () => new Date(Date.now() - (CALLS + 1) * BETWEEN_MS);

interface Place {
  readonly service: TestApp;
  readonly account: TestAccount;
  readonly agentId: string;
  // What the interface answers is JSON.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly make: (method: string, url: string, body?: object) => Promise<any>;
}

/** Ended live calls, a share of which was hung up immediately. */
async function recordCalls(
  { service, account, agentId }: Place,
  hangUpEvery: number,
  more: Partial<Prisma.ConversationCreateManyInput>,
  count = CALLS,
): Promise<void> {
  const data = Array.from({ length: count }, (_, index) => {
    const startedAt = new Date(Date.now() - (CALLS - index) * BETWEEN_MS);
    const lengthMs = index % hangUpEvery === 0 ? 1_500 : 21_000 + (index % 9) * 4_000;
    return {
      ...{ id: newId('conv'), sessionId: newId('sess'), accountId: account.accountId, agentId },
      ...({ target: 'live', environment: 'live', mode: 'traditional', adapter: 'pipeline' } as const),
      ...{ instanceId: 'inst', endReason: 'client-close', caller: `+44207946${2_000 + index * 7}` },
      ...{ startedAt, connectedAt: startedAt, endedAt: new Date(startedAt.getTime() + lengthMs), ...more },
    };
  });
  await service.prisma.conversation.createMany({ data });
}

/** Publishes the draft with another greeting. @returns The deployment's id. */
async function publish({ make, agentId }: Place, greeting: string, more: object): Promise<string> {
  const agent = `/v1/agents/${agentId}`;
  const { revision } = await make('GET', `${agent}/draft`);
  const variants = { short: { overrides: { greeting: 'Good evening.' } } };
  await make('PATCH', `${agent}/draft`, { revision, document: { greeting, variants } });
  const body = { environment: 'live', ...more };
  return (await make('POST', `${agent}/deployments/publish`, body)).deployment.id;
}

/** An experiment close to its decision. */
export async function beginExperiment(place: Place): Promise<void> {
  const { make, agentId, service } = place;
  await publish(place, 'Good evening, the night line of the Harbour Hotel. How can I help?', {
    deploymentMessage: 'The night line opens',
  });
  const { experiment } = await make('PUT', `/v1/agents/${agentId}/environments/live/experiment`, {
    name: 'Does a shorter greeting keep callers?',
    arms: [
      { name: 'as it is', weight: 50 },
      { name: 'short', weight: 50, variantId: 'short' },
    ],
    metrics: ['early_hang_ups', 'failures'],
  });
  const { experimentId } = experiment;
  await recordCalls(place, 4, { experimentId, experimentArm: 'as it is' });
  await recordCalls(place, 15, { experimentId, experimentArm: 'short' });
  await service.prisma.experiment.update({ where: { id: experimentId }, data: { createdAt: begun() } });
}

/** A new version for one caller in ten. @returns The rollout's id. */
export async function beginRollout(place: Place): Promise<string> {
  const { make, agentId, service } = place;
  const before = await publish(place, 'Good day, the Harbour Grill.', { deploymentMessage: 'Spring menu' });
  const fresh = await publish(place, 'The Harbour Grill, good day. A table for tonight?', {
    deploymentMessage: 'Asks for a table at once',
    rollout: {
      steps: [
        { share: 10, calls: 500 },
        { share: 50, minutes: 60 },
      ],
    },
  });
  const rollouts = () => make('GET', `/v1/agents/${agentId}/rollouts`);
  const { rolloutId } = (await rollouts()).rollouts[0];
  await service.prisma.rollout.update({ where: { id: rolloutId }, data: { createdAt: begun() } });
  await recordCalls(place, 9, { deploymentId: before, rolloutId, rolloutShare: 10 });
  // As many as its share.
  await recordCalls(place, 10, { deploymentId: fresh, rolloutId, rolloutShare: 10 }, CALLS / 9);
  await until(
    'the guards have looked',
    async () => {
      const { findings } = (await rollouts()).rollouts[0];
      return findings.length > 0;
    },
    60_000,
  );
  return rolloutId;
}
