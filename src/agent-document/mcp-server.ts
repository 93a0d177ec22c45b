import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Filler } from './document-tools.js';

const closed = { additionalProperties: false } as const;
const optional = <T extends TSchema>(schema: T) => Type.Optional(schema);

/** A server of the Model Context Protocol, over streamable HTTP, and the tools of it that a model may call. */
export const McpServer = Type.Object(
  {
    name: Type.String({
      pattern: '^[a-zA-Z][a-zA-Z0-9]{0,31}$',
      examples: ['crm'],
      description: 'What its tools begin with: the tool `find` of `crm` is `crm_find` to the model.',
    }),
    url: Type.String({
      minLength: 1,
      maxLength: 2_000,
      description: 'Its address of streamable HTTP; path and query may hold variables.',
    }),
    headers: optional(
      Type.Record(Type.String({ maxLength: 200 }), Type.String({ maxLength: 4_000 }), {
        maxProperties: 30,
        description: 'Values may hold secret references, `{{secret.NAME}}`, and variables.',
      }),
    ),
    tools: Type.Array(Type.String({ pattern: '^[A-Za-z0-9_./-]{1,128}$' }), {
      minItems: 1,
      maxItems: 50,
      uniqueItems: true,
      description: 'The tools that the model may call, as the server names them. It is told of no others.',
    }),
    timeoutMs: optional(
      Type.Integer({ minimum: 100, maximum: 60_000, description: 'For one call of a tool.' }),
    ),
    repeatable: optional(
      Type.Boolean({
        description:
          'The server does nothing twice for one `Idempotency-Key`: a call that failed, or whose outcome died with the process, is made again. Default: false.',
      }),
    ),
    durable: optional(
      Type.Boolean({
        description:
          'A call is written down before it leaves, and not made while the database is away. Default: true.',
      }),
    ),
    filler: optional(Filler),
  },
  { ...closed, title: 'McpServer' },
);

export type AgentMcpServer = Static<typeof McpServer>;

/** Longest function name that all models accept. */
const MAX_NAME = 64;

/** The function name that models see: dots and slashes are not allowed in function names. */
export const mcpToolName = ({ name }: Pick<AgentMcpServer, 'name'>, tool: string): string =>
  `${name}_${tool.replaceAll(/[./]/g, '_')}`;

/** Problems with the names of servers and their tools, by JSON Pointer (RFC 6901). */
export function mcpNameProblems(
  servers: readonly AgentMcpServer[],
  taken: ReadonlySet<string>,
  place: string,
): string[] {
  const known = new Set(taken);
  return servers.flatMap((server, index) =>
    server.tools.flatMap((tool, at) => {
      const name = mcpToolName(server, tool);
      const path = `${place}/${index}/tools/${at}`;
      if (name.length > MAX_NAME)
        return [`${path} makes a name of more than ${MAX_NAME} characters with that of its server`];
      if (known.has(name)) return [`${path} is ${name} to the model, which another tool is already`];
      known.add(name);
      return [];
    }),
  );
}
