import { randomInt } from 'node:crypto';
import type {
  IncomingInviteRequest,
  IncomingRequestMessage,
  NameAddrHeader,
  Session,
  URI,
} from 'sip.js/lib/core/index.js';
import type {
  DialogListener,
  IncomingInvite,
  RenegotiationOutcome,
  SipDialog,
  SipParty,
} from '../sip-call.js';
import type { SipFlow } from '../transport/sip-flow.js';
import type { DialogHome } from './dialog-home.js';
import { CoreDialog } from './sip-dialog.js';
import { RELIABLE } from './core-configuration.js';
import { ReliableProgress } from './reliable-progress.js';
import { sdpBody, sdpOf } from './session-body.js';
import { readSessionTerms, sessionHeaders } from './session-timer.js';

/** What an invitation needs from its endpoint. */
export interface InvitationHome extends DialogHome {
  keep(dialog: CoreDialog): void;
  /** Routes UPDATEs of the dialog to the invitation until it is answered or over. */
  keepEarly(dialogId: string, invite: CoreInvite): void;
  forgetEarly(dialogId: string): void;
}

/** RFC 3311, 5.2: maximum Retry-After for an UPDATE that came too early. */
const MOST_RETRY_SECONDS = 10;

/** Implements our contract on SIP.js's INVITE server. */
export class CoreInvite implements IncomingInvite {
  onCancelled: (() => void) | undefined;
  onRenegotiate: ((sdp: string) => Promise<RenegotiationOutcome>) | undefined;
  private pending = true;
  private readonly reliably: ReliableProgress;
  /** True if the caller received our SDP answer before the call is answered. */
  private hasTerms = false;
  private early: Session | undefined;

  constructor(
    private readonly request: IncomingInviteRequest,
    private readonly calledUri: URI,
    readonly flow: SipFlow,
    private readonly home: InvitationHome,
  ) {
    this.reliably = new ReliableProgress(
      (text) => this.attempt(() => void this.flow.send(text).catch(() => undefined)),
      () => {
        this.refuse(504);
        this.onCancelled?.();
      },
    );
    request.delegate = {
      onCancel: () => {
        if (!this.pending) return;
        this.refuse(487);
        this.onCancelled?.();
      },
      onTransportError: () => {
        if (!this.pending) return;
        this.settle();
        this.onCancelled?.();
      },
    };
  }

  get callId(): string {
    return this.request.message.callId;
  }

  get isPending(): boolean {
    return this.pending;
  }

  get called(): SipParty {
    return partyOf(this.calledUri, '');
  }

  get to(): SipParty {
    return partyOfHeader(this.request.message.to);
  }

  get from(): SipParty {
    return partyOfHeader(this.request.message.from);
  }

  get offer(): string | undefined {
    return sdpOf(this.request.message);
  }

  /** Whether the caller supports reliable provisional responses (RFC 3262); `require`: it accepts no others. */
  private wantsReliable(field: 'require' | 'supported'): boolean {
    return this.request.message
      .getHeaders(field)
      .some((tags) => tags.split(',').some((tag) => tag.trim().toLowerCase() === RELIABLE));
  }

  header(name: string): string | undefined {
    return this.request.message.getHeader(name);
  }

  headers(): readonly (readonly [name: string, value: string])[] {
    return Object.entries(this.request.message.headers).flatMap(([name, fields]) =>
      fields.map(({ raw }) => [name, raw] as const),
    );
  }

  ringing(): Promise<void> {
    return this.progress(180, undefined, this.wantsReliable('require'));
  }

  earlyMedia(sdp: string): Promise<void> {
    return this.progress(183, sdp, this.wantsReliable('require') || this.wantsReliable('supported'));
  }

