import { defaultStarterDocument } from '../../src/pipeline/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';
import { until } from '../support/until.js';

/** What callers of the starter agent may do. */
export const SPOKEN_CASES = [
  {
    name: 'Interrupts, is understood in noise, and hangs up',
    spoken: { voiceId: 'rms', speed: 1.1, noiseDb: -55 },
    turns: [
      {
        say: 'Where are you?',
        interruptAfterMs: 1_200,
        expect: [
          { kind: 'yielded-within', ms: 2_000 },
          { kind: 'contains', text: 'Market Street' },
        ],
      },
      {
        say: 'When are you open?',
        expect: [
          { kind: 'contains', text: 'nine in the morning' },
          { kind: 'heard-right', maxWordErrorRate: 0 },
          { kind: 'answered-within', ms: 3_000 },
          { kind: 'spoke-at-most', ms: 10_000 },
        ],
      },
      { say: 'Goodbye', expect: [{ kind: 'ends-call' }] },
    ],
  },
  {
    name: 'Coughs and keeps silent',
    spoken: {},
    turns: [
      { sound: 'cough', interruptAfterMs: 1_200, expect: [{ kind: 'did-not-stop' }] },
      { silenceMs: 2_000, expect: [{ kind: 'spoke-at-most', ms: 0 }] },
    ],
  },
];

/** A service with a starter agent that is called by test sets. */
export class SpokenService {
  private constructor(
    private readonly service: TestApp,
    readonly call: ReturnType<typeof httpClient>,
    readonly key: string,
    readonly agentId: string,
  ) {}

  static async start(casesAtOnce: number): Promise<SpokenService> {
    const env = {
      TEST_RUNS_POLL_INTERVAL_MS: '50',
      TEST_RUN_CONCURRENT_SPOKEN_CASES: String(casesAtOnce),
    };
    const service = await createTestApp({ env });
    const account = await service.createAccount();
    const key = await service.createKey(account);
    const agentId = await service.createAgent(account, defaultStarterDocument());
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
