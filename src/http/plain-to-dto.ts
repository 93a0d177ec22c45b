import { type ClassConstructor, type ClassTransformOptions, plainToInstance } from 'class-transformer';
import { getMetadataStorage } from 'class-validator';
import { isObject } from '../common/json/json-objects.js';
import { validationFailed } from '../common/errors/api-error.js';

/** More fields than any DTO has. The libraries' work grows with the square of their number. */
const MAX_FIELDS = 100;
/** More items than any list of a DTO has. Checking uniqueness takes the square of their number. */
const MAX_ITEMS = 1_000;

/**
 * Creates a DTO from parsed input. `class-transformer` copies it field by field, through all levels; parts that the DTO
 * does not describe (an agent document) are kept as they are, because copying a large one would block the event loop
 * for seconds.
 * @throws ApiError 400 `SCHEMA_VALIDATION_FAILED` for more fields than 100, or a longer list than 1,000.
 */
export function plainToDto(
  metatype: ClassConstructor<object>,
  value: unknown,
  options?: ClassTransformOptions,
): object {
  if (!isObject(value)) return plainToInstance<object, unknown>(metatype, value, options);
  assertFieldLimit(value);
  const looksInto = nestedFieldsOf(metatype);
  const [copied, kept]: [Json, Json] = [{}, {}];
  for (const [name, inner] of Object.entries(value)) {
    if (Array.isArray(inner) && inner.length > MAX_ITEMS)
      throw validationFailed(`${name} has ${inner.length} items; at most ${MAX_ITEMS} are allowed`);
    const isCopied = !isObject(inner) && !Array.isArray(inner);
    if (looksInto.has(name)) for (const item of [inner].flat()) if (isObject(item)) assertFieldLimit(item);
    (isCopied || looksInto.has(name) ? copied : kept)[name] = inner;
  }
  return Object.assign(plainToInstance(metatype, copied, options), kept);
}

type Json = Record<string, unknown>;

function assertFieldLimit(value: Json): void {
  const fields = Object.keys(value).length;
  if (fields > MAX_FIELDS)
    throw validationFailed(`there are ${fields} fields in one object; at most ${MAX_FIELDS} are allowed`);
}

const nestedFields = new WeakMap<object, ReadonlySet<string>>();

/** The fields that are DTOs themselves, or lists of DTOs. */
function nestedFieldsOf(metatype: ClassConstructor<object>): ReadonlySet<string> {
  const known = nestedFields.get(metatype);
  if (known) return known;
  const rules = getMetadataStorage().getTargetValidationMetadatas(metatype, '', true, false);
  const nested = rules.filter(({ type }) => type === 'nestedValidation');
  const names = new Set(nested.map(({ propertyName }) => propertyName));
  nestedFields.set(metatype, names);
  return names;
}