  answer(sdp: string, listener: DialogListener): SipDialog {
    this.settle();
    const terms = readSessionTerms(this.header('session-expires'));
    let session: Session | undefined;
    this.home.within(() => {
      ({ session } = this.request.accept({
        statusCode: 200,
        extraHeaders: sessionHeaders(terms),
        body: sdpBody(sdp),
      }));
    });
    if (!session) throw new Error('the INVITE could not be answered');
    const dialog = new CoreDialog(session, this.home, listener, sdp, { session: terms, weAnswer: true });
    this.home.keep(dialog);
    return dialog;
  }

  refuse(status: number, headers: readonly string[] = []): void {
    if (!this.pending) return;
    this.settle();
    this.attempt(() => this.request.reject({ statusCode: status, extraHeaders: [...headers] }));
  }

  /** Handles an UPDATE before the call is answered (RFC 3311). */
  async update(message: IncomingRequestMessage): Promise<void> {
    const sdp = sdpOf(message);
    const outcome = sdp === undefined ? undefined : await this.renegotiate(sdp);
    if (outcome?.kind === 'refused') {
      const retryAfter = `Retry-After: ${randomInt(MOST_RETRY_SECONDS + 1)}`;
      const extraHeaders = outcome.status === 500 ? [retryAfter] : [];
      return void this.home.replyStateless(message, { statusCode: outcome.status, extraHeaders });
    }
    const terms = readSessionTerms(message.getHeader('session-expires'));
    this.home.replyStateless(message, {
      statusCode: 200,
      extraHeaders: [`Contact: ${this.home.contact()}`, ...sessionHeaders(terms)],
      ...(outcome && { body: sdpBody(outcome.sdp) }),
    });
  }

  private async renegotiate(sdp: string): Promise<RenegotiationOutcome> {
    // Our offer or theirs is still unanswered.
    if (!this.hasTerms) return { kind: 'refused', status: this.offer === undefined ? 491 : 500 };
    return (await this.onRenegotiate?.(sdp)) ?? { kind: 'refused', status: 488 };
  }

  private async progress(statusCode: number, sdp: string | undefined, reliably: boolean): Promise<void> {
    if (!this.pending) return;
    const body = sdp === undefined ? {} : { body: sdpBody(sdp) };
    if (!reliably) {
      return this.attempt(() => this.begin(this.request.progress({ statusCode, ...body }).session));
    }
    const isKnown = await this.reliably
      .send((headers) => {
        let sent: ReturnType<IncomingInviteRequest['progress']> | undefined;
        this.home.within(() => {
          sent = this.request.progress({ statusCode, extraHeaders: [...headers], ...body });
          this.begin(sent.session);
        });
        if (!sent) throw new Error('a provisional response could not be sent');
        return sent;
      })
      .catch((error: unknown) => this.home.problem(error));
    if (isKnown === true && sdp !== undefined) this.hasTerms = true;
  }

  /** Starts the early dialog of a provisional response, in which the caller may also send BYE (RFC 3261, 15). */
  private begin(session: Session): void {
    if (this.early) return;
    this.early = session;
    this.home.keepEarly(session.id, this);
    session.delegate = {
      ...session.delegate,
      onBye: (bye) => {
        bye.accept();
        if (!this.pending) return;
        this.refuse(487);
        this.onCancelled?.();
      },
    };
  }

  private settle(): void {
    this.pending = false;
    this.reliably.stop();
    if (this.early) this.home.forgetEarly(this.early.id);
  }

  private attempt(task: () => unknown): void {
    this.home.within(() => {
      try {
        task();
      } catch (error) {
        this.home.problem(error);
      }
    });
  }
}

const partyOfHeader = ({ uri, displayName }: NameAddrHeader): SipParty => partyOf(uri, displayName);

/** Numbers may carry parameters (`+49301234;phone-context=...`, RFC 3966). */
function partyOf(uri: URI, displayName: string): SipParty {
  const [user = '', ...parameters] = (uri.user ?? '').split(';');
  const context = parameters.map((one) => /^phone-context=(.+)$/i.exec(one)?.[1]).find((one) => one);
  return {
    user,
    host: uri.host,
    displayName: typeof displayName === 'string' ? displayName : '',
    ...(context !== undefined && { context }),
  };
}
