import { AppConfig } from '../../common/config/index.js';
import type { PrismaService } from '../../common/prisma/index.js';
import { Passwords } from './passwords.js';

/** Two running hashes, and the longest queue. */
const MOST = 2 + 64;

it('answers 503 when too many password checks wait, and recovers', async () => {
  const config = AppConfig.fromEnvironment({}, { people: { passwordHashLog2N: 10 } });
  const passwords = new Passwords({} as PrismaService, config);
  const check = () => passwords.matches('correct horse', undefined);
  const accepted = Array.from({ length: MOST }, check);
  await expect(check()).rejects.toMatchObject({ status: 503 });
  expect(await Promise.all(accepted)).not.toContain(true);
  expect(await check()).toBe(false);
});
