import { setTimeout as delay } from 'node:timers/promises';
import type { AgentDocument } from '../../src/agent-document/index.js';
import { newId } from '../../src/common/ids/index.js';
import type { OpenAiStandIn } from '../stand-ins/index.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';
import { publish } from '../support/publish.js';
import { createTestSpeech } from '../support/speech.js';
import { SpokenCall } from '../support/spoken-call.js';
import { until } from '../support/until.js';

const CALL_MS = 120_000;
const BUSY_MS = 300_000;
/** Generous for slow recognition: a caller who hangs up earlier leaves nothing to replay. */
const UNDERSTOOD_WITHIN_MS = 30_000;
const CALLS_AGAIN_AFTER_MS = 2_000;
/** In an interrupted call the caller starts this long after connecting, during the greeting. */
const INTERRUPTS_AFTER_MS = 2_000;

export interface Replayed {
  readonly verdict: 'better' | 'worse' | 'same';
  readonly by: 'sound' | 'text';
  readonly reasons: readonly string[];
  readonly conversationId: string;
  readonly again: { readonly durationMs: number; readonly sound?: string };
  readonly candidate: { readonly durationMs: number; readonly sound?: string };
}

interface RecordedRow {
  readonly id: string;
  /** Index of the call, from 0. */
  readonly index: number;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
}

/** One agent's calls in starting order. */
export interface RecordedAgent {
  readonly agentId: string;
  readonly document: AgentDocument;
  readonly rows: readonly RecordedRow[];
}

/** A service that records and replays calls. */
export class ReplayService {
  private constructor(
    private readonly service: TestApp,
    private readonly account: TestAccount,
    readonly key: string,
    private readonly said: ReadonlyMap<string, Int16Array>,
    private readonly atOnce: number,
  ) {}

  /** @param sentences All its callers' sentences. */
  static async start(
    model: OpenAiStandIn,
    sentences: readonly string[],
    atOnce: number,
  ): Promise<ReplayService> {
    const { url } = model;
    const env = {
      ...{ LLM_URL: url, LLM_MODEL: 'm', STT_URL: url, STT_MODEL: 'm', TTS_URL: url, TTS_MODEL: 'm' },
      ...{ RECORDINGS_ENABLED: 'true', ALLOW_PRIVATE_NETWORKS: 'tools' },
    };
    const overrides = { testSets: { pollIntervalMs: 50, concurrentSpokenCases: atOnce } };
    const service = await createTestApp({ env, overrides });
    const account = await service.createAccount();
    const key = await service.createKey(account);
    const speech = await createTestSpeech();
    const said = new Map<string, Int16Array>();
    for (const text of sentences) said.set(text, await speech.say(text));
    await speech.close();
    return new ReplayService(service, account, key, said, atOnce);
  }

  /**
   * An agent with recorded calls.
   * @param interrupts Whether every other call starts with an interruption.
   */
  async record(
    document: AgentDocument,
    questions: readonly string[],
    calls: number,
    interrupts: boolean,
  ): Promise<RecordedAgent> {
    const { service, account } = this;
    const agentId = await service.createAgent(account, document);
    await publish(service, account, agentId, 'sandbox');
    const token = await service.createConnector(account, agentId, 'sandbox');
    const sessions: string[] = [];
    let begun = 0;
    const caller = async () => {
      while (begun < calls) {
        const index = begun++;
        sessions[index] = await this.call(token, questions, interrupts && index % 2 === 0);
      }
    };
    await Promise.all(Array.from({ length: this.atOnce }, caller));
    const rows = await until(
      'all calls are on record',
      async () => {
        const where = { sessionId: { in: sessions }, endedAt: { not: null } };
        const include = { turns: { where: { speaker: 'caller', text: { not: '' } } } } as const;
        const found = await service.prisma.conversation.findMany({ where, include });
        return found.length === sessions.length ? found : undefined;
      },
      30_000,
    );
    expect(rows.filter(({ turns }) => turns.length === 0)).toEqual([]);
    const inOrder = rows
      .map((row) => ({ ...row, index: sessions.indexOf(row.sessionId) }))
      .sort((one, other) => one.index - other.index);
    return { agentId, document, rows: inOrder };
  }

  /** Replays an agent's calls with a change. @returns Each result and the total duration. */
  async replay(
    { agentId, document }: RecordedAgent,
    rows: readonly RecordedRow[],
    change: Partial<AgentDocument>,
    by: Replayed['by'],
  ): Promise<{ readonly results: readonly Replayed[]; readonly tookMs: number }> {
    const { key } = this;
    const call = httpClient(this.service.baseUrl);
    const changed = { ...document, ...change } as object;
    await this.service.prisma.draft.update({ where: { agentId }, data: { document: changed } });
    const sets = `/v1/agents/${agentId}/test-sets`;
    const cases = rows.map(({ id }) => ({
      ...{ name: id, replay: { conversationId: id }, turns: [] },
      ...(by === 'sound' && { spoken: {} }),
    }));
    const made = await call('POST', sets, { key, body: { name: newId('ts'), enabled: false, cases } });
    expect(made.status).toBe(201);
    const started = await call('POST', `${sets}/${made.body.testSet.id}/runs`, { key });
    const path = `/v1/test-runs/${started.body.testRun.id}`;
    const run = await until(
      'the replay is over',
      async () => {
        const { testRun } = (await call('GET', path, { key })).body;
        return testRun.finishedAt !== null && testRun;
      },
      rows.length * CALL_MS,
    );
    const all = run.results as { replay: Replayed | null; errorCode: string | null; name: string }[];
    expect(all.filter(({ replay }) => replay?.by !== by)).toEqual([]);
    const results = all.flatMap(({ replay }) => replay ?? []);
    return { results, tookMs: Date.parse(run.finishedAt) - Date.parse(run.createdAt) };
  }

  /** A lane's recording. */
  soundOf(conversationId: string, lane: string | undefined): Promise<Response> {
    const path = `/v1/conversations/${conversationId}/audio?replay=${lane}`;
    return fetch(new URL(path, this.service.baseUrl), { headers: { 'x-api-key': this.key } });
  }

  close(): Promise<void> {
    return this.service.close();
  }

  private async call(token: string, questions: readonly string[], interrupts: boolean): Promise<string> {
    const call = await this.begin(token);
    await call.connected();
    if (interrupts) await delay(INTERRUPTS_AFTER_MS);
    else await call.listen(0);
    for (const question of questions) {
      const before = call.understood.length;
      await call.ask(this.said.get(question) ?? new Int16Array());
      await until(`"${question}" is understood`, () => call.understood.length > before, UNDERSTOOD_WITHIN_MS);
    }
    call.hangUp();
    return call.sessionId;
  }

  /** An overloaded service refuses the call, which is retried. */
  private async begin(token: string): Promise<SpokenCall> {
    const deadline = performance.now() + BUSY_MS;
    for (;;) {
      try {
        const fields = { mode: 'traditional', features: ['transcript'] };
        return await SpokenCall.begin(this.service.baseUrl, token, fields);
      } catch (error) {
        if (performance.now() > deadline) throw error;
        await delay(CALLS_AGAIN_AFTER_MS);
      }
    }
  }
}
