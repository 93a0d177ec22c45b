import type { Dispatcher } from 'undici';

type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

/** What came back: the whole answer, or as much of its body as was wanted. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
  readonly truncated: boolean;
}

export interface ExchangeLimits {
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
  /** Gives the exchange up early. */
  readonly signal?: AbortSignal;
}

/** Why an exchange ended without an answer; `cause` where the network or the other side is to blame. */
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
 * One request and its answer, no longer than its time and no larger than its limit. It takes the parser's events as
 * they come: the streams of undici's `request` cost more than all else of a small exchange. Time counts from now on,
 * not only once there is a connection, which may take its time.
 * @throws ExchangeError
 */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  limits: ExchangeLimits,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    dispatcher.dispatch(request, new Exchange(limits, resolve, reject));
  });
}

class Exchange implements Dispatcher.DispatchHandler {
  private readonly timer: NodeJS.Timeout;
  private readonly chunks: Buffer[] = [];
  private size = 0;
  private status = 0;
  private headers: Headers = {};
  private controller: Dispatcher.DispatchController | undefined;
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

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.isOver) controller.abort(new ExchangeError('given-up'));
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    this.status = status;
    this.headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.isOver) return;
    this.chunks.push(chunk);
    this.size += chunk.length;
    if (this.size <= this.limits.maxResponseBytes) return;
    if (this.end()) this.resolve(this.answer(true));
    // What comes after is not waited for, so the connection can't be used again.
    this.controller?.abort(new ExchangeError('given-up'));
  }

  onResponseEnd(): void {
    if (!this.end()) return;
    // undici uses a connection again from the next turn of the event loop on; who went on at once would open another
    // one.
    setImmediate(() => this.resolve(this.answer(false)));
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    if (this.end()) this.reject(new ExchangeError('fault', error));
  }

  private answer(truncated: boolean): Answer {
    const { chunks, status, headers } = this;
    const body = Buffer.concat(chunks);
    return {
      status,
      headers,
      body: truncated ? body.subarray(0, this.limits.maxResponseBytes) : body,
      truncated,
    };
  }

  private readonly giveUp = () => this.cut(new ExchangeError('given-up'));

  private cut(error: ExchangeError): void {
    if (!this.end()) return;
    this.reject(error);
    this.controller?.abort(error);
  }

  /** Whether it was not over yet. */
  private end(): boolean {
    if (this.isOver) return false;
    this.isOver = true;
    clearTimeout(this.timer);
    this.limits.signal?.removeEventListener('abort', this.giveUp);
    return true;
  }
}
