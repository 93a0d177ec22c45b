import { type ReactNode, useState } from 'react';
import { type RefetchMs, usePages } from '../api/pages.js';
import { useAction } from '../api/action.js';
import { Button, IconButton } from './button.js';
import { Confirm } from './dialog.js';
import type { IconName } from './icon.js';
import { Loaded } from './loaded.js';
import { Menu, type MenuEntry } from './menu.js';
import { More } from './more.js';
import { Card, Empty } from './surfaces.js';
import { type Column, MENU_WIDTH, Table } from './table.js';

type Window = (onClose: () => void) => ReactNode;

/** Opens a dialog over the list. */
export type OpenWindow = (window: Window) => void;

interface RecordsProps<Row> {
  readonly title: string;
  readonly icon: IconName;
  /** Shown for an empty list. */
  readonly empty: { readonly title: string; readonly text: string };
  readonly queryKey: readonly unknown[];
  readonly read: (
    cursor: string | undefined,
  ) => Promise<{ readonly rows: readonly Row[]; readonly next: string | undefined }>;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
  readonly mayWrite: boolean;
  /** In the header, before the create button. */
  readonly actions?: ReactNode;
  readonly create?: { readonly label: string; readonly window: Window };
  /** Further actions of a row, in its menu. */
  readonly entries?: (row: Row, open: OpenWindow) => readonly MenuEntry[];
  readonly remove?: {
    readonly act: (row: Row) => Promise<unknown>;
    readonly verb?: string;
    readonly text: string;
  };
  readonly refetchMs?: RefetchMs<Row>;
}

/** A list whose items are created, changed and deleted in dialogs. */
export function Records<Row>(props: RecordsProps<Row>) {
  const { title, queryKey, read, mayWrite, create } = props;
  const [window, setWindow] = useState<Window>();
  const open = (next: Window) => setWindow(() => next);
  const close = () => setWindow(undefined);
  const pages = usePages(queryKey, read, { refetchMs: props.refetchMs });
  const button = create && mayWrite && (
    <Button small look="primary" icon="plus" onClick={() => open(create.window)}>
      {create.label}
    </Button>
  );
  return (
    <Card
      title={title}
      actions={
        <>
          {props.actions}
          {button}
        </>
      }
      flush
    >
      <Loaded query={pages}>{(rows) => <Rows {...props} rows={rows} onOpen={open} />}</Loaded>
      <More more={pages.more} busy={pages.isReadingMore} error={pages.moreError} />
      {window?.(close)}
    </Card>
  );
}

function Rows<Row>(
  props: RecordsProps<Row> & { readonly rows: readonly Row[]; readonly onOpen: OpenWindow },
) {
  const { title, icon, empty, columns, rows, keyOf, mayWrite, onOpen } = props;
  if (rows.length === 0) {
    return (
      <Empty icon={icon} title={empty.title}>
        {empty.text}
      </Empty>
    );
  }
  const menu: Column<Row> = {
    name: '',
    end: true,
    width: MENU_WIDTH,
    cell: (row) => <RowMenu {...props} row={row} onOpen={onOpen} />,
  };
  return <Table label={title} columns={mayWrite ? [...columns, menu] : columns} rows={rows} keyOf={keyOf} />;
}

function RowMenu<Row>(props: RecordsProps<Row> & { readonly row: Row; readonly onOpen: OpenWindow }) {
  const { row, remove, entries, nameOf, onOpen } = props;
  const all = [...(entries?.(row, onOpen) ?? [])];
  if (remove) {
    const window: Window = (onClose) => <Remove {...props} remove={remove} onClose={onClose} />;
    all.push({
      label: `${remove.verb ?? 'Delete'}…`,
      icon: 'trash',
      danger: true,
      onSelect: () => onOpen(window),
    });
  }
  if (all.length === 0) return null;
  return (
    <Menu entries={all}>
      <IconButton icon="more" label={`More for ${nameOf(row)}`} small />
    </Menu>
  );
}

function Remove<Row>(
  props: Pick<RecordsProps<Row>, 'queryKey' | 'nameOf'> & {
    readonly row: Row;
    readonly remove: NonNullable<RecordsProps<Row>['remove']>;
    readonly onClose: () => void;
  },
) {
  const { row, remove, queryKey, nameOf, onClose } = props;
  const verb = remove.verb ?? 'Delete';
  const act = useAction(() => remove.act(row), { changes: [queryKey], quiet: true });
  return (
    <Confirm
      title={`${verb} “${nameOf(row)}”?`}
      action={verb}
      onConfirm={() => act.mutateAsync(undefined)}
      onClose={onClose}
    >
      {remove.text}
    </Confirm>
  );
}
