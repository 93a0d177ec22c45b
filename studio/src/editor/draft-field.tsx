import type { ReactNode } from 'react';
import { Field } from '../ui/field.js';
import { pointerOf } from './document-faults.js';
import { useDraftAtHand } from './draft-context.js';
import { labelOf } from './words.js';

/** What is wrong with a field of the draft, or with what is in it, once that is to be said. */
export function useDraftFault(path: readonly string[]): string | undefined {
  const { faults } = useDraftAtHand();
  const own = pointerOf(path);
  return faults.find(({ pointer }) => pointer === own || pointer.startsWith(`${own}/`))?.text;
}

interface Props {
  readonly path: readonly string[];
  /** Default: that of its place. */
  readonly label?: string;
  readonly hint?: ReactNode;
  /** Said before what the server says. */
  readonly error?: string;
  readonly children: Parameters<typeof Field>[0]['children'];
}

/** A field of the draft, which says what is wrong with it. */
export function DraftField({ path, label = labelOf(path), hint, error, children }: Props) {
  const fault = useDraftFault(path);
  return (
    <div data-pointer={pointerOf(path)}>
      <Field label={label} hint={hint} error={error || fault}>
        {children}
      </Field>
    </div>
  );
}
