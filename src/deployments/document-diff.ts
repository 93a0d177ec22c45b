import jsonPatch from 'fast-json-patch';

/** `before` is absent if the field was added, `after` if it was removed. */
export interface FieldChange {
  /** JSON Pointer (RFC 6901). */
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Field-by-field differences between two documents, ordered by path. Lists are compared by position. */
export function diffDocuments(before: object, after: object): FieldChange[] {
  const changes: FieldChange[] = [];
  let old: unknown;
  // An invertible patch has a `test` with the old value before each `replace` and `remove`.
  for (const operation of jsonPatch.compare(before, after, true)) {
    if (operation.op === 'test') old = operation.value;
    else if (operation.op === 'add') changes.push({ path: operation.path, after: operation.value });
    else if (operation.op === 'remove') changes.push({ path: operation.path, before: old });
    else if (operation.op === 'replace')
      changes.push({ path: operation.path, before: old, after: operation.value });
  }
  return changes.sort((one, other) => (one.path < other.path ? -1 : 1));
}
