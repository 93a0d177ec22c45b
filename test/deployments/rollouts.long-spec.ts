import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../support/until.js';
import { Instances } from './wire/instances.js';
import { ShortCall } from './wire/short-call.js';
import { type HeldCall, Traffic } from './wire/traffic.js';

const CALLS = Number(process.env.ROLLOUT_CALLS ?? 200);
/** Each of them calls repeatedly. */
const CALLERS = 60;
const AT_ONCE = 6;
const FROZEN_MS = 30_000;
const PHASE_MS = 240_000;
/** After a rollback no instance gives the version to new calls within this time. */
const GONE_WITHIN_MS = 5_000;

/** A killed instance may lose the end of a call its caller has just hung up. */
const UNWRITTEN_MS = 2_000;

const guards = ['crashes', 'tool_errors', 'response_time'].map((metric) => ({ metric }));
const HALF = { steps: [{ share: 50, calls: 100 }], guards };
const STEPS = {
  steps: [
    { share: 25, calls: 8 },
    { share: 50, calls: 15 },
  ],
  guards,
};

interface Rollout {
  readonly id: string;
  readonly deploymentId: string;
  readonly state: string;
  readonly reason: string;
  readonly endedAt: Date;
  readonly rollbackDeploymentId: string | null;
}

interface Recorded {
  readonly id: string;
  readonly sessionId: string;
  readonly deploymentId: string;
  readonly rolloutId: string | null;
  readonly share: number | null;
  readonly startedAt: Date;
  readonly endReason: string | null;
  readonly crashed: boolean;
}

