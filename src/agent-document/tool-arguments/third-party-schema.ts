import { type ParsedSchema, SchemaParser } from './parse-schema.js';
import type { SchemaNode } from './schema-node.js';
import type { SchemaBudget } from './schema-size.js';

/**
 * Parses a third-party schema of a checked size. Unknown keywords are ignored, so the check is never stricter than the
 * author intended.
 */
export const parseThirdPartySchema = (value: unknown, budget: SchemaBudget): ParsedSchema => ({
  ok: true,
  schema: new LenientParser(budget).parse(value, '', 0),
});

class LenientParser extends SchemaParser {
  override refuse(): void {}

  override parse(value: unknown, path: string, depth: number): SchemaNode {
    const isSchema = typeof value === 'object' && value !== null && !Array.isArray(value);
    return super.parse(isSchema ? understood(value) : value, path, depth);
  }
}

/** Drops keywords that would mean something different without the unknown keywords beside or within them. */
function understood(value: object): Readonly<Record<string, unknown>> {
  const { not: _not, oneOf, anyOf = oneOf, ...rest }: Record<string, unknown> = { ...value };
  // Generators set `additionalProperties: false` on records too, although these have no fixed properties.
  const isRecord = 'patternProperties' in rest || 'propertyNames' in rest || !('properties' in rest);
  if (isRecord && rest['additionalProperties'] === false) delete rest['additionalProperties'];
  if ('prefixItems' in rest) delete rest['items'];
  return { ...rest, ...(anyOf !== undefined && { anyOf }) };
}
