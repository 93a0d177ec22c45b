import type { AgentForm } from '../../agent-document/index.js';
import type { SaidMoney } from './amounts.js';

export type ValueType = AgentForm['fields'][number]['type'];

/**
 * A value as tools get it: dates, times and durations as ISO 8601 writes them without a zone, numbers of telephones as
 * E.164 does where they are known to be one.
 */
export type FormValue = string | number | boolean | SaidMoney;

/** What tells what a value can be, beside the words. */
export interface ValueKind {
  readonly type: ValueType;
  /** Of a choice. */
  readonly choices?: readonly string[] | undefined;
  /** The earliest and the latest time of day, as `17:00`: outside of them "seven" is not meant. */
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

export interface ValueContext {
  readonly nowMs: number;
  /** A name of the IANA database. */
  readonly timeZone: string;
  /** Of two letters; absent where nothing tells. */
  readonly country?: string | undefined;
}

/** What was understood of an answer. */
export interface Reading {
  readonly value: FormValue;
  /** What else may be meant as well. */
  readonly others: readonly FormValue[];
  /** Only this half of a date with a time was said. */
  readonly half?: 'date' | 'time';
}

/** Where dates are written with the month first. */
export const monthFirst = ({ country }: ValueContext): boolean => country === 'US';
