import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import type { CallOffer, RemotePhoneCall, TakenPhoneCall } from '../../call-admission/index.js';
import { CallsService } from '../../calls/index.js';
import { REINVITE_TIMEOUT_MS, PhoneCallFailover } from '../../cluster/index.js';
import { AppConfig } from '../../common/config/index.js';
import { MediaService, type PhoneSession } from '../../media/index.js';
import type { ResumeOutcome, SipEndpoint } from '../../sip/index.js';
import { TelephonyMetrics } from '../metrics/telephony-metrics.js';
import { OutboundQueue } from '../outbound/outbound-queue.service.js';
import { PhoneCall, type PhoneInvitation } from '../phone-call/phone-call.js';
import { PhoneControl } from '../phone-call/phone-control.js';
import { CalledAddresses } from '../servers/called-addresses.js';
import { TransferLegs } from '../transfers/transfer-legs.service.js';
import type { TrunkCandidates, Trunk } from '../trunks/trunk.js';
import { TrunkUsage } from '../trunks/trunk-usage.js';
import { keptDialogIn, type PhoneCallSnapshot, parsePhoneCallSnapshot } from './phone-call-snapshot.js';

/** Q.850 cause 41, temporary failure. */
const LOST = { cause: 41, text: 'Temporary failure' } as const;

interface RestoredCall {
  readonly line: PhoneCallSnapshot;
  readonly trunk: Trunk;
  readonly control: PhoneControl;
  media: PhoneSession | undefined;
  call: PhoneCall | undefined;
}

/** Takes over phone calls of other processes by a re-INVITE within their dialogs. */
@Injectable()
export class PhoneCallRestorer {
  private endpoint: SipEndpoint<TrunkCandidates> | undefined;
  private trunkOf: (id: string) => Trunk | undefined = () => undefined;
  private readonly live = new Set<PhoneCall>();

  constructor(
    private readonly calls: CallsService,
    private readonly failover: PhoneCallFailover,
    private readonly media: MediaService,
    private readonly usage: TrunkUsage,
    private readonly called: CalledAddresses,
    private readonly transferLegs: TransferLegs,
    private readonly orders: OutboundQueue,
    private readonly metrics: TelephonyMetrics,
    private readonly config: AppConfig,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(PhoneCallRestorer.name);
  }

  begin(endpoint: SipEndpoint<TrunkCandidates>, trunkOf: (id: string) => Trunk | undefined): void {
    this.endpoint = endpoint;
    this.trunkOf = trunkOf;
    this.failover.takeOverBy((sessionId) => this.take(sessionId));
  }

  /** Running calls that were taken over. */
  get count(): number {
    return this.live.size;
  }

  /**
   * @returns Whether this process now owns the call, even if it had to end it.
   * @throws when the database is unreachable
   */
  async take(sessionId: string): Promise<boolean> {
    const { endpoint } = this;
    if (!endpoint) return false;
    let restored: RestoredCall | undefined;
    const taken = await this.calls.takeLine(sessionId, (call) => {
      restored = this.restore(call, endpoint);
      return restored && this.offerOf(restored, call, endpoint);
    });
    if (!taken || !restored) return false;
    // Prefer the last snapshot, taken just before the claim.
    const line = parsePhoneCallSnapshot(taken.line) ?? restored.line;
    const release = this.hold(restored.trunk, line);
    await this.resume({ ...restored, line }, taken, endpoint, release).catch((error: unknown) => {
      release();
      throw error;
    });
    return true;
  }

  private restore(
    { line: snapshot }: RemotePhoneCall,
    endpoint: SipEndpoint<TrunkCandidates>,
  ): RestoredCall | undefined {
    const line = parsePhoneCallSnapshot(snapshot);
    const trunk = line && this.trunkOf(line.trunkId);
    if (!trunk || (line.dialog.way.protocol === 'TLS' && !endpoint.transport.tlsPort)) return undefined;
    return {
      line,
      trunk,
      control: new PhoneControl(this.config.telephony),
      media: undefined,
      call: undefined,
    };
  }

  /** Holds the trunk's slot and accepts its responses until the call ends. */
  private hold({ id }: Trunk, { dialog }: PhoneCallSnapshot): () => void {
    const slot = this.usage.takeAgain(id);
    const forget = this.called.addCall(dialog.way.address);
    return () => {
      slot.free();
      forget();
    };
  }

