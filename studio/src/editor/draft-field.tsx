import type { ReactNode } from 'react';
import { Field } from '../ui/field.js';
import { pointerOf } from './document-faults.js';
import { useDraftAtHand } from './draft-context.js';
import { labelOf } from './words.js';

/** The error of a draft's field, or of its content, once it is due. */
export function useDraftFault(path: readonly string[]): string | undefined {
  const { faults } = useDraftAtHand();
  const own = pointerOf(path);
  return faults.find(({ pointer }) => pointer === own || pointer.startsWith(`${own}/`))?.text;
}

interface Props {
  readonly path: readonly string[];
  /** Default: the label of its place. */
  readonly label?: string;
  readonly hint?: ReactNode;
  /** Takes precedence over the server's error. */
  readonly error?: string;
  readonly children: Parameters<typeof Field>[0]['children'];
}

/** A field of the draft with its error. */
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
