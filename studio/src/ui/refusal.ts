import { createContext, useContext, useState } from 'react';
import { inLabels, type Faults, faultsIn } from '../api/field-faults.js';
import { Problem, toProblem } from '../api/problem.js';

/** What the fields of a form are called, by their paths in the interface. */
export type Labels = Readonly<Record<string, string>>;

/** Why a form could not be saved. */
export interface Refusal extends Faults {
  /** What is not said beside a field; undefined where all is. */
  readonly problem: Problem | undefined;
  /** The labels of the fields that say what is wrong with them. */
  readonly marked: readonly string[];
}

export function refusalOf(error: unknown, labels: Labels): Refusal {
  const problem = toProblem(error);
  const faults = faultsIn(problem.message, labels);
  const marked = [...new Set(faults.fields.map(({ path }) => labels[path] ?? path))];
  const rest = inLabels(faults.rest.join('; '), labels);
  return { ...faults, marked, problem: rest === '' ? undefined : problem.saying(rest) };
}

/** Of the form around. */
export const RefusalContext = createContext<Refusal | undefined>(undefined);

/**
 * What is wrong with a field of the form around, until it is edited.
 * @param name Its path in the interface.
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