  private async resume(
    restored: RestoredCall,
    taken: TakenPhoneCall,
    endpoint: SipEndpoint<TrunkCandidates>,
    release: () => void,
  ): Promise<void> {
    const { line, trunk, media } = restored;
    const { callId } = line.dialog;
    if (taken.obstacle || !media) {
      for (const dialog of [line.dialog, keptDialogIn(taken.person)])
        if (dialog) endpoint.hangUp(dialog, LOST);
      release();
      this.logger.warn({ callId, why: taken.obstacle }, 'a phone call of another instance cannot be resumed');
      return taken.end(taken.obstacle ?? 'not-possible');
    }
    const outcome = await endpoint.resume(line.dialog, {
      offer: media.answerSdp,
      login: trunk.server?.login,
      timeoutMs: REINVITE_TIMEOUT_MS,
    });
    if (outcome?.kind === 'answered') return this.answered(restored, media, taken, outcome, release);
    release();
    this.logger.warn({ callId, outcome }, 'a phone call of another instance was not resumed');
    return taken.end(
      outcome?.kind ?? 'not-possible',
      outcome?.kind === 'refused' ? outcome.status : undefined,
    );
  }

  private answered(
    { line, control }: RestoredCall,
    media: PhoneSession,
    taken: TakenPhoneCall,
    answer: Extract<ResumeOutcome, { kind: 'answered' }>,
    release: () => void,
  ): void {
    let ended: () => void = () => undefined;
    const over = new Promise<void>((resolve) => (ended = resolve));
    const call = new PhoneCall(invitationOf(answer), {
      callerLeft: ({ sessionId }, cause) => {
        this.metrics.left.inc({ cause });
        if (sessionId !== undefined) void this.calls.hangUp(sessionId, call);
      },
      changed: ({ sessionId }) => {
        if (sessionId !== undefined) this.calls.lineChanged(sessionId);
      },
      over: () => {
        release();
        this.live.delete(call);
        ended();
      },
    });
    this.live.add(call);
    control.attach(call);
    const { sessionId } = taken.begin(call);
    call.sessionId = sessionId;
    void call.answer(sessionId, media, 0);
    const { orderId } = line;
    if (orderId !== undefined) this.orders.adopt(orderId, () => call.cut(), over);
  }

  private offerOf(
    restored: RestoredCall,
    call: RemotePhoneCall,
    endpoint: SipEndpoint<TrunkCandidates>,
  ): CallOffer {
    const { line, trunk, control } = restored;
    const { accountId, agentId, variables } = call;
    // Drafts cannot be phoned.
    const target = call.target === 'draft' ? 'live' : call.target;
    const { connectorId, disableHandoff, ownNumber } = line;
    return {
      ...{ authToken: undefined, mode: undefined, accountId: undefined, projectId: undefined },
      ...{ variantId: undefined, agentVersionOverride: undefined, sdp: '' },
      ...{ callSid: undefined, caller: undefined, callee: undefined },
      line: {
        grant: { kind: 'line', accountId, agentId, target, connectorId, disableHandoff, variables },
        control,
        dialTransferTarget: this.transferLegs.forCall({ trunk, ownNumber }),
        kept: () => control.keptWith(line),
        openMedia: async ({ inputSampleRateHz, outputSampleRateHz }) => {
          const way = endpoint.wayOf(line.dialog);
          const opened = await this.media.openPhoneSession({
            inputSampleRateHz,
            outputSampleRateHz,
            offerSdp: undefined,
            before: line.audio,
            localAddress: way.local.host,
            signalingAddress: way.address,
            security: trunk.security,
            codecs: [line.audio.codec.name],
            onKey: () => this.metrics.digits.inc(),
          });
          if (opened.kind === 'answered') restored.media = opened.session;
          return opened;
        },
      },
    };
  }
}

/** Presents the resumed dialog as an incoming invitation. */
const invitationOf = (answer: Extract<ResumeOutcome, { kind: 'answered' }>): PhoneInvitation => ({
  isPending: true,
  onCancelled: undefined,
  ringing: () => Promise.resolve(),
  earlyMedia: () => Promise.resolve(),
  answer: (_sdp, listener) => answer.take(listener),
  refuse: () => undefined,
});
