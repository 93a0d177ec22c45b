const DAY_MS = 86_400_000;
/** Summaries are sent on Monday from this hour of UTC on: early morning in Europe. */
const SENT_AT_HOUR = 5;

export interface Week {
  /** Monday, midnight of UTC. */
  readonly from: Date;
  readonly to: Date;
}

/** The latest full week (Monday to Sunday) with a summary due. */
export function weekDue(now: Date): Week {
  const at = new Date(now.getTime() - SENT_AT_HOUR * 3_600_000);
  const midnight = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate());
  const monday = midnight - ((at.getUTCDay() + 6) % 7) * DAY_MS;
  return { from: new Date(monday - 7 * DAY_MS), to: new Date(monday) };
}
