/** `before` is absent if the field was added, `after` if it was removed. */
export interface FieldChange {
  /** JSON Pointer (RFC 6901). */
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Field-by-field differences between two documents, ordered by path. Lists are compared by position. */
export function diffDocuments(before: object, after: object): FieldChange[] {
  return differences(before, after, '').sort((one, other) => (one.path < other.path ? -1 : 1));
}

function differences(before: unknown, after: unknown, path: string): FieldChange[] {
  if (!isObject(before) || !isObject(after) || Array.isArray(before) !== Array.isArray(after)) {
    return before === after ? [] : [{ path, before, after }];
  }
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) => {
    const inner = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (before[key] === undefined) return { path: inner, after: after[key] };
    if (after[key] === undefined) return { path: inner, before: before[key] };
    return differences(before[key], after[key], inner);
  });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
