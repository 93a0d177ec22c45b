import {
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { leadTo } from './lead-to.js';
import { ProblemNotice } from './notice.js';
import { type Labels, type Refusal, RefusalContext, refusalOf } from './refusal.js';

interface FormProps {
  /** Why saving failed. */
  readonly error: unknown;
  /** Labels of the shown fields: errors about them are shown at the field. */
  readonly labels?: Labels;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

const NO_LABELS: Labels = {};

/** A form that focuses the first invalid field when saving failed. */
export function Form({ error, labels = NO_LABELS, onSubmit, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const refusal = useRefusal(error, labels);
  useEffect(() => {
    if (refusal) focusFault(form);
  }, [refusal]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <RefusalContext value={refusal}>
      <form ref={form} className="stack" onSubmit={submit}>
        {children}
      </form>
    </RefusalContext>
  );
}

/** Stable until the error changes. */
function useRefusal(error: unknown, labels: Labels): Refusal | undefined {
  const refuse = () => (error === undefined || error === null ? undefined : refusalOf(error, labels));
  const [seen, setSeen] = useState(() => ({ error, refusal: refuse() }));
  if (seen.error !== error) setSeen({ error, refusal: refuse() });
  return seen.refusal;
}

function focusFault({ current }: RefObject<HTMLFormElement | null>): void {
  leadTo(current?.querySelector<HTMLElement>('[aria-invalid="true"]'));
}

/** Why the surrounding form could not be saved: errors without a field, or which fields to check. */
export function Refused() {
  const refusal = useContext(RefusalContext);
  if (!refusal) return null;
  const { problem, marked } = refusal;
  if (problem) return <ProblemNotice error={problem} />;
  return (
    <div className="notice" role="alert">
      <strong>Not saved.</strong> See {marked.map((label) => `“${label}”`).join(', ')}.
    </div>
  );
}
