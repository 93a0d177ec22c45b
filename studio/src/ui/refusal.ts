import { createContext, useContext, useState } from 'react';
import { inLabels, type Faults, faultsIn } from '../api/field-faults.js';
import { Problem, toProblem } from '../api/problem.js';

/** Labels of a form's fields, by API path. */
export type Labels = Readonly<Record<string, string>>;

/** Why a form could not be saved. */
export interface Refusal extends Faults {
  /** Errors without a field; undefined without any. */
  readonly problem: Problem | undefined;
  /** Labels of the invalid fields. */
  readonly marked: readonly string[];
}

export function refusalOf(error: unknown, labels: Labels): Refusal {
  const problem = toProblem(error);
  const faults = faultsIn(problem.message, labels);
  const marked = [...new Set(faults.fields.map(({ path }) => labels[path] ?? path))];
  const rest = inLabels(faults.rest.join('; '), labels);
  return { ...faults, marked, problem: rest === '' ? undefined : problem.saying(rest) };
}

/** Of the surrounding form. */
export const RefusalContext = createContext<Refusal | undefined>(undefined);

/**
 * The error of a field of the surrounding form, until it is edited.
 * @param name Its API path.
 */
export function useFault(name: string | undefined) {
  const refusal = useContext(RefusalContext);
  const [answered, setAnswered] = useState<Refusal>();
  const told = refusal === answered ? [] : (refusal?.fields ?? []);
  const text = told
    .filter(({ path }) => path === name)
    .map((fault) => fault.text)
    .join('. ');
  return { text, answer: () => setAnswered(refusal) };
}
