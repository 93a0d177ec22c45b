// Runs in the service's process.
import { StatementCount } from '../statements.js';

let counting: StatementCount | undefined;

export function beginCounting(_app: unknown, pattern: RegExp): void {
  counting = StatementCount.of(pattern);
}

export function endCounting(): number {
  counting?.stop();
  return counting?.count ?? 0;
}
