import { type AgentDocument, calendarTools, mcpToolName } from '../agent-document/index.js';
import { validationFailed } from '../common/errors/index.js';

/** Mocked tool results, by the names that the model sees. */
export type ToolAnswers = ReadonlyMap<string, string>;

const MOST_NAMED = 20;
/** Length limit of a name repeated in an error. */
const MAX_ECHO = 80;

/** A misspelled name would cause the real request that the mock should prevent. @throws ApiError 400. */
export function refuseUnknownTools(
  { tools = [], mcpServers = [], calendars = [] }: AgentDocument,
  answers: ToolAnswers,
): void {
  const known = new Set([
    ...tools.map(({ name }) => name),
    ...mcpServers.flatMap((server) => server.tools.map((tool) => mcpToolName(server, tool))),
    ...calendars.flatMap((calendar) => Object.values(calendarTools(calendar)).map(({ name }) => name)),
  ]);
  const [unknown] = [...answers.keys()].filter((name) => !known.has(name));
  if (unknown === undefined) return;
  const names = [...known].slice(0, MOST_NAMED).join(', ');
  throw validationFailed(
    `toolAnswers.${unknown.slice(0, MAX_ECHO)} must be a tool of the agent that makes requests: ${names || 'it has none'}`,
  );
}
