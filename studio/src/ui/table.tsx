import type { CSSProperties, ReactNode } from 'react';
import { Short } from './short.js';

export interface Column<Row> {
  readonly name: string;
  /** Text is truncated to the available width, with the whole text in the tooltip. */
  readonly cell: (row: Row) => ReactNode;
  /** Summary below several rows. */
  readonly total?: (rows: readonly Row[]) => ReactNode;
  readonly end?: boolean;
  /** Hidden below tablet width; `wide`: hidden below desktop width with the navigation. */
  readonly optional?: boolean | 'wide';
  /** CSS width, at least that of its name. Other columns share the rest, so that content does not move columns. */
  readonly width?: string;
}

/** For a column with one small button. */
export const MENU_WIDTH = '4rem';

interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}

const classOf = ({ end, optional }: Pick<Column<never>, 'end' | 'optional'>) =>
  [
    end === true ? 'cell-end numeric' : '',
    optional === true ? 'cell-optional' : '',
    optional === 'wide' ? 'cell-wide' : '',
  ]
    .join(' ')
    .trim() || undefined;

const widthOf = ({ width }: { readonly width?: string }): CSSProperties =>
  width === undefined ? {} : { width };

const shown = (cell: ReactNode) =>
  typeof cell === 'string' || typeof cell === 'number' ? <Short text={String(cell)} /> : cell;

export function Table<Row>({ label, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <div className="table-wrap" tabIndex={0} role="region" aria-label={label}>
      <table className="table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" className={classOf(column)} style={widthOf(column)}>
                {column.name === '' ? <span className="visually-hidden">Actions</span> : column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => (
                <td key={column.name} className={classOf(column)}>
                  {shown(column.cell(row))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {rows.length > 1 && columns.some(({ total }) => total) && <Totals columns={columns} rows={rows} />}
      </table>
    </div>
  );
}

function Totals<Row>({ columns, rows }: Pick<TableProps<Row>, 'columns' | 'rows'>) {
  return (
    <tfoot>
      <tr>
        {columns.map((column) => (
          <td key={column.name} className={classOf(column)}>
            {column.total?.(rows)}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}
