interface Schema {
  readonly [keyword: string]: unknown;
}

/**
 * Derives the JSON Schema of a JSON Merge Patch (RFC 7396). No member is required, null removes optional members, and
 * objects are patched recursively. Lists and plain values are replaced. Defaults are dropped, because absent members
 * stay unchanged.
 */
export function mergePatchSchema(schema: Schema): Schema {
  const { default: _default, ...value } = schema;
  const { type, properties, patternProperties, title, $id: _id, required, ...rest } = value;
  if (type !== 'object') return value;
  const kept = new Set(Array.isArray(required) ? required : []);
  return {
    ...rest,
    type,
    ...(typeof title === 'string' && { title: `${title}Patch` }),
    ...(isSchemas(properties) && { properties: patched(properties, kept) }),
    ...(isSchemas(patternProperties) && { patternProperties: patched(patternProperties, new Set()) }),
  };
}

const patched = (schemas: Readonly<Record<string, Schema>>, kept: ReadonlySet<unknown>) =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      kept.has(name) ? mergePatchSchema(schema) : { anyOf: [mergePatchSchema(schema), { type: 'null' }] },
    ]),
  );

const isSchemas = (value: unknown): value is Readonly<Record<string, Schema>> =>
  typeof value === 'object' && value !== null;
