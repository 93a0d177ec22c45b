import { setTimeout as sleep } from 'node:timers/promises';
import type { CallHolder, CallNotice } from '../../calls/index.js';
import type { KeptAudio, PhoneSession } from '../../media/index.js';
import type {
  ByeReason,
  DialogEnd,
  DialogListener,
  IncomingInvite,
  KeptDialog,
  ReferOutcome,
  ReferTarget,
  RenegotiationOutcome,
  SipDialog,
} from '../../sip/index.js';
import { BUSY_HEADERS } from './refusal-status.js';

/** Q.850 causes of the Reason header: normal clearing, and the network out of order for faults of ours. */
const NORMAL: ByeReason = { cause: 16, text: 'Normal call clearing' };
const FAULT: ByeReason = { cause: 41, text: 'Temporary failure' };

/** How long a key is pressed that an INFO tells of. */
const KEY_MS = 120;

/** The phone's end of a call as another process goes on with it; plain JSON. */
export interface KeptLeg {
  readonly dialog: KeptDialog;
  readonly audio: KeptAudio;
}

export interface PhoneCallEvents {
  /** The caller hung up, gave up, or is gone. */
  callerLeft(call: PhoneCall, cause: DialogEnd | 'cancelled'): void;
  /** What another process needs to go on with it is another now. */
  changed?(call: PhoneCall): void;
  /** The call is over here, whoever ended it or has it now; comes once. */
  over(call: PhoneCall): void;
}

/** What a phone call begins as: an invitation of theirs, or one of ours that they have just answered. */
export type PhoneInvitation = Pick<
  IncomingInvite,
  'isPending' | 'onCancelled' | 'onRenegotiate' | 'ringing' | 'earlyMedia' | 'answer' | 'refuse'
>;

/**
 * The phone's end of a call: an invitation, then a dialog and its audio. To the call it is what a signaling socket is
 * to others.
 */
export class PhoneCall implements CallHolder {
  sessionId: string | undefined;
  private dialog: SipDialog | undefined;
  private media: PhoneSession | undefined;
  private readonly ringing = new AbortController();
  private isOver = false;
  /** A transfer that the caller's side carries out. */
  private referring: Promise<ReferOutcome> | undefined;
  /** Another process has it. */
  hasMoved = false;

  constructor(
    private readonly invite: PhoneInvitation,
    private readonly events: PhoneCallEvents,
  ) {
    invite.onCancelled = () => this.left('cancelled');
  }

  /** Whether it is over, whoever ended it. */
  get hasEnded(): boolean {
    return this.isOver;
  }

  /** A phone either has its call or has hung up. */
  isAlive(): Promise<boolean> {
    return Promise.resolve(!this.isOver);
  }

  cut(): void {
    this.hangUp(NORMAL);
  }

  notify(_sessionId: string, notice: CallNotice): void {
    if (notice.kind === 'failed') this.hangUp(FAULT, notice.isNobodyElses);
    if (notice.kind === 'closed') this.hangUp(NORMAL);
    if (notice.kind === 'moved') this.leave();
  }

  /** What another process needs to go on with it; undefined while none could. */
  kept(): KeptLeg | undefined {
    if (this.isOver) return undefined;
    const [dialog, audio] = [this.dialog?.kept(), this.media?.kept()];
    return dialog && audio && { dialog, audio };
  }

  /**
   * Rings for a while and answers, unless somebody gives up before.
   * @param isHeard The caller hears the ringing from us (early media).
   */
  async answer(sessionId: string, media: PhoneSession, ringMs: number, isHeard = false): Promise<void> {
    this.sessionId = sessionId;
    this.media = media;
    this.invite.onRenegotiate = (sdp) => this.renegotiate(media, sdp);
    if (ringMs > 0) {
      const isTold = isHeard ? this.invite.earlyMedia(media.answerSdp) : this.invite.ringing();
      if (isHeard) media.ring();
      await sleep(ringMs, undefined, { signal: this.ringing.signal }).catch(() => undefined);
      await isTold;
    }
    if (this.hasEnded) return;
    if (!this.invite.isPending) return this.left('cancelled');
    this.dialog = this.invite.answer(media.answerSdp, this.listenerOf(media));
  }

