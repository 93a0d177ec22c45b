import { useState } from 'react';

/** Keys for rows without ids; a row keeps its key when another one is removed. */
export function useRowKeys<Row>(rows: readonly Row[], onRows: (rows: Row[]) => void) {
  const [{ kept, next }, setKeys] = useState({ kept: [] as readonly number[], next: 0 });
  const added = Array.from({ length: Math.max(0, rows.length - kept.length) }, (_, at) => next + at);
  const keys = [...kept.slice(0, rows.length), ...added];
  const remove = (index: number) => {
    setKeys({ kept: keys.filter((_, at) => at !== index), next: next + added.length });
    onRows(rows.filter((_, at) => at !== index));
  };
  return { keys, remove };
}
