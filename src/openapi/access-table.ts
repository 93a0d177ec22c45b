import type { OpenAPIObject } from '@nestjs/swagger';
import { AGENT_LIMITS, ENVIRONMENT_LIMITS, type KeyLimits } from '../common/access/index.js';
import { KEY_LIMITS_EXTENSION } from '../common/openapi/index.js';
import { operationsOf } from './operations.js';

const HEAD = ['operation', 'scope', 'key limited to agents', 'key limited to environments'];

/** The Markdown table of docs/access.md: what each operation needs of a key. */
export function renderAccessTable(document: OpenAPIObject): string[] {
  const rows = operationsOf(document).flatMap(({ path, method, operation }) => {
    if (!(KEY_LIMITS_EXTENSION in operation)) return [];
    const { agents, environments } = operation[KEY_LIMITS_EXTENSION] as KeyLimits;
    const scope = /Needs the scope (`[^`]+`)/.exec(operation.description ?? '')?.[1] ?? 'any key';
    return [[`\`${method.toUpperCase()} ${path}\``, scope, agents, environments]];
  });
  return [HEAD, HEAD.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}

/** The words of the table's last two columns, each with its meaning, as Markdown. */
export const renderAccessLegend = (): string[] => [
  'A key limited to agents:',
  '',
  ...Object.entries(AGENT_LIMITS).map(([word, meaning]) => `- \`${word}\`: ${meaning}.`),
  '',
  'A key limited to environments:',
  '',
  ...Object.entries(ENVIRONMENT_LIMITS).map(([word, meaning]) => `- \`${word}\`: ${meaning}.`),
];
