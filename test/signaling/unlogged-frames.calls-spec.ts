import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { buildService, type ServiceProcess, startServiceProcess } from '../support/service-process.js';
import { SignalingClient } from '../support/signaling-client.js';
import { until } from '../support/until.js';

const START_MS = 120_000;
const FRAMES = ['', 'no JSON', '[]', 'null', '{"type":"unheard-of"}', '{"type":"offer"}', '{"type":'];

describe('invalid frames', () => {
  let database: TestDatabase;
  let service: ServiceProcess;

  beforeAll(async () => {
    buildService();
    database = await createTestDatabase();
    service = await startServiceProcess(database.url, { LOG_LEVEL: 'info' });
  }, START_MS);
  afterAll(async () => {
    await service?.kill();
    await database?.drop();
  });

  it('are answered without log entries that a client could multiply', async () => {
    const before = service.log();
    expect(before).toContain('Earshot is ready');
    const client = await SignalingClient.connect(service.baseUrl);
    for (const frame of FRAMES) client.socket.send(frame);
    await until('all are answered', () => client.received.length === FRAMES.length);
    expect(client.received.map(({ type }) => type)).toEqual(FRAMES.map(() => 'error'));
    client.close();
    expect(service.log().slice(before.length)).toBe('');
    expect(service.errorOutput()).toBe('');
  });
});
