import type { Filters } from './queries.js';

export const TARGETS = ['live', 'pre-release', 'sandbox', 'draft'] as const;
const OUTCOMES = ['completed', 'failed', 'not-connected'] as const;

/** The list's filters: parameters of the API, kept in the URL, so that they can be shared and survive "back". */
export type ListFilters = Pick<
  Filters,
  | 'search'
  | 'caller'
  | 'agentId'
  | 'target'
  | 'outcome'
  | 'endReason'
  | 'success'
  | 'running'
  | 'withErrors'
  | 'minSeconds'
  | 'maxSeconds'
  | 'days'
  | 'tag'
>;

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((one) => one === value);

const textOf = (value: unknown): string | undefined =>
  (typeof value === 'string' || typeof value === 'number') && value !== '' ? String(value) : undefined;

const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return Number.isSafeInteger(number) ? Number(number) : undefined;
};

const yesOrNo = (value: unknown): boolean | undefined =>
  typeof value === 'boolean' ? value : { true: true, false: false }[String(value)];

/** Parses the filters of a URL; invalid ones are dropped. */
export function filtersIn(search: Readonly<Record<string, unknown>>): ListFilters {
  const all = {
    search: textOf(search.search),
    caller: textOf(search.caller),
    agentId: textOf(search.agentId),
    target: oneOf(TARGETS, search.target),
    outcome: oneOf(OUTCOMES, search.outcome),
    endReason: textOf(search.endReason),
    success: yesOrNo(search.success),
    running: yesOrNo(search.running),
    withErrors: yesOrNo(search.withErrors),
    minSeconds: numberOf(search.minSeconds),
    maxSeconds: numberOf(search.maxSeconds),
    days: numberOf(search.days),
    tag: textOf(search.tag),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

export const isSameFilter = (one: ListFilters, other: ListFilters): boolean =>
  JSON.stringify(filtersIn(one)) === JSON.stringify(filtersIn(other));
