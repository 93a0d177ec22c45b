import type { ReservedCall } from '../../calls/index.js';
import type { PhoneSession } from '../../media/index.js';
import type { AnsweredCall, OutgoingCall, OutgoingCallListener, OutgoingFailure } from '../../sip/index.js';
import { PhoneCall, type PhoneCallEvents, type PhoneInvitation } from '../incoming/phone-call.js';
import { type OutboundReason, reasonOfStatus } from './reasons.js';

/** What came of dialling one server. */
export type DialResult =
  | {
      readonly kind: 'answered';
      readonly call: PhoneCall;
      readonly sessionId: string;
      /** Resolves when the call is over, whoever ended it. */
      readonly over: Promise<void>;
    }
  | { readonly kind: 'failed'; readonly reason: OutboundReason }
  /** The server is of no use; another one may be. */
  | { readonly kind: 'next' };

export interface DiallingOptions {
  readonly reserved: ReservedCall;
  readonly media: PhoneSession;
  readonly ringMs: number;
  /** Aborted when the call is not wanted any more. */
  readonly signal: AbortSignal;
  readonly events: Omit<PhoneCallEvents, 'over'>;
  /** Sends the INVITE. */
  readonly invite: (listener: OutgoingCallListener) => OutgoingCall;
  /** The phone rings, at the latest. */
  readonly onRinging: () => void;
}

/** RFC 3261, 21.5.4: this server has no room, and others may have. */
const UNAVAILABLE = 503;

/** One INVITE of ours, from its sending to an answer, a refusal, or the end of the ringing time. */
export class Dialling {
  private hasRung = false;
  private isSettled = false;
  private readonly call: OutgoingCall;
  private readonly timer: NodeJS.Timeout;
  private settle: (result: DialResult) => void = () => undefined;
  /** Never rejects. */
  readonly result: Promise<DialResult>;

  constructor(private readonly options: DiallingOptions) {
    const { signal, ringMs, invite } = options;
    this.result = new Promise((resolve) => (this.settle = resolve));
    this.timer = setTimeout(() => this.giveUp('no_answer'), ringMs);
    signal.addEventListener('abort', this.onAbort, { once: true });
    this.call = invite({
      progressed: (status) => this.progressed(status),
      answered: (answer) => this.answered(answer),
      failed: (failure) => this.finish(resultOf(failure, this.hasRung)),
    });
    if (signal.aborted) this.onAbort();
  }

  private readonly onAbort = (): void => this.giveUp('cancelled');

  private progressed(status: number): void {
    if (status < 180) return;
    this.hasRung = true;
    this.options.onRinging();
  }

  private answered(answer: AnsweredCall): void {
    if (this.isSettled) return;
    const { reserved, media, events } = this.options;
    let ended: () => void = () => undefined;
    const over = new Promise<void>((resolve) => (ended = resolve));
    const call = new PhoneCall(invitationOf(answer), { ...events, over: () => ended() });
    const { sessionId } = reserved.begin(call);
    void call.answer(sessionId, media, 0);
    this.finish({ kind: 'answered', call, sessionId, over });
  }

  private giveUp(reason: OutboundReason): void {
    if (this.isSettled) return;
    this.call.cancel();
    this.finish({ kind: 'failed', reason });
  }

  private finish(result: DialResult): void {
    if (this.isSettled) return;
    this.isSettled = true;
    clearTimeout(this.timer);
    this.options.signal.removeEventListener('abort', this.onAbort);
    if (result.kind !== 'answered') this.options.reserved.cancel();
    this.settle(result);
  }
}

function resultOf(failure: OutgoingFailure, hasRung: boolean): DialResult {
  if (failure.kind !== 'refused' || failure.status === UNAVAILABLE) return { kind: 'next' };
  return { kind: 'failed', reason: reasonOfStatus(failure.status, hasRung) };
}

/** An answer to our call as the invitation that it would be if it had come to us. */
const invitationOf = (answer: AnsweredCall): PhoneInvitation => ({
  isPending: true,
  onCancelled: undefined,
  ringing: () => undefined,
  answer: (_sdp, listener) => answer.take(listener),
  refuse: () => undefined,
});
