import type { ReactNode } from 'react';
import { TextArea, TextInput } from '../ui/inputs.js';
import { useDraftAtHand, useSetField } from './draft-context.js';
import { DraftField } from './draft-field.js';
import { stringOf, valueAt } from './json.js';
import { useSchemaAt } from './document-field.js';

interface Props {
  readonly path: readonly string[];
  readonly label: string;
  readonly hint?: ReactNode;
  readonly placeholder?: string;
  /** More than one line. */
  readonly rows?: number;
  /** An empty text stays in the document, which is then incomplete. */
  readonly required?: boolean;
  /** Converts the value for display. Default: unchanged. */
  readonly shownAs?: (value: string) => string;
  readonly savedAs?: (text: string) => string;
}

const same = (text: string) => text;

/** A text of the draft under a label of its own. */
export function DraftText(props: Props) {
  const { path, label, hint, placeholder, rows, required, shownAs = same, savedAs = same } = props;
  const { document } = useDraftAtHand();
  const { maxLength } = useSchemaAt(path);
  const set = useSetField();
  const shared = {
    placeholder,
    maxLength,
    value: shownAs(stringOf(valueAt(document, path))),
    onValue: (text: string) => set(path, text === '' && required !== true ? undefined : savedAs(text)),
  };
  return (
    <DraftField path={path} label={label} hint={hint}>
      {(ids) =>
        rows === undefined ? (
          <TextInput {...ids} {...shared} />
        ) : (
          <TextArea {...ids} {...shared} rows={rows} />
        )
      }
    </DraftField>
  );
}
