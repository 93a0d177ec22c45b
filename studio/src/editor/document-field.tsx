import { useDraftAtHand, useSetField } from './draft-context.js';
import { valueAt } from './json.js';
import { SchemaField } from './schema-field.js';
import type { JsonSchema } from './schema.js';

/** A field of the draft, derived from the schema of its place. */
export function DocumentField({ path }: { readonly path: readonly string[] }) {
  const { document } = useDraftAtHand();
  const schema = useSchemaAt(path);
  const set = useSetField();
  return (
    <SchemaField
      path={path}
      schema={schema}
      value={valueAt(document, path)}
      onValue={(value) => set(path, value)}
    />
  );
}

/** The schema of a place; indices of lists are parts of its path. */
export function useSchemaAt(path: readonly string[]): JsonSchema {
  const { schema } = useDraftAtHand();
  return path.reduce((at: JsonSchema, name) => at.properties?.[name] ?? at.items ?? {}, schema);
}
