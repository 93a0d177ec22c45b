import type { IncomingInviteRequest, NameAddrHeader, Session, URI } from 'sip.js/lib/core/index.js';
import type { DialogListener, IncomingInvite, SipDialog, SipParty } from '../sip-call.js';
import type { SipFlow } from '../transport/sip-flow.js';
import type { DialogHome } from './dialog-home.js';
import { CoreDialog } from './sip-dialog.js';
import { RELIABLE } from './core-configuration.js';
import { ReliableProgress } from './reliable-progress.js';
import { sdpBody, sdpOf } from './sdp-body.js';
import { readSessionTerms, sessionHeaders } from './session-timer.js';

/** SIP.js' server of an INVITE behind our contract. */
export class CoreInvite implements IncomingInvite {
  onCancelled: (() => void) | undefined;
  private pending = true;
  private readonly reliably: ReliableProgress;

  constructor(
    private readonly request: IncomingInviteRequest,
    private readonly calledUri: URI,
    readonly flow: SipFlow,
    private readonly home: DialogHome & { keep(dialog: CoreDialog): void },
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
        this.pending = false;
        this.reliably.stop();
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

  /** Whether the caller takes provisional responses that it acknowledges (RFC 3262): `require`, no others. */
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
    this.pending = false;
    this.reliably.stop();
    const terms = readSessionTerms(this.header('session-expires'));
    let session: Session | undefined;
    this.home.within(() => {
      ({ session } = this.request.accept({
        statusCode: 200,
        extraHeaders: sessionHeaders(terms),
        body: sdpBody(sdp),
      }));
    });
    if (!session) throw new Error('the invitation could not be answered');
    const dialog = new CoreDialog(session, this.home, listener, sdp, { session: terms, weAnswer: true });
    this.home.keep(dialog);
    return dialog;
  }

  refuse(status: number, headers: readonly string[] = []): void {
    if (!this.pending) return;
    this.pending = false;
    this.reliably.stop();
    this.attempt(() => this.request.reject({ statusCode: status, extraHeaders: [...headers] }));
  }

  private async progress(statusCode: number, sdp: string | undefined, reliably: boolean): Promise<void> {
    if (!this.pending) return;
    const body = sdp === undefined ? {} : { body: sdpBody(sdp) };
    if (!reliably) return this.attempt(() => this.request.progress({ statusCode, ...body }));
    await this.reliably
      .send((headers) => {
        let sent: ReturnType<IncomingInviteRequest['progress']> | undefined;
        this.home.within(
          () => (sent = this.request.progress({ statusCode, extraHeaders: [...headers], ...body })),
        );
        if (!sent) throw new Error('a provisional response could not be sent');
        return sent;
      })
      .catch((error: unknown) => this.home.problem(error));
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

/** Numbers come with parameters (`+49301234;phone-context=...`) and visual separators (RFC 3966, 5.1.1). */
const partyOf = (uri: URI, displayName: string): SipParty => ({
  user: (uri.user ?? '').split(';', 1)[0] ?? '',
  host: uri.host,
  displayName: typeof displayName === 'string' ? displayName : '',
});
