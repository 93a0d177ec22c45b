import { setImmediate as everybodyElse } from 'node:timers/promises';
import {
  type AgentDocument,
  type AgentTool,
  hasSecretBeforeQuery,
  toolSchemasOf,
} from '../agent-document/index.js';

/**
 * Problems of tools, by JSON Pointer (RFC 6901): a schema beyond the supported subset, or a secret in host or path.
 * One list of tools at a time, because a document may have many and other requests wait.
 */
export async function toolProblemsOf({ tools = [], variants = {} }: AgentDocument): Promise<string[]> {
  const problems = problemsIn(tools, '/tools');
  for (const [id, { overrides }] of Object.entries(variants)) {
    if (!overrides.tools) continue;
    await everybodyElse();
    problems.push(...problemsIn(overrides.tools, `/variants/${id}/overrides/tools`));
  }
  return problems;
}

function problemsIn(tools: readonly AgentTool[], place: string): string[] {
  const schemas = toolSchemasOf(tools);
  return tools.flatMap(({ http }, index) => {
    const schema = schemas[index];
    const ofSchema = !schema || schema.ok ? [] : schema.problems;
    return [
      ...ofSchema.map(({ path, message }) => `${place}/${index}/parameters${path} ${message}`),
      ...(hasSecretBeforeQuery(http.url)
        ? [`${place}/${index}/http/url must have secrets in its query only, or in a header`]
        : []),
    ];
  });
}
