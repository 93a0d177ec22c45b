import type { AgentTool } from './agent-document.js';
import { type ParsedSchema, parseArgumentSchema, SchemaBudget } from './tool-arguments/index.js';

/** Keyed by the list of tools: published documents stay in memory while in use, and their schemas with them. */
const known = new WeakMap<readonly AgentTool[], readonly ParsedSchema[]>();

/** The schemas of a document's tools, in order; parsed once per document. */
export function toolSchemasOf(tools: readonly AgentTool[]): readonly ParsedSchema[] {
  const found = known.get(tools);
  if (found) return found;
  const budget = new SchemaBudget();
  const schemas = tools.map(({ parameters }) => parseArgumentSchema(parameters ?? {}, budget));
  known.set(tools, schemas);
  return schemas;
}

/** Parses a single JSON Schema of the subset for tools. */
export const parseOneSchema = (schema: unknown): ParsedSchema =>
  parseArgumentSchema(schema, new SchemaBudget());
