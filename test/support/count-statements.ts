import type { TestApp } from './app.js';

/**
 * How many matching statements the service sends to PostgreSQL during the work, for any reason: do not use the shared
 * service.
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
