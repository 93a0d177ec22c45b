import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { buildService, startServiceProcess } from '../support/service-process.js';

const STOPS = Number(process.env.GRACEFUL_STOPS ?? 100);
const AT_ONCE = 4;

describe('service that stops gracefully', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    buildService();
    database = await createTestDatabase();
  }, 120_000);
  afterAll(() => database?.drop());

  it(
    `leaves no lease in ${STOPS} stops`,
    async () => {
      let left = STOPS;
      const stopAll = async () => {
        while (left-- > 0) {
          const service = await startServiceProcess(database.url, {
            SIP_ENABLED: 'false',
            MEDIA_WORKERS: '1',
          });
          service.signal('SIGTERM');
          expect(await service.exited).toBe(0);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, stopAll));
      const client = new pg.Client(database.url);
      await client.connect();
      const { rows } = await client.query('SELECT id, lease_expires_at FROM instances');
      await client.end();
      expect(rows).toEqual([]);
    },
    STOPS * 20_000,
  );
});
