import { calendarTools } from './calendar-document.js';
import { type Json, type JsonObject, listOf, objectOf, stringOf } from './json.js';

/** Characters that MCP allows in tool names, and models do not. */
const NOT_TAKEN = /[./]/g;

/** Names under which models see the document's tools that send requests. */
export function toolNamesOf({ tools, mcpServers, calendars }: JsonObject): readonly string[] {
  const ofCalendars = listOf(calendars).flatMap((calendar) => {
    const { find, book } = calendarTools(objectOf(calendar));
    return [find.name, book.name];
  });
  const ofServers = listOf(mcpServers).flatMap((server) => {
    const { name, tools: ofServer } = objectOf(server);
    return listOf(ofServer).map((tool) => `${stringOf(name)}_${stringOf(tool)}`.replace(NOT_TAKEN, '_'));
  });
  return [...ownNames(tools), ...ofCalendars, ...ofServers].filter((name) => name !== '');
}

/** Names of the tools in which a form can end. */
export const formToolNamesOf = ({ tools, calendars }: JsonObject): readonly string[] =>
  [
    ...ownNames(tools),
    ...listOf(calendars).map((calendar) => calendarTools(objectOf(calendar)).book.name),
  ].filter((name) => name !== '');

const ownNames = (tools: Json | undefined) => listOf(tools).map((tool) => stringOf(objectOf(tool).name));
