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

/** Sets a nested value; creates missing objects on the way. */
export function withPath(object: JsonObject, path: readonly string[], value: Json | undefined): JsonObject {
  const [name, ...rest] = path;
  if (name === undefined) return object;
  if (rest.length === 0) return withField(object, name, value);
  const inner = withPath(objectOf(object[name]), rest, value);
  return withField(object, name, Object.keys(inner).length === 0 && value === undefined ? undefined : inner);
}

/** Names of top-level fields that differ. */
export function changedFields(before: JsonObject, after: JsonObject): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}