  /** Whether it is the dialog: Call-ID, our tag and theirs, one behind the other. */
  hasDialog(id: string): boolean {
    return !this.isOver && this.dialog?.id === id;
  }

  /** Another phone takes this one's place in the call (RFC 3891), which is hung up. @returns a status of SIP, or 200 */
  async replaceBy(invite: IncomingInvite): Promise<number> {
    const { media, dialog } = this;
    if (this.isOver || !media || !dialog) return 481;
    let sdp = invite.offer === undefined ? media.offerAgain() : undefined;
    if (invite.offer !== undefined) {
      const outcome = await media.reoffer(invite.offer, invite.flow.address);
      if (outcome.kind === 'answered') sdp = outcome.answerSdp;
    }
    if (sdp === undefined) return 488;
    if (this.hasEnded || !invite.isPending) return 481;
    this.dialog = invite.answer(sdp, this.listenerOf(media));
    dialog.bye(NORMAL);
    return 200;
  }

  /** Refuses the invitation, or ends what came of it. */
  refuse(status: number, headers: readonly string[] = []): void {
    this.invite.refuse(status, headers);
    this.end();
  }

  /** Asks the caller's side to call somebody else; see `SipDialog.refer`. */
  async refer(target: ReferTarget, timeoutMs: number): Promise<ReferOutcome> {
    if (this.isOver || !this.dialog) return { kind: 'call-ended' };
    const outcome = this.dialog.refer(target, timeoutMs);
    this.referring ??= outcome;
    await outcome;
    if (this.referring === outcome && !this.hasEnded) this.referring = undefined;
    return outcome;
  }

  /** Presses keys at the other side; resolves whether all of them were sent. */
  async pressKeys(keys: string): Promise<boolean> {
    const { dialog, media } = this;
    if (this.isOver || !dialog || !media) return false;
    const byAudio = media.pressKeys(keys);
    if (byAudio) return byAudio;
    for (const key of keys) if (!(await dialog.sendKey(key, KEY_MS))) return false;
    return true;
  }

  private listenerOf(media: PhoneSession): DialogListener {
    return {
      confirmed: (sdp) => this.confirmed(media, sdp),
      renegotiate: (sdp) => this.renegotiate(media, sdp),
      answered: (sdp) => void media.reoffer(sdp),
      digit: (digit) => media.takeKey(digit),
      changed: () => this.events.changed?.(this),
      ended: (cause, reason) => this.left(cause, reason),
    };
  }

  private confirmed(media: PhoneSession, sdp: string | undefined): void {
    if (sdp !== undefined && media.accept(sdp).kind === 'refused') {
      this.dialog?.bye({ cause: 65, text: 'No common codec' });
      return this.left('bye');
    }
    media.answered();
  }

  private async renegotiate(media: PhoneSession, sdp: string | undefined): Promise<RenegotiationOutcome> {
    if (sdp === undefined) return { kind: 'answered', sdp: media.offerAgain() };
    const outcome = await media.reoffer(sdp);
    return outcome.kind === 'answered'
      ? { kind: 'answered', sdp: outcome.answerSdp }
      : { kind: 'refused', status: 488 };
  }

  private left(cause: DialogEnd | 'cancelled', reason?: ByeReason): void {
    if (this.isOver) return;
    if (this.media) this.media.hangUp ??= { by: 'caller', how: cause, ...reason };
    this.end();
    const tell = () => this.events.callerLeft(this, cause);
    // A caller whose side agreed to call somebody else leaves for that: the transfer, if done, ends the call first.
    if (this.referring) void this.referring.then(() => setImmediate(() => setImmediate(tell)));
    else tell();
  }

  /** The call has ended at our side. */
  private hangUp(reason: ByeReason, isAnyway = false): void {
    if (this.isOver) return;
    if (this.media) this.media.hangUp ??= { by: 'agent', how: 'bye', ...reason };
    if (this.dialog) this.dialog.bye(reason, isAnyway);
    else this.invite.refuse(503, BUSY_HEADERS);
    this.end();
  }

  /** Another process has it: nothing is said to the other side any more. */
  private leave(): void {
    if (this.isOver) return;
    this.hasMoved = true;
    this.dialog?.leave();
    this.end();
  }

  private end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.ringing.abort();
    this.events.over(this);
  }
}
