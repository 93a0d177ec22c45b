import { SIGNAL_ERRORS, SIGNALING_PATH, typesSentBy } from '../signaling/wire/index.js';
import { frameComponents } from './asyncapi.document.js';

/** A JSON Schema, as far as frames use it. */
interface Schema {
  readonly $ref?: string;
  readonly const?: unknown;
  readonly deprecated?: boolean;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

const HEAD = `// Written by \`npm run docs:api\` from src/signaling/wire: what goes over the signaling socket. Change it there.

/** Path of the signaling channel. */
export const SIGNALING_PATH = '${SIGNALING_PATH}';

/** Codes of \`error\` frames. */
export const SERVER_ERROR_CODES = ${JSON.stringify(Object.keys(SIGNAL_ERRORS))} as const;
`;

/** TypeScript types of the frames for the browser SDK, unformatted. */
export function renderClientTypes(): string {
  const { schemas, messages } = frameComponents();
  const words = Object.entries(schemas).map(([name, schema]) => declare(name, schema));
  const frames = Object.entries(messages).map(([type, { payload }]) => declare(frameName(type), payload));
  const unionOf = (side: 'client' | 'server') => typesSentBy(side).map(frameName).join(' | ');
  return [
    HEAD,
    ...words,
    ...frames,
    `export type ClientFrame = ${unionOf('client')};`,
    `export type ServerFrame = ${unionOf('server')};\n`,
  ].join('\n');
}

/** `ice-candidate`: `IceCandidateFrame`. */
const frameName = (type: string): string =>
  `${type.replaceAll(/(?:^|-)(.)/g, (_match, letter: string) => letter.toUpperCase())}Frame`;

const declare = (name: string, schema: Schema): string =>
  schema.properties
    ? `${comment(schema)}export interface ${name} ${typeOf(schema)}\n`
    : `${comment(schema)}export type ${name} = ${typeOf(schema)};\n`;

function typeOf(schema: Schema): string {
  const { $ref, items, oneOf, properties, type } = schema;
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1);
  if ('const' in schema) return JSON.stringify(schema.const);
  // Omit what is only accepted for compatibility.
  if (oneOf)
    return oneOf
      .filter((word) => !word.deprecated)
      .map(typeOf)
      .join(' | ');
  if (items) return `readonly ${typeOf(items)}[]`;
  if (schema.enum) return schema.enum.map((word) => JSON.stringify(word)).join(' | ');
  if (properties) return membersOf(properties, schema.required ?? []);
  if (type === undefined) throw new Error(`No type for ${JSON.stringify(schema)}`);
  return [type]
    .flat()
    .map((name) => (name === 'integer' ? 'number' : name))
    .join(' | ');
}

const membersOf = (properties: Readonly<Record<string, Schema>>, required: readonly string[]): string =>
  `{ ${Object.entries(properties)
    .map(([name, schema]) => {
      const sign = required.includes(name) ? ':' : '?:';
      return `${comment(schema)}readonly ${name}${sign} ${typeOf(schema)};`;
    })
    .join('\n')} }`;

/** Wraps long descriptions. */
function comment({ description }: Schema): string {
  if (!description) return '';
  if (description.length <= 100) return `/** ${description} */\n`;
  return `/**\n${description.replaceAll(/(.{1,100})(?: |$)/g, ' * $1\n')} */\n`;
}
