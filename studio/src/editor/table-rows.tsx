import type { ReactNode } from 'react';
import { IconButton } from '../ui/button.js';
import { CheckInput, TextInput } from '../ui/inputs.js';
import { pointerOf } from './document-faults.js';
import { useDraftFault } from './draft-field.js';

interface Props {
  readonly path: readonly string[];
  readonly title: string;
  readonly lead: ReactNode;
  readonly columns: readonly string[];
  readonly add: ReactNode;
  /** Rows of a table; on a phone each is a card. */
  readonly children: readonly ReactNode[];
}

/** Entries of a list that are edited in a table. */
export function TableRows({ path, title, lead, columns, add, children }: Props) {
  const fault = useDraftFault(path);
  return (
    <fieldset className="group" data-pointer={pointerOf(path)}>
      <legend>{title}</legend>
      <p className="field-hint">{lead}</p>
      {fault !== undefined && <p className="field-error">{fault}</p>}
      {children.length > 0 && (
        <table className="form-rows">
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column}>{column}</th>
              ))}
              <th>
                <span className="visually-hidden">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      )}
      <div className="row">{add}</div>
    </fieldset>
  );
}

interface EndProps {
  /** The entry in words. */
  readonly words: string;
  readonly isNeeded: boolean;
  readonly onNeeded: (isNeeded: boolean) => void;
  readonly onRemove: () => void;
}

/** The last cells of an entry: whether it is needed, and its removal. */
export const RowEnd = ({ words, isNeeded, onNeeded, onRemove }: EndProps) => (
  <>
    <td>
      <CheckInput
        label={<span className="on-narrow">Needed</span>}
        aria-label={`${words} is needed`}
        checked={isNeeded}
        onValue={onNeeded}
      />
    </td>
    <td>
      <IconButton icon="close" label={`Remove ${words}`} small onClick={onRemove} />
    </td>
  </>
);

interface ChoicesProps {
  readonly words: string;
  readonly choices: readonly string[];
  readonly onChoices: (choices: readonly string[]) => void;
}

/** What an entry of the kind "one of a list" allows, in a row of its own. */
export const ChoicesRow = ({ words, choices, onChoices }: ChoicesProps) => (
  <tr className="row-more">
    <td colSpan={6}>
      <TextInput
        aria-label={`Choices of ${words}`}
        placeholder="The choices, with commas between them"
        value={choices.join(', ')}
        onValue={(text) => onChoices(text.split(/, ?/))}
      />
    </td>
  </tr>
);
