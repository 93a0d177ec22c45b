import { randomBytes } from 'node:crypto';
import type { IncomingResponseMessage } from 'sip.js/lib/core/index.js';
import type { Login } from '../sip-call.js';
import type { SipFlow } from '../transport/sip-flow.js';

/** Where to register, and under which identity. */
export interface RegistrationTarget {
  /** Domain of the address of record. */
  readonly domain: string;
  readonly login: Login;
  /** User part of our Contact, which identifies incoming calls. */
  readonly contactUser: string;
  readonly expiresSeconds: number;
  /**
   * Opens a flow to the server, resolved again for each attempt.
   * @param failures Failed attempts so far, to select another server.
   */
  readonly open: (failures: number) => Promise<SipFlow>;
}

export type RegistrationState =
  | { readonly kind: 'registering' }
  | { readonly kind: 'registered'; readonly until: Date }
  /** It is retried automatically. */
  | { readonly kind: 'failed'; readonly reason: string };

interface RegisterRequest {
  readonly callId: string;
  readonly fromTag: string;
  readonly sequence: number;
  readonly expiresSeconds: number;
}

/** Sends one REGISTER with credentials and returns the final response; undefined if there was none. */
export type SendRegister = (
  target: RegistrationTarget,
  flow: SipFlow,
  request: RegisterRequest,
) => Promise<{ readonly message: IncomingResponseMessage; readonly sequence: number } | undefined>;

/** Renew after this share of the expiry, so that one lost attempt does no harm. */
const RENEW_SHARE = 0.75;
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 120_000;
/** Cap on a server's Retry-After. */
const MOST_RETRY_AFTER_SECONDS = 3_600;
/** A registration this recent needs no renewal. */
const RENEW_PAUSE_MS = 5_000;

/** Keeps us registered at a server (RFC 3261, 10): renews in time, retries with backoff, and unregisters at the end. */
export class Registration {
  private current: RegistrationState = { kind: 'registering' };
  private readonly callId = randomBytes(12).toString('hex');
  private readonly fromTag = randomBytes(6).toString('hex');
  private sequence = 0;
  private expiresSeconds: number;
  private timer: NodeJS.Timeout | undefined;
  private retryMs = FIRST_RETRY_MS;
  private failures = 0;
  /** Monotonic time of the last attempt, while none is running. */
  private attemptedMs = Infinity;
  private stopped = false;
  private flow: SipFlow | undefined;

  constructor(
    private readonly target: RegistrationTarget,
    private readonly send: SendRegister,
    private readonly onChange: (state: RegistrationState) => void,
  ) {
    this.expiresSeconds = target.expiresSeconds;
    void this.attempt();
  }

  get state(): RegistrationState {
    return this.current;
  }

  /** Unregisters; resolves after the server's response or a timeout. Idempotent. */
  async stop(): Promise<void> {
    if (this.stopped) return;
    this.stopped = true;
    clearTimeout(this.timer);
    const { flow } = this;
    if (this.current.kind !== 'registered' || !flow?.isOpen) return;
    const { callId, fromTag } = this;
    const request = { callId, fromTag, sequence: this.sequence + 1, expiresSeconds: 0 };
    await this.send(this.target, flow, request).catch(() => undefined);
  }

  /** The server may have lost the registration: registers again unless an attempt is running. */
  renew(): void {
    const isLate = performance.now() - this.attemptedMs >= RENEW_PAUSE_MS;
    if (this.stopped || this.current.kind !== 'registered' || !isLate) return;
    clearTimeout(this.timer);
    void this.attempt();
  }

  private async attempt(): Promise<void> {
    this.attemptedMs = Infinity;
    try {
      const answer = await this.sendOnce(this.expiresSeconds);
      if (!this.stopped) this.take(answer);
    } catch (error) {
      if (!this.stopped) this.fail(error instanceof Error ? error.message : 'unreachable');
    } finally {
      this.attemptedMs = performance.now();
    }
  }

  private async sendOnce(expiresSeconds: number): Promise<IncomingResponseMessage | undefined> {
    const flow = await this.target.open(this.failures);
    this.flow = flow;
    this.sequence += 1;
    const { callId, fromTag, sequence } = this;
    const answer = await this.send(this.target, flow, { callId, fromTag, sequence, expiresSeconds });
    // The core increments the sequence when it answers a challenge.
    if (answer) this.sequence = Math.max(this.sequence, answer.sequence);
    return answer?.message;
  }

  private take(answer: IncomingResponseMessage | undefined): void {
    const status = answer?.statusCode ?? 408;
    if (!answer || status >= 300) {
      const least = Number(answer?.getHeader('min-expires'));
      if (status === 423 && least > this.expiresSeconds && least <= 86_400) this.expiresSeconds = least;
      return this.fail(`${status} ${answer?.reasonPhrase ?? 'no answer'}`.trim(), retryAfterMs(answer));
    }
    this.failures = 0;
    this.retryMs = FIRST_RETRY_MS;
    const grantedMs = grantedSeconds(answer, this.target.contactUser, this.expiresSeconds) * 1_000;
    this.change({ kind: 'registered', until: new Date(Date.now() + grantedMs) });
    this.again(grantedMs * RENEW_SHARE);
  }

  private fail(reason: string, leastMs = 0): void {
    this.failures += 1;
    this.change({ kind: 'failed', reason: reason.slice(0, 100) });
    this.again(Math.max(this.retryMs, leastMs));
    this.retryMs = Math.min(this.retryMs * 2, LONGEST_RETRY_MS);
  }

  private again(afterMs: number): void {
    this.timer = setTimeout(() => void this.attempt(), afterMs);
  }

  private change(state: RegistrationState): void {
    const isNews = state.kind !== this.current.kind;
    this.current = state;
    if (isNews) this.onChange(state);
  }
}

/** The expiry that the server granted our Contact, possibly shorter than requested. */
function grantedSeconds(answer: IncomingResponseMessage, contactUser: string, asked: number): number {
  const own = answer.getHeaders('contact').find((contact) => contact.includes(contactUser));
  const text = /;\s*expires=(\d{1,9})/i.exec(own ?? '')?.[1] ?? answer.getHeader('expires') ?? '';
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : asked;
  return Math.max(1, Math.min(seconds, asked));
}

/** Retry-After (RFC 3261, 20.33) in ms. */
function retryAfterMs(answer: IncomingResponseMessage | undefined): number {
  const seconds = Number(/^\s*(\d{1,9})/.exec(answer?.getHeader('retry-after') ?? '')?.[1] ?? 0);
  return Math.min(seconds, MOST_RETRY_AFTER_SECONDS) * 1_000;
}
