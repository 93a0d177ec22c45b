import type {
  IncomingInviteRequest,
  IncomingRequestMessage,
  IncomingResponseMessage,
  Session,
} from 'sip.js/lib/core/index.js';
import type {
  ByeReason,
  DialogEnd,
  DialogListener,
  ReferOutcome,
  ReferTarget,
  SipDialog,
} from '../sip-call.js';
import type { KeptDialog } from '../kept-dialog.js';
import type { DialogHome } from './dialog-home.js';
import { digitOf } from './digit-info.js';
import { readReason, reasonHeaders } from './reason-header.js';
import { Refer } from './refer.js';
import { peerPortOf } from './core-values.js';
import { keptDialog } from './revived-session.js';
import {
  afterRefusal,
  readSessionTerms,
  sessionHeaders,
  type SessionTerms,
  SessionTimer,
} from './session-timer.js';
import { sdpBody, sdpOf } from './session-body.js';

/** Retry interval while this process must not act for its calls. */
const NOT_NOW_MS = 1_000;

/** Implements our contract on a SIP.js session: deferred BYE, re-INVITE, UPDATE, session timers, INFO. */
export class CoreDialog implements SipDialog {
  private state: 'unacknowledged' | 'running' | 'over' = 'unacknowledged';
  private byeWanted: ByeReason | undefined | 'no' = 'no';
  private byesAnyway = false;
  private readonly timer: SessionTimer;
  private readonly weBegan: boolean;
  private lastSdp: string;
  private terms: SessionTerms | undefined;
  private readonly reference = new Refer();

  /** @param terms The negotiated session timer. */
  constructor(
    private readonly session: Session,
    readonly home: DialogHome,
    private readonly listener: DialogListener,
    sdp: string,
    terms: {
      readonly session: SessionTerms | undefined;
      readonly weAnswer: boolean;
      readonly weBegan?: boolean;
    },
  ) {
    this.weBegan = terms.weBegan ?? !terms.weAnswer;
    this.lastSdp = sdp;
    this.timer = new SessionTimer(
      () => this.refresh(),
      () => this.giveUp('session-expired'),
    );
    this.agree(terms.session, terms.session?.refresher === (terms.weAnswer ? 'uas' : 'uac'));
    session.delegate = {
      onAck: ({ message }) => this.acknowledged(sdpOf(message)),
      onAckTimeout: () => this.giveUp('no-ack'),
      onBye: (bye) => {
        bye.accept();
        this.end('bye', readReason(bye.message.getHeaders('reason')));
      },
      onNotify: (notify) => this.reference.notified(notify),
      onInvite: (again) => void this.renegotiate(again),
      onInfo: (info) => {
        const digit = digitOf(info.message);
        if (digit !== undefined) this.listener.digit(digit);
        info.accept();
      },
      onRefer: (refer) => {
        // Our end of the call is the agent's and cannot be moved.
        refer.reject({ statusCode: 603 });
      },
    };
  }

  get id(): string {
    return this.session.id;
  }

  get callId(): string {
    return this.session.callId;
  }

  /** Starts the dialog of an outgoing call once we confirmed it. */
  begin(): void {
    this.state = 'running';
  }

  bye(reason?: ByeReason, isAnyway = false): void {
    if (this.state === 'over') return;
    this.byeWanted = reason;
    this.byesAnyway = isAnyway;
    if (this.state === 'running') this.sendBye();
    // A BYE before the ACK is forbidden (RFC 3261, 15). The ACK or its timeout sends it.
  }

  async refer(target: ReferTarget, timeoutMs: number): Promise<ReferOutcome> {
    const { session, home } = this;
    if (this.state !== 'running') return { kind: 'call-ended' };
    if (this.reference.isPending) return { kind: 'refused', status: 491 };
    const uri = 'uri' in target ? target.uri : `sip:${target.user}@${session.remoteURI.host}`;
    let outcome: Promise<ReferOutcome> | undefined;
    this.guarded(() => {
      const headers = [`Referred-By: <${session.localURI.toString()}>`, `Contact: ${home.contact()}`];
      outcome = this.reference.send(session, uri, headers, timeoutMs);
    });
    return (await outcome) ?? { kind: 'silent' };
  }

  sendKey(key: string, durationMs: number): Promise<boolean> {
    if (this.state !== 'running') return Promise.resolve(false);
    return new Promise((resolve) => {
      this.guarded(
        () => {
          const content = `Signal=${key}\r\nDuration=${durationMs}\r\n`;
          const body = { contentDisposition: 'render', contentType: 'application/dtmf-relay', content };
          const delegate = { onAccept: () => resolve(true), onReject: () => resolve(false) };
          this.session.info(delegate, { body });
        },
        () => resolve(false),
      );
    });
  }

  /** A refresh or renegotiation by UPDATE (RFC 3311), which the core does not support. */
  async update(message: IncomingRequestMessage): Promise<void> {
    const sdp = sdpOf(message);
    const terms = this.refreshed(message);
    const outcome = sdp === undefined ? undefined : await this.ask(sdp);
    if (outcome?.kind === 'refused') {
      return void this.home.replyStateless(message, { statusCode: outcome.status });
    }
    if (outcome) this.lastSdp = outcome.sdp;
    this.home.replyStateless(message, {
      statusCode: 200,
      extraHeaders: [`Contact: ${this.home.contact()}`, ...sessionHeaders(terms)],
      ...(outcome && { body: sdpBody(outcome.sdp) }),
    });
    this.listener.changed?.();
  }

