import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import {
  type AgentDocument,
  type AgentTool,
  hasSecretBeforeQuery,
  parseOneSchema,
  toolSchemasOf,
} from '../agent-document/index.js';

/**
 * Problems of tools, by JSON Pointer (RFC 6901): a schema outside the supported subset, or a secret in host or path.
 * Checks one list of tools at a time, because a document may have many and other requests wait.
 */
export async function toolProblemsOf(document: AgentDocument): Promise<string[]> {
  const { tools = [], mcpServers = [], calendars = [], variants = {}, analysis } = document;
  const problems = [
    ...problemsIn(tools, '/tools'),
    ...addressProblems(mcpServers, '/mcpServers'),
    ...addressProblems(calendars, '/calendars'),
    ...analysisProblems(analysis, '/analysis'),
  ];
  for (const [id, { overrides }] of Object.entries(variants)) {
    if (![overrides.tools, overrides.mcpServers, overrides.calendars, overrides.analysis].some(Boolean))
      continue;
    await yieldToEventLoop();
    const place = `/variants/${id}/overrides`;
    problems.push(...problemsIn(overrides.tools ?? [], `${place}/tools`));
    problems.push(...addressProblems(overrides.mcpServers ?? [], `${place}/mcpServers`));
    problems.push(...addressProblems(overrides.calendars ?? [], `${place}/calendars`));
    problems.push(...analysisProblems(overrides.analysis, `${place}/analysis`));
  }
  return problems;
}

function analysisProblems(analysis: AgentDocument['analysis'], place: string): string[] {
  if (analysis?.fields === undefined) return [];
  const parsed = parseOneSchema(analysis.fields);
  return parsed.ok ? [] : parsed.problems.map(({ path, message }) => `${place}/fields${path} ${message}`);
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

function addressProblems(places: readonly { readonly url: string }[], place: string): string[] {
  return places.flatMap(({ url }, index) =>
    hasSecretBeforeQuery(url)
      ? [`${place}/${index}/url must have secrets in its query only, or in a header`]
      : [],
  );
}
