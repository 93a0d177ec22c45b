import type { TestApp } from './app.js';

/**
 * How many statements that match the service sends to PostgreSQL meanwhile, for whatever reason: so it must not be
 * the one that suites share.
 */
export async function countStatements(
  service: TestApp,
  pattern: RegExp,
  work: () => Promise<unknown>,
): Promise<number> {
  const inService = service.module<typeof import('./service/statements.js')>(
    'test/support/service/statements.ts',
  );
  await inService.beginCounting(pattern);
  let count: number;
  try {
    await work();
  } finally {
    count = await inService.endCounting();
  }
  return count;
}
