import { AppConfig } from '../../common/config/index.js';
import type { PrismaService } from '../../common/prisma/index.js';
import { Passwords } from './passwords.js';

/** One running hash, and the longest queue. */
const MOST = 1 + 64;

it('answers 503 when too many password checks wait, and recovers', async () => {
  const config = AppConfig.fromEnvironment({ PASSWORD_HASHES_AT_ONCE: '1', PASSWORD_HASH_LOG2_N: '10' });
  const passwords = new Passwords({} as PrismaService, config);
  const check = () => passwords.matches('correct horse', undefined);
  const accepted = Array.from({ length: MOST }, check);
  await expect(check()).rejects.toMatchObject({ status: 503 });
  expect(await Promise.all(accepted)).not.toContain(true);
  expect(await check()).toBe(false);
});
