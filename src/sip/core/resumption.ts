import type { IncomingResponseMessage, OutgoingInviteRequest, SessionDialog } from 'sip.js/lib/core/index.js';
import type { KeptDialog } from '../kept-dialog.js';
import type { ResumeOutcome, ResumeRequest } from '../resumed-call.js';
import type { DialogListener, SipDialog } from '../sip-call.js';
import type { InviteHome } from './outgoing-invite.js';
import { afterResumeRefusal } from './resume-refusal.js';
import { sdpBody, sdpOf } from './session-body.js';
import { readSessionTerms, type SessionTerms } from './session-timer.js';
import { CoreDialog } from './sip-dialog.js';

/**
 * Resumes a dialog of another process by a re-INVITE with our own Contact and SDP, retried as RFC 3261, 14.1, requires.
 */
export class Resumption {
  /** Never rejects. */
  readonly outcome: Promise<ResumeOutcome>;
  private settle: (outcome: ResumeOutcome) => void = () => undefined;
  private readonly endsAtMs: number;
  private readonly timers: NodeJS.Timeout[] = [];
  private invite: OutgoingInviteRequest | undefined;
  private isSettled = false;

  constructor(
    private readonly session: SessionDialog,
    private readonly kept: KeptDialog,
    private readonly request: ResumeRequest,
    private readonly home: InviteHome,
  ) {
    this.outcome = new Promise((resolve) => (this.settle = resolve));
    this.endsAtMs = performance.now() + request.timeoutMs;
    session.delegate = {
      onBye: (bye) => {
        bye.accept();
        this.finish({ kind: 'hung-up' });
      },
      onInfo: (info) => void info.accept(),
      // Our re-INVITE has priority.
      onInvite: (again) => void again.reject({ statusCode: 491 }),
    };
    this.timers.push(setTimeout(() => this.giveUp({ kind: 'silent' }), request.timeoutMs));
    const { sessionSeconds: seconds } = kept;
    this.ask(seconds === undefined ? undefined : { seconds, refresher: 'uac' });
  }

  private ask(terms: SessionTerms | undefined): void {
    const extraHeaders = [
      `Contact: ${this.home.contact()}`,
      'Supported: timer',
      ...(terms ? [`Session-Expires: ${terms.seconds};refresher=uac`] : []),
    ];
    this.guarded(() => {
      this.invite = this.session.invite(
        {
          onAccept: (response) => {
            response.ack();
            this.answered(response.message, terms);
          },
          onRedirect: ({ message }) => this.refused(message, terms),
          onReject: ({ message }) => this.refused(message, terms),
        },
        { extraHeaders, body: sdpBody(this.request.offer) },
      );
    });
  }

  private answered(message: IncomingResponseMessage, asked: SessionTerms | undefined): void {
    if (this.isSettled) return;
    this.stop();
    // If the response has no session terms, refreshing is up to us (RFC 4028, 7.2).
    const terms = readSessionTerms(message.getHeader('session-expires')) ?? asked;
    const sdp = sdpOf(message);
    const { home } = this;
    const forget = (over: { readonly id: string }) => {
      home.forget(over);
      home.done();
    };
    const take = (listener: DialogListener): SipDialog => {
      const dialog = new CoreDialog(this.session, { ...home, forget }, listener, this.request.offer, {
        session: terms,
        weAnswer: false,
        weBegan: this.kept.weBegan,
      });
      dialog.begin();
      home.keep(dialog);
      queueMicrotask(() => {
        listener.confirmed(sdp);
        listener.changed?.();
      });
      return dialog;
    };
    this.settle({ kind: 'answered', sdp, take });
  }

  private refused(message: IncomingResponseMessage, asked: SessionTerms | undefined): void {
    if (this.isSettled) return;
    const status = message.statusCode ?? 500;
    const number = (name: string) => /^\s*(\d{1,6})/.exec(message.getHeader(name) ?? '')?.[1];
    const [retryAfter, minSe] = [number('retry-after'), number('min-se')];
    const said = {
      ...(retryAfter !== undefined && { retryAfterSeconds: Number(retryAfter) }),
      ...(minSe !== undefined && { minSeconds: Number(minSe) }),
    };
    const next = afterResumeRefusal(status, said, asked, {
      weBegan: this.kept.weBegan,
      random: Math.random(),
      leftMs: this.endsAtMs - performance.now(),
    });
    if (next.then === 'again') {
      this.timers.push(setTimeout(() => this.ask(next.terms), next.afterMs));
    } else if (next.then === 'call-is-over') this.finish({ kind: 'refused', status });
    else this.giveUp({ kind: 'refused', status });
  }

  /** The peer still holds the call open, so hang up. */
  private giveUp(outcome: ResumeOutcome): void {
    if (this.isSettled) return;
    this.home.settle('INVITE', this.invite?.message.branch ?? '');
    this.guarded(() => this.session.bye());
    this.finish(outcome);
  }

  private finish(outcome: ResumeOutcome): void {
    if (this.isSettled) return;
    this.stop();
    this.home.done();
    if (outcome.kind === 'refused') this.session.dispose();
    this.settle(outcome);
  }

  private stop(): void {
    this.isSettled = true;
    for (const timer of this.timers) clearTimeout(timer);
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
