import jsonPatch from 'fast-json-patch';

/** One field that differs. `before` is absent where it was added, `after` where it was removed. */
export interface FieldChange {
  /** JSON Pointer (RFC 6901). */
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/**
 * What changed from one document to another, field by field, in order of the path. Lists are compared place by
 * place.
 */
export function diffDocuments(before: object, after: object): FieldChange[] {
  const changes: FieldChange[] = [];
  let old: unknown;
  // An invertible comparison says with a `test` what was there before each `replace` and `remove`.
  for (const operation of jsonPatch.compare(before, after, true)) {
    if (operation.op === 'test') old = operation.value;
    else if (operation.op === 'add') changes.push({ path: operation.path, after: operation.value });
    else if (operation.op === 'remove') changes.push({ path: operation.path, before: old });
    else if (operation.op === 'replace')
      changes.push({ path: operation.path, before: old, after: operation.value });
  }
  return changes.sort((one, other) => (one.path < other.path ? -1 : 1));
}
