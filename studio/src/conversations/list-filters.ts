import type { Filters } from './queries.js';

export const TARGETS = ['live', 'pre-release', 'sandbox', 'draft'] as const;
export const OUTCOMES = ['completed', 'failed', 'not-connected'] as const;
/** Periods, in days until now. */
const PERIODS = ['1', '7', '30'] as const;
const LENGTHS = ['short', 'middle', 'long'] as const;

const DAY_MS = 86_400_000;
const SPANS = {
  short: { maxSeconds: 30 },
  middle: { minSeconds: 30, maxSeconds: 180 },
  long: { minSeconds: 180 },
} as const;

/** The list's filters, as stored in the URL, so that they can be shared and survive "back". */
export interface ListFilters {
  readonly search?: string;
  readonly caller?: string;
  readonly agentId?: string;
  readonly target?: (typeof TARGETS)[number];
  readonly outcome?: (typeof OUTCOMES)[number];
  readonly days?: (typeof PERIODS)[number];
  readonly length?: (typeof LENGTHS)[number];
  readonly errors?: 'yes';
}

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((one) => one === String(value));

const textOf = (value: unknown): string | undefined =>
  (typeof value === 'string' || typeof value === 'number') && value !== '' ? String(value) : undefined;

/** Parses the filters of a URL; invalid ones are dropped. */
export function filtersIn(search: Readonly<Record<string, unknown>>): ListFilters {
  const all = {
    search: textOf(search.search),
    caller: textOf(search.caller),
    agentId: textOf(search.agentId),
    target: oneOf(TARGETS, search.target),
    outcome: oneOf(OUTCOMES, search.outcome),
    days: oneOf(PERIODS, search.days),
    length: oneOf(LENGTHS, search.length),
    errors: oneOf(['yes'], search.errors),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** The filters as API parameters. */
export function queryOf({ days, length, errors, ...rest }: ListFilters, nowMs: number): Filters {
  return {
    ...rest,
    ...(days && { from: new Date(nowMs - Number(days) * DAY_MS).toISOString() }),
    ...(length && SPANS[length]),
    ...(errors && { withErrors: true }),
  };
}
