import { until } from '../../support/until.js';
import type { ThreeInstances } from './three-instances.js';

export interface EndOfCall {
  readonly id: string;
  readonly session_id: string;
  readonly end_reason: string | null;
  readonly crashed: boolean;
  readonly epoch: number;
  /** Snapshots for takeover, deleted at the end. */
  readonly journals: number;
  /** Missing turn positions. */
  readonly gaps: number;
}

/** Each call's record after all have ended. */
export async function endsOfCalls(three: ThreeInstances): Promise<EndOfCall[]> {
  await until(
    'all calls have ended on record',
    async () =>
      (await three.query(`SELECT FROM conversations WHERE ended_at IS NULL AND mode <> 'text'`)).length === 0,
    60_000,
  );
  return three.query<EndOfCall>(`
    SELECT c.id, c.session_id, c.end_reason, c.crashed, COALESCE(c.epoch, 1) AS epoch,
      (SELECT count(*)::int FROM call_journals WHERE conversation_id = c.id) AS journals,
      (SELECT COALESCE(max(position) + 1, 0) - count(*)::int FROM turns WHERE conversation_id = c.id) AS gaps
    FROM conversations c WHERE mode <> 'text'`);
}
