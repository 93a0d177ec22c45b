import { Value } from '@sinclair/typebox/value';
import { AgentDocumentSchema, type TurnTakingSettings } from '../../agent-document/index.js';

const PREFIX = 'turnTaking.';

/**
 * Parses assignments such as `turnTaking.endpointing.completeMs=500` into document settings.
 * @throws Error that names an unknown setting or an invalid value.
 */
export function settingsFrom(assignments: readonly string[]): TurnTakingSettings {
  const settings: Record<string, unknown> = {};
  for (const assignment of assignments) {
    const [name = '', ...rest] = assignment.split('=');
    if (!name.startsWith(PREFIX) || rest.length === 0) {
      throw new Error(`--set takes ${PREFIX}SETTING=VALUE, not ${assignment}.`);
    }
    put(settings, name.slice(PREFIX.length).split('.'), valueOf(rest.join('=')));
  }
  const schema = AgentDocumentSchema.properties.turnTaking;
  if (Value.Check(schema, settings)) return settings;
  const [problem] = Value.Errors(schema, settings);
  const where = `turnTaking${(problem?.path ?? '').replaceAll('/', '.')}`;
  throw new Error(`${where} can't be that: ${problem?.message ?? 'it is not valid'}.`);
}

function put(object: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
    return;
  }
  const inner = Object.hasOwn(object, name) ? object[name] : {};
  if (typeof inner !== 'object' || inner === null) return;
  const copy = { ...inner };
  put(copy, rest, value);
  put(object, [name], copy);
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
