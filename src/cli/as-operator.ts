import { openOperator, type Operator } from './operator.js';

/** Does something with the database of the settings, and lets it go. */
export async function asOperator(work: (operator: Operator) => Promise<void>): Promise<void> {
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
