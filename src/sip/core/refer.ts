import type { IncomingNotifyRequest, Session } from 'sip.js/lib/core/index.js';
import type { ReferOutcome } from '../sip-call.js';

/** RFC 3515, 2.4.5: a message fragment reports the result of the REFER. */
const FRAGMENT = /^\s*SIP\/2\.0 ([1-6]\d\d)\b/;

/**
 * An outgoing REFER within a call (RFC 3515) until its result is reported. One at a time; unrelated NOTIFYs are
 * ignored.
 */
export class Refer {
  private settle: ((outcome: ReferOutcome) => void) | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isAccepted = false;

  /** @throws the core's error if the request cannot be sent now */
  send(
    session: Session,
    target: string,
    headers: readonly string[],
    timeoutMs: number,
  ): Promise<ReferOutcome> {
    const outcome = new Promise<ReferOutcome>((resolve) => (this.settle = resolve));
    this.timer = setTimeout(() => this.finish({ kind: 'silent' }), timeoutMs);
    this.isAccepted = false;
    session.refer(
      {
        onAccept: () => (this.isAccepted = true),
        onReject: ({ message }) =>
          this.finish(
            message.hasHeader('call-id')
              ? { kind: 'refused', status: message.statusCode ?? 500 }
              : { kind: 'silent' },
          ),
      },
      { extraHeaders: [`Refer-To: <${target}>`, ...headers] },
    );
    return outcome;
  }

  get isPending(): boolean {
    return this.settle !== undefined;
  }

  notified(request: IncomingNotifyRequest): void {
    request.accept();
    const { message } = request;
    const status = Number(FRAGMENT.exec(message.body)?.[1] ?? 0);
    if (status >= 200) return this.finish(status < 300 ? { kind: 'done' } : { kind: 'refused', status });
    const isOver = /^\s*terminated\b/i.test(message.getHeader('subscription-state') ?? '');
    // Some servers report only that they try.
    if (isOver) this.finish({ kind: 'silent' });
  }

  /**
   * The call ended.
   * @param byPeer A peer that accepted the REFER and then hangs up is executing it.
   */
  ended(byPeer: boolean): void {
    this.finish(byPeer && this.isAccepted ? { kind: 'done' } : { kind: 'call-ended' });
  }

  private finish(outcome: ReferOutcome): void {
    clearTimeout(this.timer);
    const { settle } = this;
    this.settle = undefined;
    settle?.(outcome);
  }
}
