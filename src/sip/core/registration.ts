import { randomBytes } from 'node:crypto';
import type { IncomingResponseMessage } from 'sip.js/lib/core/index.js';
import type { Login } from '../sip-call.js';
import type { SipFlow } from '../transport/sip-flow.js';

/** Where we are known from then on, and as whom. */
export interface RegistrationTarget {
  /** Domain of the address of record. */
  readonly domain: string;
  readonly login: Login;
  /** User of our Contact, by which its calls are recognised. */
  readonly contactUser: string;
  readonly expiresSeconds: number;
  /**
   * The way there, looked up anew for each attempt.
   * @param failures Attempts that have failed: another server may be well.
   */
  readonly open: (failures: number) => Promise<SipFlow>;
}

export type RegistrationState =
  | { readonly kind: 'registering' }
  | { readonly kind: 'registered'; readonly until: Date }
  /** It is tried again by itself. */
  | { readonly kind: 'failed'; readonly reason: string };

interface RegisterRequest {
  readonly callId: string;
  readonly fromTag: string;
  readonly sequence: number;
  readonly expiresSeconds: number;
}

/** Sends one REGISTER with a login, and gives the final answer; undefined when none came. */
export type SendRegister = (
  target: RegistrationTarget,
  flow: SipFlow,
  request: RegisterRequest,
) => Promise<{ readonly message: IncomingResponseMessage; readonly sequence: number } | undefined>;

/** A registration is renewed after this share of its time, so that one lost attempt does no harm. */
const RENEW_SHARE = 0.75;
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 120_000;
/** Of what a server asks for by Retry-After; one that asks for more is asked all the same. */
const MOST_RETRY_AFTER_SECONDS = 3_600;
/** Registered so lately, nobody can have forgotten us. */
const RENEW_PAUSE_MS = 5_000;

/**
 * Keeps us registered at a server (RFC 3261, 10): renews in time, tries again ever more slowly while it fails, and
 * takes itself back at the end.
 */
export class Registration {
  private current: RegistrationState = { kind: 'registering' };
  private readonly callId = randomBytes(12).toString('hex');
  private readonly fromTag = randomBytes(6).toString('hex');
  private sequence = 0;
  private expiresSeconds: number;
  private timer: NodeJS.Timeout | undefined;
  private retryMs = FIRST_RETRY_MS;
  private failures = 0;
  /** On the monotonic clock: of the last attempt, while none runs. */
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

  /** Takes the registration back; resolves when the server has answered or will not any more. Idempotent. */
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

  /** The server may have forgotten us: registers anew, where that is not done already. */
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
    // The core counts on when it answers a challenge.
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

/** What the server grants our Contact, which may be less than what was asked for. */
function grantedSeconds(answer: IncomingResponseMessage, contactUser: string, asked: number): number {
  const own = answer.getHeaders('contact').find((contact) => contact.includes(contactUser));
  const text = /;\s*expires=(\d{1,9})/i.exec(own ?? '')?.[1] ?? answer.getHeader('expires') ?? '';
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : asked;
  return Math.max(1, Math.min(seconds, asked));
}

/** RFC 3261, 20.33: how long a server does not want to be asked. */
function retryAfterMs(answer: IncomingResponseMessage | undefined): number {
  const seconds = Number(/^\s*(\d{1,9})/.exec(answer?.getHeader('retry-after') ?? '')?.[1] ?? 0);
  return Math.min(seconds, MOST_RETRY_AFTER_SECONDS) * 1_000;
}
