import type { Operator } from './operator.js';

/** Runs a task on the configured database, then disconnects. */
export async function asOperator(work: (operator: Operator) => Promise<void>): Promise<void> {
  // Loaded lazily: it is most of the service, and would make other commands start six times as slowly.
  const { openOperator } = await import('./operator.js');
  const operator = await openOperator();
  try {
    await work(operator);
  } finally {
    await operator.close();
  }
}

/** Prints a command's result, for people and programs. */
export function print(value: unknown): void {
  console.log(JSON.stringify(value, null, 2));
}
