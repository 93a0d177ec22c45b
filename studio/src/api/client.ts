import createClient from 'openapi-fetch';
import { credentials } from './credentials.js';
import { refusal, unreachable } from './problem.js';
import type { components, paths } from './schema.js';

export type Schemas = components['schemas'];

const REQUEST_TIMEOUT_MS = 30_000;
/** A language model writes for a minute. */
const WRITING_TIMEOUT_MS = 100_000;

/** Called when the server rejects our credentials. */
let onSignedOut: () => void = () => undefined;

export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener;
}

/** The client of the HTTP API; its paths and types come from the OpenAPI document. */
export const api = createClient<paths>({ baseUrl: location.origin });

api.use({
  onRequest({ request, schemaPath }) {
    if (!schemaPath.startsWith('/v1/')) return request;
    const own = credentials.headersFor(request.method);
    for (const [name, value] of Object.entries(own)) request.headers.set(name, value);
    const timeoutMs = schemaPath === '/v1/agent-suggestions' ? WRITING_TIMEOUT_MS : REQUEST_TIMEOUT_MS;
    return new Request(request, { signal: AbortSignal.timeout(timeoutMs) });
  },
  async onResponse({ response, schemaPath }) {
    if (response.ok) return response;
    if (response.status === 401 && schemaPath.startsWith('/v1/')) onSignedOut();
    const envelope: unknown = await response.json().catch(() => undefined);
    throw refusal(response.status, envelope);
  },
  onError({ error }) {
    return error instanceof Error && error.name === 'Problem' ? error : unreachable(error);
  },
});

/** The data of a successful response; errors are thrown as a Problem. */
export async function take<T>(answer: Promise<{ readonly data?: T }>): Promise<T> {
  const { data } = await answer;
  if (data === undefined) throw refusal(502, undefined);
  return data;
}

/** For responses without a body. */
export async function done(answer: Promise<unknown>): Promise<void> {
  await answer;
}

/** Makes a retried request take effect only once. */
export const once = () => ({ 'Idempotency-Key': crypto.randomUUID() });
