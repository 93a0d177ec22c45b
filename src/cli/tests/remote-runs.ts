import { setTimeout as delay } from 'node:timers/promises';
import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { ApiClient } from '../api-client.js';
import type { ReportedCase } from './junit.js';

const LOOK_MS = 1_000;

const Check = Type.Object({
  kind: Type.String(),
  outcome: Type.String(),
  detail: Type.Optional(Type.String()),
});
const Result = Type.Object({
  name: Type.String(),
  outcome: Type.String(),
  durationMs: Type.Number(),
  errorCode: Type.Union([Type.String(), Type.Null()]),
  turns: Type.Array(Type.Object({ checks: Type.Optional(Type.Array(Check)) })),
  replay: Type.Optional(
    Type.Union([Type.Object({ verdict: Type.String(), reasons: Type.Array(Type.String()) }), Type.Null()]),
  ),
  simulation: Type.Optional(
    Type.Union([Type.Object({ passRate: Type.Number(), runs: Type.Array(Type.Unknown()) }), Type.Null()]),
  ),
});
const Run = Type.Object({
  testRun: Type.Object({
    id: Type.String(),
    state: Type.String(),
    progress: Type.Object({ total: Type.Number(), done: Type.Number() }),
    results: Type.Array(Result),
  }),
});
const Started = Type.Object({ testRun: Type.Object({ id: Type.String() }) });
const Made = Type.Object({ testSet: Type.Object({ id: Type.String() }) });
const Sets = Type.Object({ testSets: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })) });
const Rollouts = Type.Object({
  rollouts: Type.Array(
    Type.Object({
      rolloutId: Type.String(),
      environment: Type.String(),
      state: Type.String(),
      share: Type.Number(),
      reason: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
});

const Conversations = Type.Object({
  conversations: Type.Array(Type.Object({ id: Type.String() })),
  nextCursor: Type.Optional(Type.String()),
});
/** Page size. */
const MOST_LISTED = 100;

type RolloutRow = Static<typeof Rollouts>['rollouts'][number];
type FoundRun = Static<typeof Run>['testRun'];

/** Starts test runs and waits for them, and for rollouts. */
export class RemoteRuns {
  constructor(
    private readonly client: ApiClient,
    private readonly agentId: string,
  ) {}

  /** The sets to run: those named (by id or name), or all. @throws Error that names a missing one. */
  async sets(wanted: readonly string[]): Promise<readonly { readonly id: string; readonly name: string }[]> {
    const { testSets } = parsed(Sets, await this.client.call('GET', this.path('test-sets')));
    if (wanted.length === 0) return testSets;
    return wanted.map((name) => {
      const found = testSets.find((set) => set.id === name || set.name === name);
      if (!found) throw new Error(`${this.agentId} has no test set ${name}.`);
      return found;
    });
  }

  /** Runs a set and waits for its end. @throws Error after a timeout. */
  async run(testSetId: string, target: string, withinMs: number): Promise<FoundRun> {
    const path = this.path(`test-sets/${testSetId}/runs`);
    const { testRun } = parsed(Started, await this.client.call('POST', path, { target }));
    return await waitFor(withinMs, `Test run ${testRun.id}`, async () => {
      const found = parsed(Run, await this.client.call('GET', `/v1/test-runs/${testRun.id}`)).testRun;
      return found.state === 'passed' || found.state === 'failed' ? found : undefined;
    });
  }

  /**
   * The agent's latest ended conversations that match these list filters.
   * @throws Error without any.
   */
  async conversations(filters: readonly string[], atMost: number): Promise<readonly string[]> {
    const query = new URLSearchParams(filters.map(nameAndValue));
    query.set('agentId', this.agentId);
    query.set('running', 'false');
    const ids: string[] = [];
    for (let cursor: string | undefined; ids.length < atMost;) {
      query.set('limit', String(Math.min(atMost - ids.length, MOST_LISTED)));
      if (cursor !== undefined) query.set('cursor', cursor);
      const page = parsed(
        Conversations,
        await this.client.call('GET', `/v1/conversations?${query.toString()}`),
      );
      ids.push(...page.conversations.map(({ id }) => id));
      cursor = page.nextCursor;
      if (cursor === undefined) break;
    }
    if (ids.length === 0) throw new Error(`${this.agentId} has no such conversation.`);
    return ids;
  }

  /**
   * Creates a test set that replays conversations; returns its id.
   * @param isHeard Plays the recordings; otherwise in text.
   * @throws Error if one can't be replayed.
   */
  async replaySet(conversationIds: readonly string[], isHeard: boolean): Promise<string> {
    const cases = conversationIds.map((conversationId) => ({
      name: conversationId,
      replay: { conversationId },
      ...(isHeard && { spoken: {} }),
      turns: [],
    }));
    const body = { name: `Replay of ${new Date().toISOString()}`, enabled: false, cases };
    return parsed(Made, await this.client.call('POST', this.path('test-sets'), body)).testSet.id;
  }

  async deleteSet(testSetId: string): Promise<void> {
    await this.client.call('DELETE', this.path(`test-sets/${testSetId}`));
  }

  /** Waits for the end of the newest rollout of an environment. @throws Error without one, or after a timeout. */
  async rollout(environment: string, withinMs: number): Promise<RolloutRow> {
    return await waitFor(withinMs, `The rollout of ${this.agentId}`, async () => {
      const { rollouts } = parsed(Rollouts, await this.client.call('GET', this.path('rollouts')));
      const newest = rollouts.find((rollout) => rollout.environment === environment);
      if (!newest) throw new Error(`${this.agentId} has no rollout in ${environment}.`);
      return newest.state === 'running' || newest.state === 'paused' ? undefined : newest;
    });
  }

  private path(rest: string): string {
    return `/v1/agents/${encodeURIComponent(this.agentId)}/${rest}`;
  }
}

/** @throws Error for an invalid filter. */
function nameAndValue(filter: string): [string, string] {
  const at = filter.indexOf('=');
  if (at < 1) throw new Error(`--filter takes name=value, and ${filter} is none.`);
  return [filter.slice(0, at), filter.slice(at + 1)];
}

/** Results of a run's cases. */
export const reportedCases = (run: FoundRun): ReportedCase[] =>
  run.results.map((result) => {
    const problem = problemOf(result);
    return { name: result.name, seconds: result.durationMs / 1_000, ...(problem && { problem }) };
  });

function problemOf(result: Static<typeof Result>): ReportedCase['problem'] {
  const { outcome, errorCode, turns, simulation, replay } = result;
  if (outcome === 'passed') return undefined;
  if (errorCode?.startsWith('SKIPPED_')) return { kind: 'skipped', words: errorCode };
  if (outcome === 'error') return { kind: 'error', words: errorCode ?? 'It could not be held.' };
  const failed = turns.flatMap(({ checks = [] }, turn) =>
    checks
      .filter((check) => check.outcome === 'failed')
      .map(({ kind, detail }) => `turn ${turn}: ${kind}${detail === undefined ? '' : ` (${detail})`}`),
  );
  const rate = simulation
    ? [`${Math.round(simulation.passRate * 100)} % of ${simulation.runs.length} runs passed`]
    : [];
  if (replay) return { kind: 'failure', words: `${replay.verdict}: ${replay.reasons.join('; ')}` };
  return {
    kind: 'failure',
    words: [...(errorCode === null ? [] : [errorCode]), ...failed, ...rate].join('; '),
  };
}

async function waitFor<T>(withinMs: number, what: string, look: () => Promise<T | undefined>): Promise<T> {
  const endMs = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > endMs) throw new Error(`${what} was not over in time (--timeout).`);
    await delay(LOOK_MS);
  }
}

/** @throws Error when the response is not as documented. */
function parsed<T extends TSchema>(schema: T, answer: unknown): Static<T> {
  if (Value.Check(schema, answer)) return answer;
  throw new Error('The response is not one of Earshot. Does EARSHOT_URL lead to an Earshot server?');
}
