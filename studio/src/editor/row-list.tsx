import { type ReactNode, useState } from 'react';
import { IconButton } from '../ui/button.js';
import { useRowKeys } from '../ui/row-keys.js';
import { Badge } from '../ui/surfaces.js';
import { useDraftAtHand } from './draft-context.js';
import { pointerOf } from './document-faults.js';
import type { Json } from './json.js';

interface Props {
  readonly path: readonly string[];
  readonly list: readonly Json[];
  readonly onList: (list: readonly Json[]) => void;
  /** In words, for its heading and the button that removes it. */
  readonly titleOf: (row: Json, index: number) => string;
  readonly leadOf?: (row: Json) => string;
  readonly actions?: (row: Json) => ReactNode;
  readonly children: (path: readonly string[], row: Json) => ReactNode;
}

/** The entries of a list, each as a row that unfolds. New ones are open, and those with errors. */
export function RowList(props: Props) {
  const { path, list, onList } = props;
  const { faults } = useDraftAtHand();
  const { keys, remove } = useRowKeys(list, (rows) => onList(rows));
  const [folds, setFolds] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [known] = useState(list.length);
  if (list.length === 0) return null;
  const isWrong = (place: string) => faults.some(({ pointer }) => `${pointer}/`.startsWith(`${place}/`));
  return (
    <ul className="rows">
      {list.map((row, index) => {
        const key = keys[index] ?? index;
        const place = [...path, String(index)];
        return (
          <Entry
            key={key}
            {...props}
            row={row}
            place={place}
            title={props.titleOf(row, index)}
            isWrong={isWrong(pointerOf(place))}
            isOpen={folds.get(key) ?? (key >= known || isWrong(pointerOf(place)))}
            onFold={(open) => setFolds((all) => new Map(all).set(key, open))}
            onRemove={() => remove(index)}
          />
        );
      })}
    </ul>
  );
}

interface EntryProps extends Pick<Props, 'leadOf' | 'actions' | 'children'> {
  readonly row: Json;
  readonly place: readonly string[];
  readonly title: string;
  readonly isWrong: boolean;
  readonly isOpen: boolean;
  readonly onFold: (isOpen: boolean) => void;
  readonly onRemove: () => void;
}

function Entry({ row, place, title, isWrong, isOpen, onFold, ...props }: EntryProps) {
  const { isReadOnly } = useDraftAtHand();
  const { leadOf, actions, children, onRemove } = props;
  return (
    <li className="entry-row">
      <details className="entry" open={isOpen} onToggle={({ currentTarget }) => onFold(currentTarget.open)}>
        <summary>
          <span className="entry-words">
            <span className="entry-title">{title}</span>
            {leadOf && <span className="small soft truncate">{leadOf(row)}</span>}
          </span>
          {isWrong && <Badge tone="danger">incomplete</Badge>}
        </summary>
        {isOpen && children(place, row)}
      </details>
      <span className="row entry-actions">
        {actions?.(row)}
        {!isReadOnly && <IconButton icon="trash" label={`Remove ${title}`} small onClick={onRemove} />}
      </span>
    </li>
  );
}
