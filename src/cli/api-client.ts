import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

const TIMEOUT_MS = 30_000;
const Refusal = Type.Object({ error_code: Type.String(), error_message: Type.String() });

/** The service refused, or the address is not an Earshot service. */
class ApiRefusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

interface Sent {
  readonly type: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
}

/** A client of the HTTP API with one key. */
export class ApiClient {
  constructor(
    private readonly url: string,
    private readonly key: string,
  ) {}

  /** The response body. @throws ApiRefusal, or Error when the service can't be reached. */
  async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const sent = body === undefined ? undefined : { type: 'application/json', content: JSON.stringify(body) };
    return parseJson(await (await this.request(method, path, sent)).text());
  }

  /** As `call`, with a file as the body. */
  async send(method: string, path: string, file: Sent): Promise<unknown> {
    return parseJson(await (await this.request(method, path, file)).text());
  }

  /** Downloads a file. @throws as `call`. */
  async download(path: string): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await (await this.request('GET', path)).arrayBuffer());
  }

  private async request(method: string, path: string, sent?: Sent): Promise<Response> {
    const response = await fetch(new URL(path, this.url), {
      method,
      redirect: 'error',
      headers: { 'x-api-key': this.key, ...(sent && { 'content-type': sent.type }) },
      ...(sent && { body: sent.content }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((cause: unknown) => {
      throw new Error(`${this.url} cannot be reached. Is EARSHOT_URL right?`, { cause });
    });
    if (response.ok) return response;
    const answer = parseJson(await response.text());
    const why = Value.Check(Refusal, answer) ? `${answer.error_code}: ${answer.error_message}` : '';
    throw new ApiRefusal(response.status, `${method} ${path} was answered ${response.status} ${why}`.trim());
  }

  /** As `call`; undefined if the resource does not exist. */
  async find(path: string): Promise<unknown> {
    return this.call('GET', path).catch((error: unknown) => {
      if (error instanceof ApiRefusal && error.status === 404) return undefined;
      throw error;
    });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Validates a response of the service.
 * @throws Error for an unexpected response, perhaps of another version.
 */
export function parseApiResponse<S extends TSchema>(schema: S, value: unknown): Static<S> {
  if (Value.Check(schema, value)) return value;
  throw new Error(
    'The service sent an unexpected response. Does it have the same version as this command line?',
  );
}