describe(`rollouts of a broken, a slow and a good version over three instances, in ${CALLS} calls`, () => {
  let instances: Instances;
  let traffic: Traffic;
  let first: { readonly id: string };
  let rollouts: readonly Rollout[];
  let calls: readonly (Recorded & HeldCall)[];

  const listed = async (deploymentId: string) => {
    const { rollouts: all } = await instances.call('GET', '/v1/agents/{agentId}/rollouts');
    return all.find((rollout: { deploymentId: string }) => rollout.deploymentId === deploymentId);
  };
  const inState = async ({ id }: { readonly id: string }, state: string) => {
    const seen = await until(
      `the rollout is ${state}`,
      async () => {
        const rollout = await listed(id);
        return rollout.endedAt || rollout.state === state ? rollout : undefined;
      },
      PHASE_MS,
    );
    expect([seen.state, seen.reason]).toEqual([state, expect.any(String)]);
  };

  /** Callers who stay throughout. */
  async function stayers(): Promise<{ leave(): Promise<void> }> {
    let isOver = false;
    const staying = await Promise.all(
      [0, 1, 2, 0, 1, 2].map((at, index) => ShortCall.begin(instances, `stays ${index}`, at)),
    );
    const talking = Promise.all(
      staying.map(async (call) => {
        while (!isOver) {
          await call.ask();
          await delay(1_000);
        }
      }),
    );
    return {
      async leave() {
        isOver = true;
        await talking;
        for (const call of staying) {
          call.hangUp();
          traffic.note(call);
        }
      },
    };
  }

  async function scenario(): Promise<void> {
    await inState(await instances.publish('Version two.', 'broken', HALF), 'rolled_back');
    const slow = await instances.publish('Version three.', 'slow', HALF);
    const staying = await stayers();
    await instances.kill(2);
    await inState(slow, 'rolled_back');
    const good = await instances.publish('Version four.', 'good', STEPS);
    await until('the second step', async () => (await listed(good.id)).share === 50, PHASE_MS);
    instances.postgres.freeze();
    await delay(FROZEN_MS);
    instances.postgres.thaw();
    await inState(good, 'completed');
    await staying.leave();
    await traffic.endAfter(CALLS, PHASE_MS);
  }

  beforeAll(async () => {
    instances = await Instances.start(3);
    await instances.call('POST', '/v1/webhook-endpoints', {
      ...{ name: 'All', url: instances.receiver.baseUrl, timeout_ms: 5_000 },
      event_types: ['deployment.rolled_back', 'conversation.ended'],
    });
    first = await instances.publish('Version one.', 'good');
    traffic = new Traffic(instances, CALLERS);
    await Promise.all([traffic.run(AT_ONCE), scenario()]);
    rollouts = await instances.rows<Rollout>(
      `SELECT id, deployment_id AS "deploymentId", state, reason, ended_at AS "endedAt",
              rollback_deployment_id AS "rollbackDeploymentId" FROM rollouts ORDER BY created_at`,
    );
    const recorded = () =>
      instances.rows<Recorded>(
        `SELECT id, session_id AS "sessionId", deployment_id AS "deploymentId", rollout_id AS "rolloutId", rollout_share AS share,
                started_at AS "startedAt", end_reason AS "endReason", crashed FROM conversations`,
      );
    const heldIds = new Set(traffic.held.map(({ sessionId }) => sessionId));
    const ended = await until(
      'all calls are on record',
      async () => {
        const rows = (await recorded()).filter(({ sessionId }) => heldIds.has(sessionId));
        return rows.length === heldIds.size && rows.every(({ endReason }) => endReason !== null)
          ? rows
          : undefined;
      },
      60_000,
    );
    const bySession = new Map(ended.map((row) => [row.sessionId, row]));
    calls = traffic.held.flatMap((call) => {
      const row = bySession.get(call.sessionId);
      return row ? [{ ...call, ...row }] : [];
    });
    console.log(summary());
  }, 1_200_000);
  afterAll(() => instances?.close());

  const isCanary = ({ deploymentId }: Recorded) =>
    rollouts.some((rollout) => rollout.deploymentId === deploymentId);

  function summary(): string {
    const lines = rollouts.map((rollout) => {
      const own = calls.filter(({ rolloutId }) => rolloutId === rollout.id);
      return `${rollout.state}: ${own.filter(isCanary).length} of ${own.length} calls; ${rollout.reason}`;
    });
    const moved = calls.filter(({ at }) => at.length > 1).length;
    return [`${calls.length} calls, ${moved} of them went on at another instance.`, ...lines].join('\n');
  }

  it('end once each: the broken and slow ones rolled back for their faults, the good one complete', async () => {
    expect(rollouts.map(({ state }) => state)).toEqual(['rolled_back', 'rolled_back', 'completed']);
    expect(rollouts[0]?.reason).toContain('had failed tools');
    expect(rollouts[1]?.reason).toContain('It answers later');
    const made = await instances.rows<{ id: string; source: string }>(
      `SELECT id, source_deployment_id AS source FROM deployments WHERE type = 'rollback' ORDER BY created_at`,
    );
    expect(made.map(({ id }) => id)).toEqual(
      rollouts.slice(0, 2).map(({ rollbackDeploymentId }) => rollbackDeploymentId),
    );
    expect(made[0]?.source).toBe(first.id);
  });

  it('interrupt no call, even on a killed instance or with PostgreSQL frozen', () => {
    expect(calls.length).toBeGreaterThanOrEqual(CALLS);
    const notWritten = ({ at, hungUpAtMs }: HeldCall) =>
      instances.diedWithin(at.at(-1), hungUpAtMs, UNWRITTEN_MS);
    const lost = calls.filter((call) => call.crashed || call.endReason !== 'client-close');
    expect(lost.filter((call) => !notWritten(call))).toEqual([]);
    expect(calls.every(({ answers }) => answers > 0)).toBe(true);
    expect(calls.filter(({ at }) => at.length > 1).length).toBeGreaterThanOrEqual(2);
  });

  it('keep each caller on one version while its share stays, and never remove the new one from it', () => {
    for (const rollout of rollouts) {
      const own = calls.filter(({ rolloutId }) => rolloutId === rollout.id);
      for (const caller of new Set(own.map((call) => call.caller))) {
        const inOrder = own
          .filter((call) => call.caller === caller)
          .sort((a, b) => (a.share ?? 0) - (b.share ?? 0))
          .map(({ share, deploymentId }) => ({ share, isNew: deploymentId === rollout.deploymentId }));
        for (const [index, { share, isNew }] of inOrder.entries()) {
          const before = inOrder[index - 1];
          if (before?.share === share) expect(isNew).toBe(before?.isNew);
          if (before?.isNew) expect(isNew).toBe(true);
        }
      }
    }
    const named = { 'Version two.': 0, 'Version three.': 1, 'Version four.': 2 } as const;
    for (const { greeting, deploymentId } of calls) {
      const index = greeting in named ? named[greeting as keyof typeof named] : undefined;
      if (index !== undefined) expect(deploymentId).toBe(rollouts[index]?.deploymentId);
    }
  });

  it('give the new version to its share of callers within chance', () => {
    for (const share of [25, 50]) {
      const drawn = calls.filter((call) => call.share === share);
      const callers = new Map(drawn.map((call) => [`${call.rolloutId} ${call.caller}`, isCanary(call)]));
      const expected = (callers.size * share) / 100;
      const deviation = Math.sqrt(expected * (1 - share / 100));
      const canary = [...callers.values()].filter(Boolean).length;
      expect(callers.size).toBeGreaterThan(15);
      // 99.99 % of the binomial distribution.
      expect(Math.abs(canary - expected)).toBeLessThanOrEqual(3.9 * deviation);
    }
  });

  it('give no rolled-back version to a new call after five seconds on any instance', () => {
    for (const { deploymentId, endedAt } of rollouts.slice(0, 2)) {
      const late = calls.filter(
        (call) =>
          call.deploymentId === deploymentId && Number(call.startedAt) > Number(endedAt) + GONE_WITHIN_MS,
      );
      expect(late).toEqual([]);
    }
  });

  it("report each decision and each call's end", async () => {
    const delivered = () =>
      instances.receiver.requests.map(
        ({ body }) => JSON.parse(body) as { id: string; type: string; data: object },
      );
    const idsOf = (type: string) => [
      ...new Set(
        delivered()
          .filter((event) => event.type === type)
          .map(({ id }) => id),
      ),
    ];
    const told = () => JSON.stringify(delivered().map(({ data }) => data));
    const untold = () => {
      const words = told();
      return calls.filter(({ id }) => !words.includes(id));
    };
    await until('all are told', () => untold().length === 0, 60_000);
    expect(idsOf('deployment.rolled_back')).toHaveLength(2);
    expect(idsOf('conversation.ended').length).toBeGreaterThanOrEqual(calls.length);
  });
});
