import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** The response, complete or truncated to the size limit. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly truncated: boolean;
}

export interface ExchangeLimits {
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
  readonly signal?: AbortSignal;
}

/** Why an exchange failed; `cause` is set for network and protocol errors. */
export class ExchangeError extends Error {
  constructor(
    readonly reason: 'timeout' | 'given-up' | 'fault',
    cause?: unknown,
  ) {
    super(`The exchange ended: ${reason}.`, { cause });
    this.name = 'ExchangeError';
  }
}

/**
 * One request and its response, with a time and a size limit. The time includes connecting. Informational responses
 * (1xx) are skipped.
 * @param open Creates the request, without its body.
 * @throws ExchangeError
 */
export function exchange(
  open: () => ClientRequest,
  body: string | undefined,
  limits: ExchangeLimits,
): Promise<Answer> {
  return new Promise((resolve, reject) => new Exchange(limits, resolve, reject).begin(open, body));
}

class Exchange {
  private readonly timer: NodeJS.Timeout;
  private readonly chunks: Buffer[] = [];
  private size = 0;
  private request: ClientRequest | undefined;
  private isOver = false;

  constructor(
    private readonly limits: ExchangeLimits,
    private readonly resolve: (answer: Answer) => void,
    private readonly reject: (error: ExchangeError) => void,
  ) {
    this.timer = setTimeout(() => this.cut(new ExchangeError('timeout')), limits.timeoutMs);
    if (limits.signal?.aborted) this.giveUp();
    else limits.signal?.addEventListener('abort', this.giveUp);
  }

  begin(open: () => ClientRequest, body: string | undefined): void {
    if (this.isOver) return;
    try {
      this.request = open();
    } catch (error) {
      return this.cut(new ExchangeError('fault', error));
    }
    this.request
      .on('response', (response: IncomingMessage) => this.read(response))
      .on('error', (error) => this.cut(new ExchangeError('fault', error)))
      // A protocol switch is not a response.
      .on('upgrade', (_answer, socket) => {
        socket.destroy();
        this.cut(new ExchangeError('fault'));
      })
      // With a string body, Node would send the headers in its encoding.
      .end(body === undefined ? undefined : Buffer.from(body));
  }

  private read(response: IncomingMessage): void {
    response
      .on('data', (chunk: Buffer) => this.take(chunk, response))
      .on('end', () => {
        if (this.end()) this.resolve(this.answer(response, false));
      })
      .on('error', (error) => this.cut(new ExchangeError('fault', error)));
  }

  private take(chunk: Buffer, response: IncomingMessage): void {
    if (this.isOver) return;
    this.chunks.push(chunk);
    this.size += chunk.length;
    if (this.size <= this.limits.maxResponseBytes) return;
    if (this.end()) this.resolve(this.answer(response, true));
    // Does not wait for the rest, so the connection can't be reused.
    response.destroy();
  }

  private answer({ statusCode = 0, headers }: IncomingMessage, truncated: boolean): Answer {
    const body = Buffer.concat(this.chunks);
    return {
      status: statusCode,
      headers,
      body: truncated ? body.subarray(0, this.limits.maxResponseBytes) : body,
      truncated,
    };
  }

  private readonly giveUp = () => this.cut(new ExchangeError('given-up'));

  private cut(error: ExchangeError): void {
    if (!this.end()) return;
    this.reject(error);
    this.request?.destroy();
  }

  /** Ends the exchange; false if it was over already. */
  private end(): boolean {
    if (this.isOver) return false;
    this.isOver = true;
    clearTimeout(this.timer);
    this.limits.signal?.removeEventListener('abort', this.giveUp);
    return true;
  }
}
