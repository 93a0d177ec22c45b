import type { Operator } from './operator.js';

/** Does something with the database of the settings, and lets it go. */
export async function asOperator(work: (operator: Operator) => Promise<void>): Promise<void> {
  // Loaded where it is needed: it is most of the service, and other commands would start six times as slowly.
  const { openOperator } = await import('./operator.js');
  const operator = await openOperator();
  try {
    await work(operator);
  } finally {
    await operator.close();
  }
}

/** What a command says, for people and programs. */
export function print(value: unknown): void {
  console.log(JSON.stringify(value, null, 2));
}
