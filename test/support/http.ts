/** A response with its parsed body. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  // The tests say with `toEqual` what a body must be.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

export interface HttpRequest {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; `rawBody` is sent unchanged. */
  readonly body?: unknown;
  readonly rawBody?: string | Uint8Array;
}

/** A client of one service: `const call = httpClient(app.baseUrl); await call('GET', '/v1/…', { key })`. */
export function httpClient(baseUrl: string) {
  return async (
    method: string,
    path: string,
    { key, headers, body, rawBody }: HttpRequest = {},
  ): Promise<HttpAnswer> => {
    const payload = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(key !== undefined && { 'x-api-key': key }),
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: payload as BodyInit | undefined,
    });
    const text = await response.text();
    const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
}

/** The six-field error envelope of a response, to compare a body with. */
export const envelope = (answer: HttpAnswer, code: string, message: unknown = expect.any(String)) => ({
  success: false,
  error: message,
  error_id: answer.headers.get('x-service-correlation-id'),
  error_code: code,
  error_message: message,
  data: null,
});
