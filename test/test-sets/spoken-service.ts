import type { AgentDocument } from '../../src/agent-document/index.js';
import { defaultStarterDocument } from '../../src/pipeline/starter/default-starter-document.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';
import { until } from '../support/until.js';

/** A service with a starter agent called by test sets. */
export class SpokenService {
  private constructor(
    private readonly service: TestApp,
    readonly call: ReturnType<typeof httpClient>,
    readonly key: string,
    readonly agentId: string,
  ) {}

  static async start(
    casesAtOnce: number,
    env: Record<string, string> = {},
    document: AgentDocument = defaultStarterDocument(),
  ): Promise<SpokenService> {
    const overrides = { testSets: { pollIntervalMs: 50, concurrentSpokenCases: casesAtOnce } };
    const service = await createTestApp({ env, overrides });
    const account = await service.createAccount();
    const key = await service.createKey(account);
    const agentId = await service.createAgent(account, document);
    return new SpokenService(service, httpClient(service.baseUrl), key, agentId);
  }

  /** Runs the cases against the draft. */
  async run(cases: readonly object[], timeoutMs: number) {
    const { call, key } = this;
    const sets = `/v1/agents/${this.agentId}/test-sets`;
    const body = { name: 'Calls', enabled: false, cases, mode: 'end-to-end' };
    const { body: made } = await call('POST', sets, { key, body });
    const { body: started } = await call('POST', `${sets}/${made.testSet.id}/runs`, { key });
    const path = `/v1/test-runs/${started.testRun.id}`;
    const isOver = async () => (await call('GET', path, { key })).body.testRun.finishedAt !== null;
    await until('the run is over', isOver, timeoutMs);
    return (await call('GET', path, { key })).body.testRun;
  }

  close(): Promise<void> {
    return this.service.close();
  }
}
