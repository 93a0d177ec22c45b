import { applyDecorators, HttpCode, type Type, UseInterceptors } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import {
  ApiBody,
  ApiConsumes,
  ApiExtension,
  ApiHeader,
  ApiOperation,
  ApiParam,
  ApiQuery,
  ApiResponse,
  type ApiResponseOptions,
  ApiSecurity,
} from '@nestjs/swagger';
import type { TSchema } from '@sinclair/typebox';
import {
  AddsBytes,
  DeclareLimits,
  type KeyLimits,
  Public,
  type RequiredAccess,
  RequireScope,
} from '../../common/access/index.js';
import { IDEMPOTENCY_KEY_PATTERN } from '../idempotency/idempotency-context.js';
import { MERGE_PATCH_TYPE, TAKES_DOCUMENTS, TAKES_FILES, TAKES_MERGE_PATCH } from '../body-kinds.js';
import { NoQuery } from '../no-query.js';
import { dtoSchema, type JsonSchema } from './dto-schema.js';
import { errorResponses, type OperationErrors } from './error-responses.js';

export const API_KEY_SCHEME = 'apiKey';

/** Name of the session cookie's security scheme. */
export const SESSION_SCHEME = 'session';

export const KEY_LIMITS_EXTENSION = 'x-key-limits';

/** Marks operations whose body may be as large as an agent document; the served document has the limit. */
export const DOCUMENT_BODY_EXTENSION = 'x-document-body';

/** Not a second content type: openapi-python-client would generate a module that Python cannot import. */
const MERGE_PATCH_NOTE = `The body may also be sent as \`${MERGE_PATCH_TYPE}\`.`;

interface Documented {
  readonly summary: string;
  /** Set if `<controller>.<method>` would be misleading. */
  readonly id?: string;
  readonly description?: string;
  /** Success status. Default: 200, or 204 without a response. */
  readonly status?: 200 | 201 | 202 | 204;
  /** Body of a successful response; absent for 204. */
  readonly response?: { readonly schema: TSchema; readonly example: unknown; readonly contentType?: string };
  /** Another success response, in JSON. */
  readonly also?: {
    readonly status: 202;
    readonly description: string;
    readonly response: { readonly schema: TSchema; readonly example: unknown };
  };
  /** Further responses that are neither errors nor JSON. */
  readonly otherResponses?: readonly ApiResponseOptions[];
  readonly body?: { readonly dto: Type<object>; readonly example: unknown; readonly optional?: boolean };
  /** The body contains an agent document. */
  readonly takesDocuments?: boolean;
  /** A body without a DTO, as JSON Schema. */
  readonly jsonBody?: { readonly schema: object; readonly example: unknown };
  /** Takes a file of one of these media types as its body. */
  readonly file?: readonly string[];
  /** Also takes the body as `application/merge-patch+json`. */
  readonly mergePatch?: boolean;
  /** Patterns of path parameters, by name. */
  readonly path?: Readonly<Record<string, RegExp>>;
  /** DTO of the query string; `any`: ignored; absent: refused. */
  readonly query?: Type<object> | 'any';
  /** Error codes by status, besides the common ones. */
  readonly errors?: OperationErrors;
  /** Overrides the access of limited keys that `keyLimitsOf` would derive. */
  readonly limits?: Partial<KeyLimits>;
  /** Adds to the account's stored data, by more than an audit log entry. */
  readonly addsBytes?: boolean;
  /** Takes an Idempotency-Key header. */
  readonly idempotent?: boolean;
}

/** A scope of the key or the person; any of them; people only; or public. */
type Access = { readonly scope: RequiredAccess } | { readonly public: true };

/**
 * One operation: its access, its success status, and its OpenAPI documentation. DTO rules come from their validation
 * decorators.
 */
export function Operation(options: Documented & Access): MethodDecorator {
  const isPublic = 'public' in options;
  const hasBody = options.body !== undefined || options.jsonBody !== undefined;
  const status = options.status ?? (options.response ? 200 : 204);
  return applyDecorators(
    isPublic ? Public() : applyDecorators(RequireScope(options.scope), ...schemesOf(options.scope)),
    HttpCode(status),
    ApiOperation({
      ...(options.id !== undefined && { operationId: options.id }),
      ...(isPublic && { security: [] }),
      summary: options.summary,
      description: [options.description, options.mergePatch && MERGE_PATCH_NOTE, accessNote(options)]
        .filter((text) => typeof text === 'string')
        .join('\n\n'),
    }),
    ...(options.limits
      ? [DeclareLimits(options.limits), ApiExtension(KEY_LIMITS_EXTENSION, options.limits)]
      : []),
    ...successResponse(status, options),
    ...bodyOf(options),
    ...fileOf(options.file),
    ...(options.addsBytes ? [AddsBytes()] : []),
    ...bodyKinds(options),
    ...alsoOf(options.also),
    ...pathOf(options.path),
    ...queryOf(options.query),
    ...(options.idempotent ? [idempotencyHeader()] : []),
    ...errorResponses({
      isPublic,
      scope: isPublic ? undefined : options.scope,
      hasBody,
      idempotent: options.idempotent ?? false,
      badQuery: options.query === 'any' ? undefined : badQuery(options.query),
      errors: options.errors ?? {},
    }),
  );
}

