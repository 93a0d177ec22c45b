import { type JsonObject, listOf, objectOf, stringOf } from './json.js';

/** What a server of MCP may have in the name of a tool, and models do not take. */
const NOT_TAKEN = /[./]/g;

/** The tools of a document that make requests, by the names that its model knows. */
export function toolNamesOf({ tools, mcpServers }: JsonObject): readonly string[] {
  const own = listOf(tools).map((tool) => stringOf(objectOf(tool).name));
  const ofServers = listOf(mcpServers).flatMap((server) => {
    const { name, tools: ofServer } = objectOf(server);
    return listOf(ofServer).map((tool) => `${stringOf(name)}_${stringOf(tool)}`.replace(NOT_TAKEN, '_'));
  });
  return [...own, ...ofServers].filter((name) => name !== '');
}
