import type { AgentTool } from './agent-document.js';
import { type ParsedSchema, parseArgumentSchema, SchemaBudget } from './tool-arguments/index.js';

/** By the lists themselves: what is published is kept in memory as long as it is used, and its schemas with it. */
const known = new WeakMap<readonly AgentTool[], readonly ParsedSchema[]>();

/** The schemas of a document's tools, in their order; parsed once for each document. */
export function toolSchemasOf(tools: readonly AgentTool[]): readonly ParsedSchema[] {
  const found = known.get(tools);
  if (found) return found;
  const budget = new SchemaBudget();
  const schemas = tools.map(({ parameters }) => parseArgumentSchema(parameters ?? {}, budget));
  known.set(tools, schemas);
  return schemas;
}
