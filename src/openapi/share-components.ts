import type { OpenAPIObject } from '@nestjs/swagger';
import { CORRELATION_HEADER } from '../http/index.js';
import {
  ADDS_ROWS,
  API_ERROR_SCHEMA,
  errorResponse,
  type OperationErrors,
  READS_BODY,
} from '../http/openapi/index.js';
import { ComponentSchemas } from './component-schemas.js';

type Response = Exclude<NonNullable<OpenApiOperation['responses'][string]>, { $ref: string }>;
type Content = NonNullable<Response['content']>;

/** Moves shared parts of operations into components: schemas, the correlation header, and common errors. */
export function shareComponents(document: OpenAPIObject): OpenAPIObject {
  const schemas = new ComponentSchemas();
  schemas.rewrite(API_ERROR_SCHEMA);
  const located = operationsOf(document);
  const operations = located.map(({ operation }) => operation);
  for (const { method, operation } of located) {
    if (method !== 'get') addErrors(operation, READS_BODY);
    // Deleting must work above the storage limit: it is the way to get below it.
    if (method !== 'delete' && method !== 'get' && operation.security?.length)
      addErrors(operation, ADDS_ROWS);
  }
  for (const operation of operations) rewriteSchemas(operation, schemas);
  for (const response of operations.flatMap(responsesOf)) addCorrelationHeader(response);
  const responses = shareResponses(operations);
  const headers = {
    CorrelationId: {
      description: 'Names this request; made by the server. Quote it to support.',
      schema: { type: 'string', format: 'uuid' },
    },
  };
  document.components = { ...document.components, headers, responses, schemas: schemas.all() };
  return document;
}

const responsesOf = ({ responses }: OpenApiOperation): Response[] =>
  Object.values(responses).filter((response): response is Response => !!response && !('$ref' in response));

function rewriteSchemas(operation: OpenApiOperation, schemas: ComponentSchemas): void {
  const { operationId = '', parameters = [], requestBody } = operation;
  for (const parameter of parameters) {
    if ('schema' in parameter && parameter.schema)
      parameter.schema = schemas.rewrite(parameter.schema as never);
  }
  if (requestBody && 'content' in requestBody)
    rewriteContent(requestBody.content, `${pascal(operationId)}Request`, schemas);
  for (const { content } of responsesOf(operation))
    if (content) rewriteContent(content, `${pascal(operationId)}Response`, schemas);
}

/** @param name For an object without a title. */
function rewriteContent(content: Content, name: string, schemas: ComponentSchemas): void {
  for (const media of Object.values(content)) {
    const schema = media.schema as unknown as Readonly<Record<string, unknown>> | undefined;
    if (!schema) continue;
    const named = schema['type'] === 'object' && !('title' in schema) ? { title: name, ...schema } : schema;
    media.schema = schemas.rewrite(named);
  }
}

/** Errors that follow from the method, besides those of the operation. */
function addErrors({ responses }: OpenApiOperation, errors: OperationErrors): void {
  for (const [status, codes] of Object.entries(errors)) {
    const known = (responses[status] as Response | undefined)?.content?.['application/json']?.examples ?? {};
    const said = Object.entries(known).map(([code, example]) => [code, messageOf(example)] as const);
    responses[status] = errorResponse({ ...Object.fromEntries(said), ...codes });
  }
}

const messageOf = (example: object): string =>
  (example as { value: { error_message: string } }).value.error_message;

/** Every response carries the header, so operations don't declare it. */
function addCorrelationHeader(response: Response): void {
  const header = { [CORRELATION_HEADER]: { $ref: '#/components/headers/CorrelationId' } };
  response.headers = { ...response.headers, ...header };
}

/** Moves error responses of several operations into components, and returns these. */
function shareResponses(operations: readonly OpenApiOperation[]): Record<string, Response> {
  const counts = new Map<string, number>();
  const errors = operations.flatMap((operation) =>
    Object.entries(operation.responses)
      .filter(([status]) => status >= '400')
      .map(([status, response]) => ({ operation, status, response: response as Response })),
  );
  for (const { response } of errors) {
    const key = JSON.stringify(response);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const shared = new Map<string, string>();
  const components: Record<string, Response> = {};
  for (const { operation, status, response } of errors) {
    const key = JSON.stringify(response);
    if ((counts.get(key) ?? 0) < 2) continue;
    const name = shared.get(key) ?? freeName(responseName(status, response), components);
    shared.set(key, name);
    components[name] = response;
    operation.responses[status] = { $ref: `#/components/responses/${name}` };
  }
  return components;
}

/** `NotFound` for one code. For several, a name with all codes would be too long: the status and the first of them. */
function responseName(status: string, { content }: Response): string {
  const [code = ''] = Object.keys(content?.['application/json']?.examples ?? {});
  return `Error${status}${pascal(code.toLowerCase())}`;
}

function freeName(wanted: string, taken: Readonly<Record<string, unknown>>): string {
  let name = wanted;
  for (let number = 2; name in taken; number++) name = `${wanted}${number}`;
  return name;
}

const pascal = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

type OpenApiOperation = NonNullable<OpenAPIObject['paths'][string]['get']>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Every operation of the document, with its path and method. */
export const operationsOf = (document: OpenAPIObject) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const operation = methods[method];
      return operation ? [{ path, method, operation }] : [];
    }),
  );