  kept(): KeptDialog | undefined {
    if (this.state !== 'running') return undefined;
    const { session, home, weBegan, terms } = this;
    return keptDialog(session, home.flow, { weBegan, terms, peerPort: peerPortOf(session) });
  }

  leave(): void {
    if (this.state === 'over') return;
    this.over();
    this.session.dispose();
  }

  /** The endpoint closes: sends nothing more. */
  dispose(): void {
    this.state = 'over';
    this.timer.stop();
    this.reference.ended(false);
    this.session.dispose();
  }

  private acknowledged(sdp: string | undefined): void {
    if (this.state === 'over') return;
    const isFirst = this.state === 'unacknowledged';
    this.state = 'running';
    if (this.byeWanted !== 'no') return this.sendBye();
    if (isFirst) this.listener.confirmed(sdp);
    else if (sdp !== undefined) this.listener.answered(sdp);
    this.listener.changed?.();
  }

  private async renegotiate(again: IncomingInviteRequest): Promise<void> {
    try {
      const terms = this.refreshed(again.message);
      const outcome = await this.ask(sdpOf(again.message));
      if (this.state === 'over') return;
      if (outcome.kind === 'refused') return void again.reject({ statusCode: outcome.status });
      this.lastSdp = outcome.sdp;
      again.accept({ statusCode: 200, extraHeaders: sessionHeaders(terms), body: sdpBody(outcome.sdp) });
      this.listener.changed?.();
    } catch (error) {
      this.home.problem(error);
    }
  }

  private async ask(sdp: string | undefined) {
    try {
      return await this.listener.renegotiate(sdp);
    } catch (error) {
      this.home.problem(error);
      return { kind: 'refused', status: 500 } as const;
    }
  }

  private refreshed(message: IncomingRequestMessage): SessionTerms | undefined {
    const terms = readSessionTerms(message.getHeader('session-expires'));
    // The sender of the request is the client here, even in a call that we began.
    this.agree(terms, terms?.refresher === 'uas');
    return terms;
  }

  private agree(terms: SessionTerms | undefined, weRefresh: boolean): void {
    this.terms = terms;
    this.timer.restart(terms, weRefresh);
  }

  /** Sends the same SDP again to restart the timer only. */
  private refresh(): void {
    if (this.state !== 'running' || !this.terms) return;
    if (!this.home.mayAct()) return this.timer.refreshAgain(NOT_NOW_MS);
    // In our own request we are the client.
    const asked: SessionTerms = { seconds: this.terms.seconds, refresher: 'uac' };
    const extraHeaders = [
      `Contact: ${this.home.contact()}`,
      'Supported: timer',
      `Session-Expires: ${asked.seconds};refresher=uac`,
    ];
    this.guarded(() =>
      this.session.invite(
        {
          onAccept: (response) => {
            response.ack();
            // If the response has no session terms, refreshing is up to us (RFC 4028, 7.2).
            const terms = readSessionTerms(response.message.getHeader('session-expires')) ?? asked;
            this.agree(terms, terms.refresher === 'uac');
            this.listener.changed?.();
          },
          onReject: ({ message }) => this.refused(message, asked),
        },
        { extraHeaders, body: sdpBody(this.lastSdp) },
      ),
    );
  }

  /** The peer refused our refresh. */
  private refused(message: IncomingResponseMessage, asked: SessionTerms): void {
    if (this.state !== 'running') return;
    const { weBegan } = this;
    const minSeconds = Number(message.getHeader('min-se') ?? NaN);
    const next = afterRefusal(message.statusCode ?? 500, asked, { minSeconds, weBegan });
    if (next.then === 'call-is-over') return this.end('unknown-to-peer');
    if (next.then !== 'again') return;
    this.terms = next.terms;
    this.timer.refreshAgain(next.afterMs);
  }

  private giveUp(cause: DialogEnd): void {
    if (this.state === 'over') return;
    const isNews = this.byeWanted === 'no';
    this.sendBye();
    if (isNews) this.listener.ended(cause);
  }

  private sendBye(): void {
    const reason = this.byeWanted === 'no' ? undefined : this.byeWanted;
    const extraHeaders = reasonHeaders(reason);
    // A BYE could end a call that another process owns.
    if (!this.byesAnyway && !this.home.mayAct()) return this.leave();
    this.over();
    this.guarded(() => this.session.bye(undefined, { extraHeaders }));
  }

  private end(cause: DialogEnd, reason?: ByeReason): void {
    if (this.state === 'over') return;
    this.reference.ended(cause === 'bye');
    this.over();
    if (this.byeWanted === 'no') this.listener.ended(cause, reason);
  }

  private over(): void {
    this.state = 'over';
    this.timer.stop();
    this.reference.ended(false);
    this.home.forget(this);
  }

  private guarded(task: () => unknown, failed?: () => void): void {
    this.home.within(() => {
      try {
        task();
      } catch (error) {
        this.home.problem(error);
        failed?.();
      }
    }, peerPortOf(this.session));
  }
}
