import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { EarlierCall, EarlierEntry } from './earlier-words.js';

/** Of what `FormEvent` keeps. */
const Kept = Type.Object({
  phase: Type.String(),
  state: Type.Object({ values: Type.Record(Type.String(), Type.Unknown()) }),
});

/** A form that was under way where the call was before. */
export interface EarlierForm {
  /** As `FormEvent` kept it, in the phase in which it is known to be. */
  readonly kept: object;
  /** Where among the entries its tool was called; absent where it was not: then it is to be confirmed again. */
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

/** The process may have died before it kept that it called the tool, or with which values it did. */
function isCallOf(values: string, isActing: boolean, entry: EarlierEntry | undefined): boolean {
  if (entry?.kind !== 'tool') return false;
  if (entry.arguments === '') return isActing;
  return entry.arguments === values && (isActing || entry.answer === undefined);
}
