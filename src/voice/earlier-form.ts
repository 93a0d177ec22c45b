import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { EarlierCall, EarlierEntry } from './earlier-words.js';

/** The fields of a `FormEvent` that are needed. */
const Kept = Type.Object({
  phase: Type.String(),
  state: Type.Object({ values: Type.Record(Type.String(), Type.Unknown()) }),
});

/** A form that was in progress before the takeover. */
export interface EarlierForm {
  /** The stored state, in its last known phase. */
  readonly kept: object;
  /** Index of the entry in which its tool was called. Absent if it was not: then the values must be confirmed again. */
  readonly calledAt?: number;
}

export function earlierForm(earlier: EarlierCall | undefined): EarlierForm | undefined {
  if (!Value.Check(Kept, earlier?.form)) return undefined;
  const { entries, form } = earlier;
  const at = entries.findLastIndex(({ kind }) => kind === 'tool');
  const values = JSON.stringify(form.state.values);
  const isCalled = isCallOf(values, form.phase === 'acting', entries[at]);
  return isCalled
    ? { kept: { ...form, phase: 'acting' }, calledAt: at }
    : { kept: { ...form, phase: 'open' } };
}

/** The process may have died before it stored that it called the tool, or with which values. */
function isCallOf(values: string, isActing: boolean, entry: EarlierEntry | undefined): boolean {
  if (entry?.kind !== 'tool') return false;
  if (entry.arguments === '') return isActing;
  return entry.arguments === values && (isActing || entry.answer === undefined);
}
