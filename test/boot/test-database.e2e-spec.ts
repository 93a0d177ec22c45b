import pg from 'pg';
import { createTestDatabase } from '../support/database.js';

describe('createTestDatabase', () => {
  it('gives each suite a migrated database that no other suite sees', async () => {
    const [one, two] = [await createTestDatabase(), await createTestDatabase()];
    const client = new pg.Client({ connectionString: one.url });
    const neighbour = new pg.Client({ connectionString: two.url });
    await Promise.all([client.connect(), neighbour.connect()]);
    try {
      await client.query('CREATE TABLE mine (id int)');
      expect((await client.query('SELECT count(*) FROM _prisma_migrations')).rowCount).toBe(1);
      expect((await neighbour.query("SELECT to_regclass('mine') AS found")).rows).toEqual([{ found: null }]);
    } finally {
      await Promise.all([client.end(), neighbour.end()]);
      await Promise.all([one.drop(), two.drop()]);
    }
  });
});
