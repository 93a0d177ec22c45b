import type { ReactNode } from 'react';
import { TextArea } from '../ui/inputs.js';
import { DraftField } from './draft-field.js';

interface Props {
  readonly path: readonly string[];
  readonly label?: string;
  readonly hint: ReactNode;
  readonly list: readonly string[];
  readonly onList: (list: readonly string[]) => void;
}

/** A list of texts, one a line. */
export function Lines({ path, label, hint, list, onList }: Props) {
  return (
    <DraftField path={path} label={label} hint={hint}>
      {(ids) => (
        <TextArea
          {...ids}
          rows={Math.min(8, Math.max(2, list.length + 1))}
          value={list.join('\n')}
          onValue={(text) => onList(text === '' ? [] : text.split('\n'))}
          onBlur={() => list.includes('') && onList(list.filter((line) => line !== ''))}
        />
      )}
    </DraftField>
  );
}
