interface Schema {
  readonly [keyword: string]: unknown;
}

/**
 * Derives the JSON Schema of a JSON Merge Patch (RFC 7396): no member is required, each may be null, which removes
 * it, and objects are patched recursively. Lists and plain values are replaced.
 */
export function mergePatchSchema(schema: Schema): Schema {
  const { type, properties, patternProperties, title, $id: _id, required: _required, ...rest } = schema;
  if (type !== 'object') return schema;
  return {
    ...rest,
    type,
    ...(typeof title === 'string' && { title: `${title}Patch` }),
    ...(isSchemas(properties) && { properties: patched(properties) }),
    ...(isSchemas(patternProperties) && { patternProperties: patched(patternProperties) }),
  };
}

const patched = (schemas: Readonly<Record<string, Schema>>) =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      { anyOf: [mergePatchSchema(schema), { type: 'null' }] },
    ]),
  );

const isSchemas = (value: unknown): value is Readonly<Record<string, Schema>> =>
  typeof value === 'object' && value !== null;
