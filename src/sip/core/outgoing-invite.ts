import {
  type IncomingResponseMessage,
  type OutgoingInviteRequest,
  type OutgoingRequestMessage,
  type Session,
  URI,
  type UserAgentCore,
} from 'sip.js/lib/core/index.js';
import type { ByeReason, DialogListener, SipDialog } from '../sip-call.js';
import type { OutgoingCall, OutgoingCallListener, OutgoingCallRequest } from '../outgoing-call.js';
import { fieldValues } from '../messages/sip-head.js';
import { bracketed } from '../transport/local-addresses.js';
import type { SipFlow } from '../transport/sip-flow.js';
import { SUPPORTED_EXTENSIONS } from './core-configuration.js';
import type { DialogHome } from './dialog-home.js';
import { CoreDialog } from './sip-dialog.js';
import { reasonHeaders } from './reason-header.js';
import { sdpBody, sdpOf } from './session-body.js';
import { readSessionTerms } from './session-timer.js';

export interface InviteHome extends DialogHome {
  keep(dialog: CoreDialog): void;
  /** Stops retransmissions of an unanswered request. */
  settle(method: string, branch: string): void;
  /** The call is finished; no further messages are expected. */
  done(): void;
}

/** The methods that a phone may send within the call. */
const ALLOW = 'Allow: INVITE, ACK, CANCEL, BYE, OPTIONS, INFO, UPDATE, NOTIFY, PRACK';
/** How long responses to a cancelled INVITE may arrive (64 * T1). */
const AFTERMATH_MS = 32_000;
/** How often to check a connection that is being opened. */
const CONNECTION_CHECK_MS = 250;

/** Implements our contract on SIP.js's INVITE client: timeouts, PRACK, CANCEL crossing an answer, forked answers. */
export class CoreOutgoingCall implements OutgoingCall {
  private state: 'silent' | 'proceeding' | 'answered' | 'given-up' | 'over' = 'silent';
  private readonly message: OutgoingRequestMessage;
  private invite: OutgoingInviteRequest | undefined;
  private readonly timers: NodeJS.Timeout[] = [];
  private toldVia: string | undefined;
  /** SDP answers from provisional responses, by remote party: a forked call has several. */
  private readonly earlyAnswers = new Map<string, string>();

  constructor(
    private readonly core: UserAgentCore,
    private readonly flow: SipFlow,
    private readonly request: OutgoingCallRequest,
    private readonly listener: OutgoingCallListener,
    private readonly home: InviteHome,
  ) {
    this.message = this.write();
    this.timers.push(setTimeout(() => this.fallSilent(), request.silenceMs));
    if (flow.protocol !== 'UDP') {
      this.timers.push(setInterval(() => this.checkConnection(), CONNECTION_CHECK_MS));
    }
    queueMicrotask(() => this.tellInvited());
    home.within(() => {
      this.invite = core.invite(this.message, {
        onTrying: ({ message }) => this.progressed(message),
        onProgress: (response) => {
          const { message } = response;
          this.acknowledge(message, (options) => response.prack(options));
          this.keepEarlyAnswer(message);
          this.progressed(message);
        },
        onAccept: (response) => {
          response.ack();
          this.answered(response.message, response.session);
        },
        onRedirect: ({ message }) => this.refused(message),
        onReject: ({ message }) => this.refused(message),
      });
    });
  }

  cancel(): void {
    if (this.state !== 'silent' && this.state !== 'proceeding') return;
    const isHeard = this.state === 'proceeding';
    this.giveUp();
    // Before the first response the core holds the CANCEL back (RFC 3261, 9.1).
    this.guarded(() => this.invite?.cancel());
    if (!isHeard) this.home.settle('INVITE', this.message.branch ?? '');
  }

  private write(): OutgoingRequestMessage {
    const { flow } = this;
    const { to, target = to, from, asserted, offer, callId, fromTag, sequence } = this.request;
    const transport: Record<string, string> =
      flow.protocol === 'UDP' ? {} : { transport: flow.protocol.toLowerCase() };
    const uriOf = ({ user, host, port }: OutgoingCallRequest['to']) =>
      // Only phone numbers get the parameter (RFC 3261, 19.1.1), not extensions and names.
      new URI('sip', user, bracketed(host), port, {
        ...(user.startsWith('+') && { user: 'phone' }),
        ...transport,
      });
    const headers = [`Contact: ${this.home.contact()}`, ALLOW];
    if (asserted !== undefined)
      headers.push(`P-Asserted-Identity: <sip:${asserted}@${bracketed(from.host)}>`);
    let message: OutgoingRequestMessage | undefined;
    this.home.within(() => {
      message = this.core.makeOutgoingRequestMessage(
        'INVITE',
        uriOf(target),
        new URI('sip', from.user, bracketed(from.host)),
        uriOf(to),
        {
          callId,
          fromTag,
          ...(sequence !== undefined && { cseq: sequence }),
          fromDisplayName: from.displayName,
          optionTags: [...SUPPORTED_EXTENSIONS],
        },
        headers,
        sdpBody(offer),
      );
    });
    if (!message) throw new Error('the INVITE could not be created');
    return message;
  }

