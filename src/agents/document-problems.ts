import type { ErrorObject } from 'ajv';

/** Errors which show that an object does not match an alternative of a union. */
const OF_OTHER_KIND: ReadonlySet<string> = new Set(['required', 'additionalProperties', 'type', 'const']);

/**
 * The problems of a document without those of alternatives that the author did not choose: for a destination with a
 * `number`, a missing `url` is not reported.
 * @param errors All errors of ajv, verbose.
 */
export function ofChosen(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const dropped = new Set<ErrorObject>();
  for (const choice of errors.filter(({ keyword }) => keyword === 'anyOf')) {
    const inside = errors.filter((error) => kindOf(error, choice) !== undefined);
    const kinds = new Set(inside.map((error) => kindOf(error, choice)));
    const chosen = [...kinds].find((kind) => !inside.some((error) => isOther(error, choice, kind)));
    for (const error of inside)
      if (chosen === undefined || kindOf(error, choice) !== chosen) dropped.add(error);
    if (chosen !== undefined) dropped.add(choice);
  }
  return errors.filter((error) => !dropped.has(error));
}

/** Index of the alternative that an error is about; undefined for other errors. */
function kindOf({ schemaPath, instancePath }: ErrorObject, choice: ErrorObject): string | undefined {
  const place = choice.instancePath;
  const isThere = instancePath === place || instancePath.startsWith(`${place}/`);
  const prefix = `${choice.schemaPath}/`;
  return isThere && schemaPath.startsWith(prefix) ? schemaPath.slice(prefix.length).split('/')[0] : undefined;
}

const isOther = (error: ErrorObject, choice: ErrorObject, kind: string | undefined): boolean =>
  kindOf(error, choice) === kind &&
  error.instancePath === choice.instancePath &&
  OF_OTHER_KIND.has(error.keyword);

/** The alternatives: `be one of "GET", "POST"`, or `have one of agentId, url`. */
export function choiceWords({ schema }: ErrorObject): string {
  const kinds = Array.isArray(schema) ? (schema as readonly unknown[]) : [];
  const values = kinds.map((kind) => fieldOf(kind, 'const')).filter((value) => value !== undefined);
  if (values.length > 0) return `be one of ${values.map((value) => JSON.stringify(value)).join(', ')}`;
  const names = kinds.map((kind) => fieldOf(kind, 'required')).flatMap((required) => firstOf(required));
  return names.length > 0 ? `have one of ${names.join(', ')}` : 'be of one of the kinds that are allowed';
}

export function examplesOf({ parentSchema }: ErrorObject): readonly string[] {
  return firstOf(fieldOf(parentSchema, 'examples'));
}

const firstOf = (value: unknown): readonly string[] =>
  Array.isArray(value) && typeof value[0] === 'string' ? [value[0]] : [];

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
