import type { ClientConnection } from '../../call-client/index.js';
import type { PhoneSession } from '../../media/index.js';
import type {
  AnsweredCall,
  KeptInvite,
  OutgoingCall,
  OutgoingCallListener,
  OutgoingFailure,
} from '../../sip/index.js';
import { PhoneCall, type PhoneCallEvents, type PhoneInvitation } from '../phone-call/phone-call.js';
import type { MachineVerdict } from './answering-machine/machine-detector.js';
import { Screening } from './answering-machine/screening.js';
import { type OutboundReason, reasonOfStatus } from './reasons.js';
import type { Moved } from './redirection.js';

export type DialResult =
  | {
      readonly kind: 'answered';
      readonly call: PhoneCall;
      readonly sessionId: string;
      /** Undefined without screening. Voicemail gets the message; all others get the agent. */
      readonly answeredBy: MachineVerdict | undefined;
      /** Resolves when the call ends, on either side. */
      readonly over: Promise<void>;
    }
  | ({ readonly kind: 'failed'; readonly reason: OutboundReason } & Ending)
  | Moved
  /** The server cannot take the call; another one may. */
  | ({ readonly kind: 'next' } & Ending);

/** Why a call did not connect. */
export interface Ending {
  /** Of the final response to the INVITE; undefined if there was none. */
  readonly sipStatus?: number | undefined;
  readonly answeredBy?: MachineVerdict | undefined;
}

export interface DiallingOptions {
  /** Started on answer, released otherwise. */
  readonly reserved: {
    begin(connection: ClientConnection, message?: string): { readonly sessionId: string };
    cancel(): void;
  };
  readonly media: PhoneSession;
  /** Screening for answering machines; undefined if disabled. */
  readonly screen: { readonly message: string | undefined; readonly sampleRateHz: number } | undefined;
  readonly ringMs: number;
  /** Aborted when the call is no longer wanted. */
  readonly signal: AbortSignal;
  readonly events: Omit<PhoneCallEvents, 'over'>;
  readonly invite: (listener: OutgoingCallListener) => OutgoingCall;
  /** The INVITE was sent, or resent with credentials. */
  readonly onInvited?: (invite: KeptInvite) => void;
  /** The phone rings. Called for each such provisional response. */
  readonly onRinging: () => void;
}

/** RFC 3261, 21.5.4: this server is overloaded; others may not be. */
const UNAVAILABLE = 503;
const OK = 200;
/** RFC 3261, 21.3: the callee moved. The other 3xx codes name proxies and services. */
const REDIRECTIONS: readonly number[] = [300, 301, 302];
/** Q.850 cause 65, bearer capability not implemented. */
const NO_COMMON_CODEC = { cause: 65, text: 'No common codec' };

/** One outgoing INVITE, until it is answered, refused or times out. */
export class Dialling {
  private hasRung = false;
  private isSettled = false;
  private answeredBy: MachineVerdict | undefined;
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
      invited: (kept) => options.onInvited?.(kept),
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
    if (answer.sdp === undefined || media.accept(answer.sdp).kind === 'refused') {
      answer.refuse(NO_COMMON_CODEC);
      return this.finish({ kind: 'failed', reason: 'no_audio', sipStatus: OK });
    }
    let ended: () => void = () => undefined;
    this.over = new Promise<void>((resolve) => (ended = resolve));
    const call = new PhoneCall(invitationOf(answer), {
      ...events,
      over: () => {
        ended();
        this.screening?.stop();
        this.finish(this.ending());
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
    this.finish({ kind: 'answered', call, sessionId, answeredBy: this.answeredBy, over: this.over });
  }

  /** The call was answered but never began. */
  private ending(): DialResult {
    const { answeredBy } = this;
    const reason = (answeredBy && UNWANTED[answeredBy]) ?? 'rejected';
    return { kind: 'failed', reason, sipStatus: OK, answeredBy };
  }

  private screenCall(call: PhoneCall, screen: NonNullable<DiallingOptions['screen']>): void {
    this.screening = new Screening(this.options.media, screen.sampleRateHz, {
      decided: (verdict) => {
        this.answeredBy = verdict;
        if (UNWANTED[verdict] === undefined) return this.begin(call);
        // Only voicemail gets the message, after its beep.
        if (verdict === 'voicemail' && screen.message !== undefined) this.begin(call, screen.message);
        else call.cut();
      },
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

/** The verdicts that end the call, with the reported reason. */
const UNWANTED: Partial<Record<MachineVerdict, OutboundReason>> = {
  voicemail: 'answering_machine',
  recording: 'answering_machine',
  fax: 'fax',
};

function resultOf(failure: OutgoingFailure, hasRung: boolean): DialResult {
  if (failure.kind !== 'refused') return { kind: 'next' };
  const sipStatus = failure.status;
  const { contacts } = failure;
  if (REDIRECTIONS.includes(sipStatus) && contacts.length > 0) return { kind: 'moved', contacts, sipStatus };
  if (sipStatus === UNAVAILABLE) return { kind: 'next', sipStatus };
  return { kind: 'failed', reason: reasonOfStatus(sipStatus, hasRung), sipStatus };
}

/** Presents the answered call as an incoming invitation. */
const invitationOf = (answer: AnsweredCall): PhoneInvitation => ({
  isPending: true,
  onCancelled: undefined,
  ringing: () => Promise.resolve(),
  earlyMedia: () => Promise.resolve(),
  // The SDP answer has already been applied.
  answer: (_sdp, listener) => answer.take({ ...listener, confirmed: () => listener.confirmed(undefined) }),
  refuse: () => undefined,
});
