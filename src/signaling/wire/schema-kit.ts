import { Type, type TObject, type TSchema } from '@sinclair/typebox';
import { orNull } from '../../http/openapi/index.js';

/** Longer ids, numbers and names are refused, because these values are stored and logged. */
export const MAX_FIELD_LENGTH = 1_024;

const ASKED_FOR = Symbol('asked for');

type Lenient = TSchema & { readonly [ASKED_FOR]?: TSchema };

/** An id, a number or a name. */
export const Text = (description?: string) =>
  Type.String({ maxLength: MAX_FIELD_LENGTH, ...(description !== undefined && { description }) });

/** Documents the strict schema but accepts a wider one, because existing clients send it. */
export const lenient = <T extends TSchema>(askedFor: TSchema, taken: T): T => ({
  ...taken,
  [ASKED_FOR]: askedFor,
});

/** Optional; null counts as absent. */
export const optional = <T extends TSchema>(askedFor: TSchema, taken: T) =>
  lenient(Type.Optional(askedFor), Type.Optional(orNull(taken)));

export const optionalText = (description?: string) => optional(Text(description), Text());

/** An enumeration with a description for each word. Documentation only: words are checked where they are used. */
export const Words = (words: readonly TSchema[], options: object) =>
  Type.Unsafe<string>({ ...options, oneOf: words });

/** The schema as documented for clients, without the lenient parts. */
export function documented(schema: Lenient): TSchema {
  const told = schema[ASKED_FOR] ?? schema;
  if (told['type'] !== 'object') return told;
  const { properties, required: _required, type: _type, ...options } = told as TObject;
  const parts = Object.entries(properties).map(([name, part]) => [name, documented(part)] as const);
  return Type.Object(Object.fromEntries(parts), options);
}
