import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { FastifyInstance } from 'fastify';
import { type ApiTool, OWN_ACCOUNT } from './api-tools.js';

/** Who calls, as for any request of the API. */
export interface Caller {
  readonly apiKey: string;
  readonly address: string;
}

/** Characters of an answer that a model gets. */
const MAX_ANSWER = 60_000;

/** An answer of the API. */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** A request to the API of this process, through all of its checks. */
export async function requestApi(
  fastify: FastifyInstance,
  { apiKey, address }: Caller,
  method: ApiTool['method'],
  url: string,
  body?: object,
): Promise<ApiAnswer> {
  const { statusCode, headers, payload } = await fastify.inject({
    method: method.toUpperCase() as 'GET',
    url,
    remoteAddress: address,
    headers: { 'x-api-key': apiKey, host: 'localhost' },
    ...(body && { payload: body }),
  });
  return { status: statusCode, headers, text: payload };
}

/** Calls the operation of a tool. Refusals become results that say why. */
export async function callTool(
  fastify: FastifyInstance,
  caller: Caller & { readonly accountId: string },
  { method, path, inPath, inQuery }: ApiTool,
  given: Readonly<Record<string, unknown>>,
): Promise<CallToolResult> {
  const values: Readonly<Record<string, unknown>> = { ...given, [OWN_ACCOUNT]: caller.accountId };
  const missing = inPath.filter((name) => !isSimple(values[name]));
  if (missing.length > 0) return failed(`Missing: ${missing.join(', ')}.`);
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const query = new URLSearchParams(
    inQuery.flatMap((name): [string, string][] =>
      given[name] === undefined ? [] : [[name, textOf(given[name])]],
    ),
  );
  const placed = new Set([...inPath, ...inQuery]);
  const body = Object.fromEntries(Object.entries(given).filter(([name]) => !placed.has(name)));
  const names = Object.keys(body);
  if ((method === 'get' || method === 'delete') && names.length > 0)
    return failed(`Unknown: ${names.join(', ')}.`);
  const { status, text } = await requestApi(
    fastify,
    caller,
    method,
    query.size > 0 ? `${url}?${query.toString()}` : url,
    method === 'get' || method === 'delete' ? undefined : body,
  );
  if (status >= 400) return failed(text);
  return { content: [{ type: 'text', text: shortened(text === '' ? 'Done.' : text) }] };
}

const failed = (text: string): CallToolResult => ({ isError: true, content: [{ type: 'text', text }] });

const isSimple = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '') || typeof value === 'number';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const shortened = (text: string): string =>
  text.length <= MAX_ANSWER
    ? text
    : `${text.slice(0, MAX_ANSWER)}\n(The answer has ${text.length} characters; the rest is left out. Ask for fewer items with limit.)`;
