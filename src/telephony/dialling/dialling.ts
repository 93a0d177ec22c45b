import type { CallHolder } from '../../calls/index.js';
import type { PhoneSession } from '../../media/index.js';
import type { AnsweredCall, OutgoingCall, OutgoingCallListener, OutgoingFailure } from '../../sip/index.js';
import { PhoneCall, type PhoneCallEvents, type PhoneInvitation } from '../phone-call/phone-call.js';
import { Screening } from './answering-machine/screening.js';
import { type OutboundReason, reasonOfStatus } from './reasons.js';

/** What came of dialling one server. */
export type DialResult =
  | {
      readonly kind: 'answered';
      readonly call: PhoneCall;
      readonly sessionId: string;
      /** A machine answered, and is told the message. */
      readonly isMessage: boolean;
      /** Resolves when the call is over, whoever ended it. */
      readonly over: Promise<void>;
    }
  | { readonly kind: 'failed'; readonly reason: OutboundReason }
  /** The server is of no use; another one may be. */
  | { readonly kind: 'next' };

export interface DiallingOptions {
  /** What begins when somebody answers, and is given back when nobody does. */
  readonly reserved: {
    begin(holder: CallHolder, message?: string): { readonly sessionId: string };
    cancel(): void;
  };
  readonly media: PhoneSession;
  /** What is done where a machine answers; undefined where nobody listens for one. */
  readonly screen: { readonly message: string | undefined; readonly sampleRateHz: number } | undefined;
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
  private isMachine = false;
  private answeredCall: PhoneCall | undefined;
  private screening: Screening | undefined;
  private over: Promise<void> = Promise.resolve();
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
    const { media, events, screen } = this.options;
    clearTimeout(this.timer);
    let ended: () => void = () => undefined;
    this.over = new Promise<void>((resolve) => (ended = resolve));
    const call = new PhoneCall(invitationOf(answer), {
      ...events,
      over: () => {
        ended();
        this.screening?.stop();
        this.finish({ kind: 'failed', reason: this.isMachine ? 'answering_machine' : 'rejected' });
      },
    });
    this.answeredCall = call;
    if (screen) this.screenCall(call, screen);
    else this.begin(call);
    void call.answer(call.sessionId ?? '', media, 0);
  }

  private begin(call: PhoneCall, message?: string): void {
    if (this.isSettled || call.hasEnded) return;
    const { sessionId } = this.options.reserved.begin(call, message);
    call.sessionId = sessionId;
    const isMessage = message !== undefined;
    this.finish({ kind: 'answered', call, sessionId, isMessage, over: this.over });
  }

  private screenCall(call: PhoneCall, screen: NonNullable<DiallingOptions['screen']>): void {
    this.screening = new Screening(this.options.media, screen.sampleRateHz, {
      decided: (verdict) => {
        if (verdict === 'human') return this.begin(call);
        this.isMachine = true;
        if (screen.message === undefined) call.cut();
      },
      listens: () => this.begin(call, screen.message),
      failed: () => call.cut(),
    });
  }

  private giveUp(reason: OutboundReason): void {
    if (this.isSettled) return;
    this.finish({ kind: 'failed', reason });
    if (this.answeredCall) this.answeredCall.cut();
    else this.call.cancel();
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
  ringing: () => Promise.resolve(),
  earlyMedia: () => Promise.resolve(),
  answer: (_sdp, listener) => answer.take(listener),
  refuse: () => undefined,
});
