import { ChildProgram } from '../support/child-program.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { buildService, type ServiceProcess, startServiceProcess } from '../support/service-process.js';
import { hostileBodies } from './support/hostile-bodies.js';

const MAX_HEALTH_MS = 50;
/** The best round counts, to exclude a busy machine. */
const ROUNDS = 5;

describe('hostile drafts of up to 4 MB', () => {
  let database: TestDatabase;
  let service: ServiceProcess;
  let health: ChildProgram<{ readonly timesMs: number[] }>;

  beforeAll(async () => {
    buildService();
    database = await createTestDatabase();
    // For operators who allow large documents: others must not suffer.
    service = await startServiceProcess(database.url, { HTTP_BODY_LIMIT_BYTES: '4194304' });
    health = new ChildProgram('test/tools/support/health-watch-process.ts');
    health.tell({ baseUrl: service.baseUrl });
  }, 180_000);
  afterAll(async () => {
    await health?.stop();
    await service?.kill();
    await database?.drop();
  });

  async function sendAll(bodies: ReturnType<typeof hostileBodies>): Promise<void> {
    for (const { what, bytes } of bodies) {
      const answer = await fetch(`${service.baseUrl}/v1/agents/${service.agentId}/draft`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', 'x-api-key': service.apiKey },
        body: bytes,
      });
      expect([what, answer.status]).toEqual([what, 400]);
      await answer.arrayBuffer();
    }
  }

  async function timesMs(): Promise<number[]> {
    health.tell({});
    return (await health.next()).timesMs.sort((a, b) => a - b);
  }

  it('do not block others: /health answers within 50 ms (p99) throughout', async () => {
    const http = { method: 'GET', url: 'https://a.example/' } as const;
    const bodies = hostileBodies({ name: 'look_up', description: 'Looks something up.', http });
    const rounds: number[] = [];
    while (rounds.length < ROUNDS && !rounds.some((p99) => p99 < MAX_HEALTH_MS)) {
      await timesMs();
      await sendAll(bodies);
      const times = await timesMs();
      expect(times.length).toBeGreaterThan(50);
      rounds.push(times[Math.floor(times.length * 0.99)] ?? Number.POSITIVE_INFINITY);
    }
    console.log(`p99 of /health: ${rounds.map(Math.round).join(', ')} ms`);
    expect(Math.min(...rounds)).toBeLessThan(MAX_HEALTH_MS);
  }, 120_000);
});
