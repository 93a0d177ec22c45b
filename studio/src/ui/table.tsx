import type { CSSProperties, ReactNode } from 'react';

export interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  /** Below all rows, where there are several. */
  readonly total?: (rows: readonly Row[]) => ReactNode;
  readonly end?: boolean;
  /** Left out on phones. */
  readonly optional?: boolean;
  /** Of CSS. Where one column has a width, what cells hold moves no column; those without share the rest. */
  readonly width?: string;
}

interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}

const classOf = ({ end, optional }: { readonly end?: boolean; readonly optional?: boolean }) =>
  [end === true ? 'cell-end numeric' : '', optional === true ? 'cell-optional' : ''].join(' ').trim() ||
  undefined;

const widthOf = ({ width }: { readonly width?: string }): CSSProperties =>
  width === undefined ? {} : { ['--width' as string]: width };

export function Table<Row>({ label, columns, rows, keyOf }: TableProps<Row>) {
  const isFixed = columns.some(({ width }) => width !== undefined);
  return (
    <div className="table-wrap" tabIndex={0} role="region" aria-label={label}>
      <table className={isFixed ? 'table table-fixed' : 'table'}>
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
                  {column.cell(row)}
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
