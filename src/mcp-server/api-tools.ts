import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { OpenAPIObject } from '@nestjs/swagger';

type Json = Readonly<Record<string, unknown>>;
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A tool, and the operation that it calls. */
export interface ApiTool {
  readonly tool: Tool;
  readonly method: Method;
  /** `/v1/agents/{agentId}/draft` */
  readonly path: string;
  readonly inPath: readonly string[];
  readonly inQuery: readonly string[];
  /** Absent: any valid key. */
  readonly scope: string | undefined;
}

/** Operations that make, test, publish and observe agents. */
const OPERATIONS = [
  'agents.list',
  'agents.create',
  'agents.get',
  'agents.rename',
  'agents.duplicate',
  'agents.delete',
  'agent-suggestions.create',
  'drafts.get',
  'drafts.patch',
  'topics.list',
  'topics.create',
  'topics.update',
  'topics.delete',
  'documents.list',
  'documents.passages',
  'tool-trials.run',
  'debug-chat.begin',
  'debug-chat.go-on',
  'test-sets.list',
  'test-sets.create',
  'test-sets.get',
  'test-sets.add-case',
  'test-sets.replace-case',
  'test-sets.delete-case',
  'test-runs.start',
  'test-runs.get',
  'case-drafts.draft',
  'gates.states',
  'deployments.publish',
  'deployments.list',
  'deployments.active',
  'deployments.diff',
  'deployments.promote',
  'deployments.roll-back',
  'conversations.list',
  'conversations.get',
  'daily-figures.report',
  'outcomes.report',
  'questions.report',
  'usage.report',
  'providers.list',
  'providers.models',
  'providers.voices',
];

/** Those that change what callers get, although they delete nothing. */
const CHANGES_CALLS = new Set(['deployments.publish', 'deployments.promote', 'deployments.roll-back']);

/** The account of the key is filled in. */
export const OWN_ACCOUNT = 'accountId';

/** Too long for a list of tools; a resource has them. */
const DOCUMENTS = new Set(['AgentDocument', 'AgentDocumentPatch']);
export const DOCUMENT_SCHEMA_URI = 'earshot://agent-document/schema';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Json;
}

/** @throws Error if an operation does not exist. */
export function apiTools(document: OpenAPIObject): ApiTool[] {
  const found = new Map<string, ApiTool>();
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods as Record<string, Json>)) {
      const { operationId } = operation as { readonly operationId?: string };
      if (operationId === undefined || !OPERATIONS.includes(operationId)) continue;
      found.set(operationId, toolOf(document, { path, method: method as Method, operationId, operation }));
    }
  return OPERATIONS.map((name) => {
    const tool = found.get(name);
    if (!tool) throw new Error(`The API has no operation ${name}.`);
    return tool;
  });
}

interface Found {
  readonly path: string;
  readonly method: Method;
  readonly operationId: string;
  readonly operation: Json;
}

function toolOf(document: OpenAPIObject, { path, method, operationId, operation }: Found): ApiTool {
  const parameters = (operation['parameters'] ?? []) as readonly Parameter[];
  const { summary = '', description } = operation as {
    readonly summary?: string;
    readonly description?: string;
  };
  return {
    method,
    path,
    inPath: namesIn('path', parameters),
    inQuery: namesIn('query', parameters),
    scope: scopeOf(operation),
    tool: {
      name: operationId.replace(/[.-]/g, '_'),
      title: summary,
      description: [`${summary}.`, description].filter(Boolean).join('\n\n'),
      inputSchema: inputOf(document, parameters, bodyOf(operation)),
      annotations: {
        title: summary,
        readOnlyHint: method === 'get',
        destructiveHint: method === 'delete' || CHANGES_CALLS.has(operationId),
        idempotentHint: method !== 'post',
        openWorldHint: false,
      },
    },
  };
}

/** Parameters and the fields of the body, side by side. */
function inputOf(
  document: OpenAPIObject,
  parameters: readonly Parameter[],
  body: Json | undefined,
): Tool['inputSchema'] {
  const given = parameters.filter((one) => one.in !== 'header' && one.name !== OWN_ACCOUNT);
  const schemas = new SchemasOf(document);
  const own = given.map(({ name, schema, description }) => [
    name,
    schemas.rewritten({ ...schema, ...(description && { description }) }),
  ]);
  const { properties = {}, required = [] } = (body ? schemas.resolved(body) : {}) as {
    readonly properties?: Record<string, object>;
    readonly required?: readonly string[];
  };
  const needed = given.filter((one) => one.required === true).map(({ name }) => name);
  return {
    type: 'object',
    properties: { ...(Object.fromEntries(own) as Record<string, object>), ...properties },
    required: [...needed, ...required],
    additionalProperties: false,
    ...schemas.definitions(),
  };
}

const namesIn = (place: string, parameters: readonly Parameter[]): string[] =>
  parameters.flatMap((one) => (one.in === place ? [one.name] : []));

function bodyOf({ requestBody }: Json): Json | undefined {
  const { content } = (requestBody ?? {}) as { readonly content?: Record<string, { readonly schema: Json }> };
  return content?.['application/json']?.schema;
}

function scopeOf({ security = [] }: Json): string | undefined {
  return (security as readonly Record<string, readonly string[]>[]).flatMap((one) =>
    Object.values(one).flat(),
  )[0];
}

/** Schemas of one tool: those that they refer to become definitions of the tool. */
class SchemasOf {
  private readonly used = new Map<string, Json>();

  constructor(private readonly document: OpenAPIObject) {}

  /** The schema itself, if it is only a reference. */
  resolved(schema: Json): Json {
    const name = nameOf(schema);
    return this.rewritten(name === undefined ? schema : this.component(name)) as Json;
  }

  rewritten(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.rewritten(one));
    if (typeof value !== 'object' || value === null) return value;
    const name = nameOf(value as Json);
    if (name === undefined)
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.rewritten(one)]));
    if (DOCUMENTS.has(name))
      return { type: 'object', description: `Its JSON Schema is the resource ${DOCUMENT_SCHEMA_URI}.` };
    if (!this.used.has(name)) {
      this.used.set(name, {});
      this.used.set(name, this.rewritten(this.component(name)) as Json);
    }
    return { $ref: `#/$defs/${name}` };
  }

  definitions(): { readonly $defs?: Record<string, Json> } {
    return this.used.size > 0 ? { $defs: Object.fromEntries(this.used) } : {};
  }

  private component(name: string): Json {
    return (this.document.components?.schemas?.[name] ?? {}) as Json;
  }
}

const REFERENCE = '#/components/schemas/';

function nameOf({ $ref }: Json): string | undefined {
  return typeof $ref === 'string' && $ref.startsWith(REFERENCE) ? $ref.slice(REFERENCE.length) : undefined;
}

/** The JSON Schema of agent documents, with all that it refers to. */
export function documentSchema(document: OpenAPIObject): Json {
  const schemas = new SchemasOf(document);
  const whole = schemas.resolved({ $ref: `${REFERENCE}AgentDocument` });
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...whole, ...schemas.definitions() };
}
