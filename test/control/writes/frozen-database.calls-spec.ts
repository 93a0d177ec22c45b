import { AppConfig } from '../../../src/common/config/index.js';
import { DatabaseUnavailableError, PrismaService } from '../../../src/common/prisma/index.js';
import { startFaultyPostgres } from '../../support/faulty-postgres.js';
import { until } from '../../support/until.js';

describe('statement outside the ORM', () => {
  it('times out within 3 s while the database is frozen and works afterwards', async () => {
    const postgres = await startFaultyPostgres();
    const prisma = new PrismaService(AppConfig.fromEnvironment({ DATABASE_URL: postgres.url }));
    const ask = () => prisma.runAlone({ name: 'one', text: 'SELECT 1 AS one', values: [] });
    try {
      await ask();
      postgres.freeze();
      const beganMs = performance.now();
      await expect(ask()).rejects.toBeInstanceOf(DatabaseUnavailableError);
      expect(performance.now() - beganMs).toBeLessThan(3_000);
      postgres.thaw();
      await until('the database answers again', () =>
        ask().then(
          () => true,
          () => false,
        ),
      );
    } finally {
      postgres.thaw();
      await prisma.onApplicationShutdown();
      await postgres.stop();
    }
  });
});
