import type { ErrorObject } from 'ajv';

/** What says that an object is of another kind than the one that a choice offers. */
const OF_OTHER_KIND: ReadonlySet<string> = new Set(['required', 'additionalProperties', 'type', 'const']);

/**
 * The problems of a document without those of kinds that an author did not choose: of a destination with a `number`
 * nothing is said of a `url`.
 * @param errors Of ajv, all of them and verbose.
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

/** Which of the kinds of a choice an error is about; undefined for one of something else. */
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

/** What there is to choose from: `be one of "GET", "POST"`, or `have one of agentId, url`. */
export function choiceWords({ schema }: ErrorObject): string {
  const kinds = Array.isArray(schema) ? (schema as readonly unknown[]) : [];
  const values = kinds.map((kind) => fieldOf(kind, 'const')).filter((value) => value !== undefined);
  if (values.length > 0) return `be one of ${values.map((value) => JSON.stringify(value)).join(', ')}`;
  const names = kinds.map((kind) => fieldOf(kind, 'required')).flatMap((required) => firstOf(required));
  return names.length > 0 ? `have one of ${names.join(', ')}` : 'be of one of the kinds that are allowed';
}

/** Examples that a schema gives of what it takes. */
export function examplesOf({ parentSchema }: ErrorObject): readonly string[] {
  return firstOf(fieldOf(parentSchema, 'examples'));
}

const firstOf = (value: unknown): readonly string[] =>
  Array.isArray(value) && typeof value[0] === 'string' ? [value[0]] : [];

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