  /** Acknowledges a reliable provisional response by PRACK (RFC 3262). */
  private acknowledge(
    message: IncomingResponseMessage,
    prack: (options: { extraHeaders: string[] }) => unknown,
  ): void {
    const sequence = message.getHeader('rseq');
    if (sequence === undefined || !/\b100rel\b/i.test(message.getHeader('require') ?? '')) return;
    const cseq = message.getHeader('cseq') ?? '';
    this.guarded(() => prack({ extraHeaders: [`RAck: ${sequence} ${cseq}`] }));
  }

  /** RFC 6337, 2: after an answer in a provisional response, the final one may omit it. */
  private keepEarlyAnswer(message: IncomingResponseMessage): void {
    const sdp = sdpOf(message);
    if (sdp !== undefined) this.earlyAnswers.set(message.toTag, sdp);
  }

  /** Reports the pending INVITE. A retry with credentials is a new one, with another Via. */
  private tellInvited(): void {
    const { message, flow } = this;
    const via = message.getHeader('via');
    if (via === undefined || via === this.toldVia || this.state === 'answered' || this.state === 'over')
      return;
    this.toldVia = via;
    const { protocol, address, port } = flow;
    this.listener.invited?.({
      callId: message.callId,
      requestUri: message.ruri.toString(),
      via,
      from: message.getHeader('from') ?? '',
      to: message.getHeader('to') ?? '',
      routes: message.getHeaders('route'),
      sequence: message.cseq,
      way: { protocol, address, port },
    });
  }

  private progressed(message: IncomingResponseMessage): void {
    this.tellInvited();
    if (this.state === 'silent') {
      this.state = 'proceeding';
      this.stopTimers();
    }
    if (this.state === 'proceeding') this.listener.progressed(message.statusCode ?? 100);
  }

  private answered(message: IncomingResponseMessage, session: Session): void {
    if (this.state !== 'silent' && this.state !== 'proceeding') {
      // An answer to a cancelled call, or from a second phone of a forked call.
      return this.guarded(() => session.bye());
    }
    this.state = 'answered';
    this.stopTimers();
    const sdp = sdpOf(message) ?? this.earlyAnswers.get(message.toTag);
    let dialog: CoreDialog | undefined;
    const take = (listener: DialogListener): SipDialog => {
      dialog = this.dialogOf(message, session, listener);
      queueMicrotask(() => listener.confirmed(sdp));
      return dialog;
    };
    let refusal: ByeReason | undefined;
    this.listener.answered({ sdp, take, refuse: (reason) => (refusal = reason) });
    if (dialog) return;
    this.giveUp();
    this.guarded(() => session.bye(undefined, { extraHeaders: reasonHeaders(refusal) }));
  }

  private dialogOf(message: IncomingResponseMessage, session: Session, listener: DialogListener): CoreDialog {
    const terms = readSessionTerms(message.getHeader('session-expires'));
    const home: DialogHome = {
      ...this.home,
      forget: (dialog) => {
        this.home.forget(dialog);
        this.over();
      },
    };
    const dialog = new CoreDialog(session, home, listener, this.request.offer, {
      session: terms,
      weAnswer: false,
    });
    dialog.begin();
    this.home.keep(dialog);
    return dialog;
  }

  private refused(message: IncomingResponseMessage): void {
    if (this.state === 'given-up') return this.over();
    if (this.state !== 'silent' && this.state !== 'proceeding') return;
    this.over();
    // Responses that the core generates for timeouts and broken connections have no headers.
    const isReal = message.hasHeader('call-id');
    const status = message.statusCode ?? 500;
    const seconds = /^\s*(\d{1,6})/.exec(message.getHeader('retry-after') ?? '')?.[1];
    const retryAfterSeconds = seconds === undefined ? undefined : Number(seconds);
    const contacts = message.getHeaders('contact').flatMap(fieldValues);
    if (isReal) this.listener.failed({ kind: 'refused', status, retryAfterSeconds, contacts });
    else this.listener.failed({ kind: status === 408 ? 'silent' : 'broken' });
  }

  private fallSilent(): void {
    if (this.state !== 'silent') return;
    this.giveUp();
    this.guarded(() => this.invite?.cancel());
    this.home.settle('INVITE', this.message.branch ?? '');
    this.listener.failed({ kind: 'silent' });
  }

  private checkConnection(): void {
    if (this.flow.isOpen || this.state !== 'silent') return;
    this.over();
    this.listener.failed({ kind: 'broken' });
  }

  /** Late responses still get a CANCEL or BYE, as the protocol requires. */
  private giveUp(): void {
    this.state = 'given-up';
    this.stopTimers();
    this.timers.push(setTimeout(() => this.over(), AFTERMATH_MS).unref());
  }

  private over(): void {
    if (this.state === 'over') return;
    this.state = 'over';
    this.stopTimers();
    this.home.done();
  }

  private stopTimers(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.length = 0;
  }

  private guarded(task: () => unknown): void {
    this.home.within(() => {
      try {
        task();
      } catch (error) {
        this.home.problem(error);
      }
    });
  }
}
