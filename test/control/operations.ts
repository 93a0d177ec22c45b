import { randomUUID } from 'node:crypto';
import type { KeyLimits } from '../../src/common/access/index.js';
import type { HttpAnswer } from '../support/http.js';

/** The part of JSON Schema that the tests use. */
export interface DocumentedSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, DocumentedSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
}

/** A served OpenAPI operation. */
export interface Operation {
  readonly method: string;
  /** With `{parameters}`. */
  readonly path: string;
  /** Names of path parameters. */
  readonly pathParameters: readonly string[];
  /** Names of documented query parameters. */
  readonly queryParameters: readonly string[];
  /** Required scope, `any` for any key, `person` for people only, undefined when public. */
  readonly scope: string | undefined;
  /** Documented access of limited keys; undefined when public. */
  readonly limits: KeyLimits | undefined;
  /** Status of success; of an operation that needs others, of their absence. */
  readonly success: number;
  /** Documented example body. */
  readonly body: unknown;
  /** Documented body schema; undefined without a body. */
  readonly bodySchema: DocumentedSchema | undefined;
  /** Media type of a file accepted instead of JSON. */
  readonly fileType: string | undefined;
  readonly isBodyRequired: boolean;
  readonly takesIdempotencyKey: boolean;
  readonly name: string;
}

interface Documented {
  readonly 'x-key-limits'?: KeyLimits;
  readonly description?: string;
  readonly security?: unknown[];
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Readonly<Record<string, unknown>>;
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Record<
      string,
      {
        readonly schema: DocumentedSchema;
        readonly examples?: Record<string, { readonly value: unknown }>;
      }
    >;
  };
}

/** All operations of a served document. */
export function operationsOf(answer: HttpAnswer): Operation[] {
  const paths = answer.body.paths as Record<string, Record<string, Documented>>;
  const schemas = answer.body.components.schemas as Record<string, DocumentedSchema>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, documented]) =>
      operationOf(method.toUpperCase(), path, documented, schemas),
    ),
  );
}

/** Answers of allowed operations whose website, model, mail server or running call is away in these tests. */
const AWAY: Readonly<Record<string, number>> = {
  'POST /v1/session/links': 409,
  'POST /v1/website-pages': 422,
  'POST /v1/agent-suggestions': 502,
  'POST /v1/conversations/{conversationId}/monitors': 409,
  'DELETE /v1/conversations/{conversationId}/monitors/{monitorId}': 409,
  'POST /v1/conversations/{conversationId}/monitors/{monitorId}/take-over': 409,
  'POST /v1/conversations/{conversationId}/monitors/{monitorId}/give-back': 409,
  'POST /v1/conversations/{conversationId}/whispers': 409,
};

function operationOf(
  method: string,
  path: string,
  documented: Documented,
  schemas: Readonly<Record<string, DocumentedSchema>>,
): Operation {
  const { parameters = [], requestBody } = documented;
  const json = requestBody?.content['application/json'];
  const namesIn = (place: string) => parameters.filter((one) => one.in === place).map(({ name }) => name);
  return {
    method,
    path,
    pathParameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    queryParameters: namesIn('query'),
    scope: documented.security?.length ? scopeOf(documented.description ?? '') : undefined,
    limits: documented['x-key-limits'],
    success:
      AWAY[`${method.toUpperCase()} ${path}`] ??
      Number(Object.keys(documented.responses).find((status) => status < '300')),
    body: json?.examples?.example?.value,
    bodySchema: json?.schema.$ref ? schemas[json.schema.$ref.split('/').at(-1) ?? ''] : json?.schema,
    fileType: Object.keys(requestBody?.content ?? {}).find((type) => type.startsWith('text/')),
    isBodyRequired: requestBody?.required ?? false,
    takesIdempotencyKey: namesIn('header').includes('Idempotency-Key'),
    name: `${method} ${path}`,
  };
}

function scopeOf(description: string): string {
  if (description.includes('For people who have signed in')) return 'person';
  return /Needs the scope `([^`]+)`/.exec(description)?.[1] ?? 'any';
}

/** Whether the operation takes the operator's token. */
export const isForOperator = ({ path }: Pick<Operation, 'path'>): boolean =>
  /\{accountId\}\/(suspension|quotas)\b/.test(path);

/** The path with its parameters filled in, plus required query parameters. */
export function fill(operation: Operation, ids: Readonly<Record<string, string>>): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? `${name}-unknown`);
  if (operation.path.endsWith('/deployments') && operation.method === 'GET')
    return `${path}?environment=sandbox`;
  if (operation.name === 'DELETE /v1/conversations') return `${path}?caller=nobody`;
  if (operation.name.startsWith('POST') && operation.path.endsWith('/documents'))
    return `${path}?name=${randomUUID()}`;
  if (operation.path.endsWith('/diff')) return `${path}?from=draft&to=draft`;
  if (operation.path.endsWith('/gates/states')) return `${path}?version=draft`;
  return path;
}
