export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

export const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
export const listOf = (value: Json | undefined): readonly Json[] => (isList(value) ? value : []);
export const stringOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** The object with one field set, or removed if the value is undefined. */
export function withField(object: JsonObject, name: string, value: Json | undefined): JsonObject {
  if (value !== undefined) return { ...object, [name]: value };
  const { [name]: _gone, ...rest } = object;
  return rest;
}

/** The value of a place; indices of lists are parts of its path. */
export const valueAt = (value: Json | undefined, path: readonly string[]): Json | undefined =>
  path.reduce((at, name) => (isList(at) ? at[Number(name)] : objectOf(at)[name]), value);

/** Sets a nested value; creates missing objects on the way, and removes those that become empty. */
export function withPath(object: JsonObject, path: readonly string[], value: Json | undefined): JsonObject {
  const [name, ...rest] = path;
  if (name === undefined) return object;
  if (rest.length === 0) return withField(object, name, value);
  const at = object[name];
  if (isList(at)) return { ...object, [name]: withItem(at, rest, value) };
  const inner = withPath(objectOf(at), rest, value);
  return withField(object, name, Object.keys(inner).length === 0 && value === undefined ? undefined : inner);
}

const withItem = (list: readonly Json[], [index = '', ...rest]: readonly string[], value: Json | undefined) =>
  list.with(
    Number(index),
    rest.length === 0 ? (value ?? null) : withPath(objectOf(list[Number(index)]), rest, value),
  );

/** Names of top-level fields that differ. */
export function changedFields(before: JsonObject, after: JsonObject): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}
