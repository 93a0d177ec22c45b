import type { OpenAPIObject } from '@nestjs/swagger';
import {
  AGENT_LIMITS,
  ENVIRONMENT_LIMITS,
  type KeyLimits,
  leastRoleWith,
  SCOPES,
} from '../common/access/index.js';
import { KEY_LIMITS_EXTENSION } from '../http/openapi/index.js';
import { operationsOf } from './share-components.js';
import { FAULTS } from '../voice/index.js';

const HEAD = ['operation', 'scope', 'role', 'key limited to agents', 'key limited to environments'];

/** The Markdown table of docs/reference/access.md: the scope and the least role that each operation needs. */
export function renderAccessTable(document: OpenAPIObject): string[] {
  const rows = operationsOf(document).flatMap(({ path, method, operation }) => {
    if (!(KEY_LIMITS_EXTENSION in operation)) return [];
    const { agents, environments } = operation[KEY_LIMITS_EXTENSION] as KeyLimits;
    const [, name] = /Needs the scope `([^`]+)`/.exec(operation.description ?? '') ?? [];
    const scope = SCOPES.find((known) => known === name);
    const role = scope === undefined ? 'viewer' : leastRoleWith(scope);
    const cells = [scope === undefined ? 'any key' : `\`${scope}\``, role, agents, environments];
    return [[`\`${method.toUpperCase()} ${path}\``, ...cells]];
  });
  return [HEAD, HEAD.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}

/** The terms of the table's last two columns with their meanings, as Markdown. */
export const renderAccessLegend = (): string[] => [
  'A key limited to agents:',
  '',
  ...Object.entries(AGENT_LIMITS).map(([word, meaning]) => `- \`${word}\`: ${meaning}.`),
  '',
  'A key limited to environments:',
  '',
  ...Object.entries(ENVIRONMENT_LIMITS).map(([word, meaning]) => `- \`${word}\`: ${meaning}.`),
];

/** Markdown table of all fault codes with their meaning, for docs/reference/fault-codes.md. */
export const renderFaultTable = (): string[] => [
  '| code | what happened |',
  '| --- | --- |',
  ...Object.entries(FAULTS).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`),
];
