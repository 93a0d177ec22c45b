import type { IconName } from '../ui/icon.js';
import { newCalendar } from './calendar-document.js';
import type { JsonObject } from './json.js';
import { schemaOfParameters } from './tool-parameters.js';

interface Preset {
  readonly label: string;
  readonly icon: IconName;
  /** The list of the document that it is added to. */
  readonly field: 'tools' | 'mcpServers' | 'calendars';
  readonly entry: (document: JsonObject) => JsonObject & { readonly name: string };
}

const row = (name: string, description: string, example: string) =>
  ({ name, description, example, kind: 'text', required: true, choices: [] }) as const;

/** Tools to begin with, with their usual settings. */
export const TOOL_PRESETS: readonly Preset[] = [
  {
    label: 'Book appointments in your calendar',
    icon: 'calendar',
    field: 'calendars',
    entry: newCalendar,
  },
  {
    label: 'Look something up in your system',
    icon: 'search',
    field: 'tools',
    entry: () => ({ name: 'look_up', description: '', http: { method: 'GET', url: '' } }),
  },
  {
    label: 'Send something to your system (webhook)',
    icon: 'webhook',
    field: 'tools',
    entry: () => ({ name: 'send', description: '', http: { method: 'POST', url: '' } }),
  },
  {
    label: 'Add a row to a spreadsheet',
    icon: 'plus',
    field: 'tools',
    entry: () => ({
      name: 'write_down',
      description: 'Writes down who called, and what about. Use it once, before you say goodbye.',
      parameters: schemaOfParameters([
        row('name', 'The name of the caller', 'Peter Miller'),
        row('phone', 'The number to call back', '+44 20 7946 0812'),
        row('message', 'What the caller wants, in a sentence', 'Asks for a quote for two crowns'),
      ]),
      http: { method: 'POST', url: '', body: { time: '{{now}}' } },
    }),
  },
  {
    label: 'Use the tools of an MCP server',
    icon: 'plug',
    field: 'mcpServers',
    entry: () => ({ name: 'server', url: '', tools: [] }),
  },
];
