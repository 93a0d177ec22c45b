import type { AgentForm } from '../../agent-document/index.js';
import type { SaidMoney } from './amounts.js';

export type ValueType = AgentForm['fields'][number]['type'];

/**
 * A value in the form that tools receive: dates, times and durations in ISO 8601 without a zone, phone numbers in E.164
 * if that is known.
 */
export type FormValue = string | number | boolean | SaidMoney;

/** A value's type and constraints. */
export interface ValueKind {
  readonly type: ValueType;
  readonly choices?: readonly string[] | undefined;
  /** Earliest and latest time of day, as `17:00`: "seven" never means a time outside of this range. */
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

export interface ValueContext {
  readonly nowMs: number;
  /** IANA time zone name. */
  readonly timeZone: string;
  /** Two-letter code; absent if unknown. */
  readonly country?: string | undefined;
}

/** The parsed meaning of an answer. */
export interface Reading {
  readonly value: FormValue;
  /** Other possible values. */
  readonly others: readonly FormValue[];
  /** Only this half of a date with a time was said. */
  readonly half?: 'date' | 'time';
}

export const monthFirst = ({ country }: ValueContext): boolean => country === 'US';
