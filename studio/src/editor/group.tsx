import type { ReactNode } from 'react';
import { coded } from '../ui/coded.js';
import { pointerOf } from './document-faults.js';
import { useDraftAtHand } from './draft-context.js';
import { labelOf } from './words.js';

interface GroupProps {
  readonly path: readonly string[];
  readonly hint?: ReactNode;
  readonly children: ReactNode;
}

export function Group({ path, hint, children }: GroupProps) {
  const { faults } = useDraftAtHand();
  const own = faults.find(({ pointer }) => pointer === pointerOf(path));
  return (
    <fieldset className="group" data-pointer={pointerOf(path)}>
      <legend>{labelOf(path)}</legend>
      {hint && <p className="field-hint">{coded(hint)}</p>}
      {own && <p className="field-error">{own.text}</p>}
      <div className="stack">{children}</div>
    </fieldset>
  );
}
