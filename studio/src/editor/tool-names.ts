import { type JsonObject, listOf, objectOf, stringOf } from './json.js';

/** Characters that MCP allows in tool names, and models do not. */
const NOT_TAKEN = /[./]/g;

/** Names under which models see the document's tools that send requests. */
export function toolNamesOf({ tools, mcpServers }: JsonObject): readonly string[] {
  const own = listOf(tools).map((tool) => stringOf(objectOf(tool).name));
  const ofServers = listOf(mcpServers).flatMap((server) => {
    const { name, tools: ofServer } = objectOf(server);
    return listOf(ofServer).map((tool) => `${stringOf(name)}_${stringOf(tool)}`.replace(NOT_TAKEN, '_'));
  });
  return [...own, ...ofServers].filter((name) => name !== '');
}