function accessNote(access: Access): string {
  if ('public' in access) return 'Asks for no API key.';
  if (access.scope === 'person') return 'For people who have signed in; API keys are refused.';
  return access.scope === 'any' ? 'Any valid key will do.' : `Needs the scope \`${access.scope}\`.`;
}

/** The scope is the role that each scheme requires. */
function schemesOf(scope: RequiredAccess): MethodDecorator[] {
  const roles = scope === 'person' || scope === 'any' ? [] : [scope];
  return [
    ...(scope === 'person' ? [] : [ApiSecurity(API_KEY_SCHEME, roles)]),
    ApiSecurity(SESSION_SCHEME, roles),
  ];
}

function successResponse(status: number, { response, otherResponses = [] }: Documented): MethodDecorator[] {
  const others = otherResponses.map((other) => ApiResponse(other));
  if (otherResponses.some((other) => other.status === status)) return others;
  if (!response) return [ApiResponse({ status, description: 'Done.' }), ...others];
  const { schema, example, contentType = 'application/json' } = response;
  const content = { [contentType]: { schema: schema as JsonSchema, example } };
  return [ApiResponse({ status, description: 'Done.', content }), ...others];
}

const bodyKinds = ({ file, mergePatch, takesDocuments }: Documented): MethodDecorator[] => [
  RouteConfig({
    ...(file && TAKES_FILES),
    ...(mergePatch && TAKES_MERGE_PATCH),
    ...(takesDocuments && TAKES_DOCUMENTS),
  }),
  ...(takesDocuments ? [ApiExtension(DOCUMENT_BODY_EXTENSION, true)] : []),
];

function alsoOf(also: Documented['also']): MethodDecorator[] {
  if (!also) return [];
  const { schema, example } = also.response;
  const content = { 'application/json': { schema: schema as JsonSchema, example } };
  return [ApiResponse({ status: also.status, description: also.description, content })];
}

function bodyOf({ body, jsonBody }: Documented): MethodDecorator[] {
  if (body) {
    return [
      ApiBody({
        required: body.optional !== true,
        schema: sayDefaults(dtoSchema(body.dto)) as never,
        examples: { example: { value: body.example } },
      }),
    ];
  }
  if (!jsonBody) return [];
  return [ApiBody({ schema: jsonBody.schema as never, examples: { example: { value: jsonBody.example } } })];
}

function fileOf(types: readonly string[] | undefined): MethodDecorator[] {
  if (!types) return [];
  const schema = { type: 'string', format: 'binary' } as const;
  return [ApiConsumes(...types), ApiBody({ required: true, schema })];
}

/** As text: client generators treat an optional field with a `default` as required. */
function sayDefaults(schema: JsonSchema): JsonSchema {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>).map(
    ([name, { default: fallback, ...field }]) => {
      if (fallback === undefined) return [name, field] as const;
      const said = `Default: \`${JSON.stringify(fallback)}\`.`;
      return [
        name,
        { ...field, description: [field['description'], said].filter(Boolean).join(' ') },
      ] as const;
    },
  );
  return { ...schema, properties: Object.fromEntries<JsonSchema>(properties) };
}

const pathOf = (patterns: Readonly<Record<string, RegExp>> = {}): MethodDecorator[] =>
  Object.entries(patterns).map(([name, { source }]) =>
    ApiParam({ name, schema: { type: 'string', pattern: source } }),
  );

function queryOf(dto: Documented['query']): MethodDecorator[] {
  if (dto === 'any') return [];
  if (!dto) return [UseInterceptors(NoQuery)];
  const { properties, required = [] } = querySchema(dto);
  return Object.entries(properties).map(([name, { description, ...schema }]) =>
    ApiQuery({ name, required: required.includes(name), description: description as string, schema }),
  );
}

/** Example error message for a query that the DTO refuses. */
function badQuery(dto: Type<object> | undefined): string {
  const maximum = dto && (querySchema(dto).properties['limit']?.['maximum'] as number | undefined);
  return maximum === undefined ? 'unknown field colour' : `limit must not be greater than ${maximum}`;
}

const querySchema = (dto: Type<object>) =>
  dtoSchema(dto) as { properties: Record<string, JsonSchema>; required?: string[] };

const idempotencyHeader = () =>
  ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description:
      'Makes a repetition safe: for 24 hours the same key with the same request gets the first answer again; with another request it is ' +
      'refused with 409 `IDEMPOTENCY_KEY_REUSED`.',
    schema: { type: 'string', pattern: IDEMPOTENCY_KEY_PATTERN.source },
  });
