import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientConnection, CallNotice } from '../../call-client/index.js';
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

/** Q.850 causes for the Reason header: normal clearing, and network out of order for our own faults. */
const NORMAL: ByeReason = { cause: 16, text: 'Normal call clearing' };
const FAULT: ByeReason = { cause: 41, text: 'Temporary failure' };

/** Duration of a key press reported by INFO. */
const KEY_MS = 120;

/** The snapshot of a phone leg for failover; plain JSON. */
export interface KeptLeg {
  readonly dialog: KeptDialog;
  readonly audio: KeptAudio;
}

export interface PhoneCallEvents {
  /** The caller hung up, cancelled, or was lost. */
  callerLeft(call: PhoneCall, cause: DialogEnd | 'cancelled'): void;
  /** The snapshot of the leg changed. */
  changed?(call: PhoneCall): void;
  /** The call ended here or moved to another process; called once. */
  over(call: PhoneCall): void;
}

/** The start of a phone call: an incoming invitation, or an outgoing one that was just answered. */
export type PhoneInvitation = Pick<
  IncomingInvite,
  'isPending' | 'onCancelled' | 'onRenegotiate' | 'ringing' | 'earlyMedia' | 'answer' | 'refuse'
>;

/**
 * The phone leg of a call: an invitation, then a dialog with audio. For `Call` it plays the part of a signaling socket.
 */
export class PhoneCall implements ClientConnection {
  sessionId: string | undefined;
  private dialog: SipDialog | undefined;
  private media: PhoneSession | undefined;
  private readonly ringing = new AbortController();
  private isOver = false;
  /** A REFER that the caller's side is executing. */
  private referring: Promise<ReferOutcome> | undefined;
  /** Another process owns it. */
  hasMoved = false;

  constructor(
    private readonly invite: PhoneInvitation,
    private readonly events: PhoneCallEvents,
  ) {
    invite.onCancelled = () => this.left('cancelled');
  }

  /** True once it has ended, on either side. */
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

  /** The snapshot for failover; undefined if it cannot be restored. */
  kept(): KeptLeg | undefined {
    if (this.isOver) return undefined;
    const [dialog, audio] = [this.dialog?.kept(), this.media?.kept()];
    return dialog && audio && { dialog, audio };
  }

  /**
   * Rings and then answers, unless the caller cancels first.
   * @param isHeard The caller hears our ringback tone (early media).
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

  /** Matches a dialog id: Call-ID, our tag and theirs, concatenated. */
  hasDialog(id: string): boolean {
    return !this.isOver && this.dialog?.id === id;
  }

  /**
   * Another phone replaces this one in the call (RFC 3891), and this one is hung up.
   * @returns The SIP status; 200 on success.
   */
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

  /** Rejects the invitation or ends the dialog. */
  refuse(status: number, headers: readonly string[] = []): void {
    this.invite.refuse(status, headers);
    this.end();
  }

  /** Sends a REFER to the caller's side; see `SipDialog.refer`. */
  async refer(target: ReferTarget, timeoutMs: number): Promise<ReferOutcome> {
    if (this.isOver || !this.dialog) return { kind: 'call-ended' };
    const outcome = this.dialog.refer(target, timeoutMs);
    this.referring ??= outcome;
    await outcome;
    if (this.referring === outcome && !this.hasEnded) this.referring = undefined;
    return outcome;
  }

  /** Sends DTMF; resolves with whether all keys were sent. */
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
    // After accepting a REFER the caller's side hangs up to follow it. A successful transfer must end the call first.
    if (this.referring) void this.referring.then(() => setImmediate(() => setImmediate(tell)));
    else tell();
  }

  /** The call ended on our side. */
  private hangUp(reason: ByeReason, isAnyway = false): void {
    if (this.isOver) return;
    if (this.media) this.media.hangUp ??= { by: 'agent', how: 'bye', ...reason };
    if (this.dialog) this.dialog.bye(reason, isAnyway);
    else this.invite.refuse(503, BUSY_HEADERS);
    this.end();
  }

  /** Another process owns the call: sends nothing more to the other side. */
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
