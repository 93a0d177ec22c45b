import type { TSchema } from '@sinclair/typebox';
import { type ValueError, type ValueErrorIterator, ValueErrorType } from '@sinclair/typebox/errors';

/** The first error in a frame, as a sentence that names the field and its requirement. */
export function problemOf(errors: ValueErrorIterator): string {
  const error = mostPrecise(errors);
  if (!error) return 'The frame is not what its type asks for.';
  const { type, schema, path } = error;
  const field = path.slice(1).replaceAll('/', '.');
  if (type === ValueErrorType.StringMaxLength) {
    return `${field} is longer than ${schema['maxLength']} characters.`;
  }
  if (type === ValueErrorType.StringMinLength) return `${field} is empty.`;
  return `${field} must be ${nameOf(schema)}.`;
}

/** For nullable fields, prefers the error of the non-null type. */
function mostPrecise(errors: ValueErrorIterator): ValueError | undefined {
  const error = errors.First();
  const [beforeNull] = error?.errors ?? [];
  return (beforeNull && mostPrecise(beforeNull)) ?? error;
}

function nameOf(schema: TSchema): string {
  if (Array.isArray(schema['anyOf'])) return nameOf(schema['anyOf'][0] as TSchema);
  if ('const' in schema) return JSON.stringify(schema['const']);
  switch (schema['type']) {
    case 'object':
      return 'an object';
    case 'integer':
      return 'a whole number, zero or more';
    default:
      return 'a string';
  }
}
