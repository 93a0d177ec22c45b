import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import type { LineGrant } from '../../auth/index.js';
import type { CallOffer } from '../../call-admission/index.js';
import { CallsService } from '../../calls/index.js';
import { AppConfig } from '../../common/config/index.js';
import { E164 } from '../../common/phone-numbers/index.js';
import { PhoneNumbersService } from '../../connectors/index.js';
import { MediaService, type PhoneSession, type SdpRefusal } from '../../media/index.js';
import { type IncomingInvite, warning } from '../../sip/index.js';
import { TransferLegs } from '../transfers/transfer-legs.service.js';
import { TelephonyMetrics } from '../metrics/telephony-metrics.js';
import type { TrunkCandidates, Trunk } from '../trunks/trunk.js';
import { TrunkUsage } from '../trunks/trunk-usage.js';
import { callerOf } from './caller-identity.js';
import { headerVariables } from './header-variables.js';
import { dialledNumber } from './dialled-number.js';
import { readReplaces } from './replaces.js';
import { PhoneCall } from '../phone-call/phone-call.js';
import { PhoneControl } from '../phone-call/phone-control.js';
import {
  notReady,
  notReplaced,
  sipFaultOf,
  type SipRefusal,
  sipRefusalOf,
  trunkFull,
  unknownNumber,
} from '../phone-call/refusal-status.js';
import { RefusedCalls } from '../diagnostics/refused-calls.service.js';

/** Limit of one field in the record. */
const MAX_FIELD_CHARACTERS = 200;
/** Longer than an extension. */
const BARE_NUMBER = /^[1-9]\d{6,14}$/;

type OpenedPhone = Awaited<ReturnType<MediaService['openPhoneSession']>>;

interface Route {
  readonly trunk: Trunk;
  readonly grant: LineGrant;
  /** The dialled number, in E.164 if possible. */
  readonly number: string;
}

/** Handles invitations that passed the gate: routing by number, limits, call, answer. */
@Injectable()
export class IncomingCalls {
  /** Each call's account. */
  private readonly live = new Map<PhoneCall, string>();

  constructor(
    private readonly calls: CallsService,
    private readonly numbers: PhoneNumbersService,
    private readonly media: MediaService,
    private readonly usage: TrunkUsage,
    private readonly transferLegs: TransferLegs,
    private readonly metrics: TelephonyMetrics,
    private readonly refused: RefusedCalls,
    private readonly config: AppConfig,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(IncomingCalls.name);
  }

  get count(): number {
    return this.live.size;
  }

  /** Never throws: the caller always gets an answer. */
  receive(invite: IncomingInvite, line: TrunkCandidates): void {
    this.take(invite, line).catch((error: unknown) => {
      this.logger.error(
        { callId: excerpt(invite.callId), err: error },
        'incoming phone call could not be answered',
      );
      this.refuse(invite, line.trunks, sipFaultOf(error));
    });
  }

  private async take(invite: IncomingInvite, line: TrunkCandidates): Promise<void> {
    // Refuse under overload before any work, since running calls are already late.
    const { state } = this.calls;
    if (state !== 'ready') return this.refuse(invite, line.trunks, notReady(state));
    const replaces = invite.header('replaces');
    if (replaces !== undefined) return this.replace(invite, line.trunks, replaces);
    const route = await this.routeOf(invite, line.trunks);
    if (!invite.isPending) return void this.metrics.left.inc({ cause: 'cancelled' });
    if (!route) return this.refuse(invite, line.trunks, unknownNumber(invite.called.user));
    const slot = this.usage.take(route.trunk);
    if (slot.kind !== 'slot') return this.refuse(invite, [route.trunk], trunkFull(slot.kind, route.trunk));
    const call = new PhoneCall(invite, {
      callerLeft: ({ sessionId }, cause) => {
        this.metrics.left.inc({ cause });
        if (sessionId !== undefined) void this.calls.hangUp(sessionId, call);
      },
      changed: ({ sessionId }) => {
        if (sessionId !== undefined) this.calls.lineChanged(sessionId);
      },
      over: () => {
        slot.free();
        this.live.delete(call);
      },
    });
    this.live.set(call, route.trunk.accountId);
    try {
      await this.connect(invite, route, call);
    } catch (error) {
      this.refuse(invite, [route.trunk], sipFaultOf(error), call);
      throw error;
    }
  }

  /** RFC 3891, 3. Calls of other accounts cannot be replaced. */
  private async replace(invite: IncomingInvite, trunks: readonly Trunk[], field: string): Promise<void> {
    const wanted = readReplaces(field);
    const id = wanted && wanted.callId + wanted.toTag + wanted.fromTag;
    const accounts = new Set(trunks.map(({ accountId }) => accountId));
    const [call] =
      [...this.live].find(([one, accountId]) => accounts.has(accountId) && one.hasDialog(id ?? '')) ?? [];
    const status = wanted ? ((call && (wanted.earlyOnly ? 486 : await call.replaceBy(invite))) ?? 481) : 400;
    if (status !== 200) this.refuse(invite, trunks, notReplaced(status));
  }

  private async connect(invite: IncomingInvite, route: Route, call: PhoneCall): Promise<void> {
    let session: PhoneSession | undefined;
    let refused: SdpRefusal | undefined;
    const control = new PhoneControl(this.config.telephony);
    control.attach(call);
    const offer = this.offerOf(invite, route, control, (opened) => {
      if (opened.kind === 'answered') session = opened.session;
      else refused = opened.refusal;
    });
    const outcome = await this.calls.open(offer, call);
    if (outcome.kind === 'refused') {
      return this.refuse(invite, [route.trunk], sipRefusalOf(outcome, refused), call);
    }
    if (call.hasEnded) return void this.calls.hangUp(outcome.sessionId, call);
    if (!session) throw new Error('a phone call was opened without its media');
    // Without an SDP offer there is nothing for our SDP to answer yet.
    const isHeard = route.trunk.earlyMedia && invite.offer !== undefined;
    await call.answer(outcome.sessionId, session, this.config.telephony.ringMs, isHeard);
  }

  private offerOf(
    invite: IncomingInvite,
    { trunk, grant, number }: Route,
    control: PhoneControl,
    onMedia: (opened: OpenedPhone) => void,
  ): CallOffer {
    return {
      authToken: undefined,
      mode: undefined,
      accountId: undefined,
      projectId: undefined,
      variantId: undefined,
      agentVersionOverride: undefined,
      sdp: '',
      callSid: excerpt(invite.callId),
      // Programs on this machine prove no identity.
      caller: excerpt(callerOf(invite, { ...trunk, mayAssert: !trunk.isDemo })),
      callee: excerpt(number),
      line: {
        grant: { ...grant, variables: headerVariables(invite.headers()) },
        control,
        dialTransferTarget: this.transferLegs.forCall({ trunk, ownNumber: number }),
        kept: () => control.keptWith(lineOf({ trunk, grant, number })),
        openMedia: async ({ inputSampleRateHz, outputSampleRateHz }) => {
          const opened = await this.media.openPhoneSession({
            inputSampleRateHz,
            outputSampleRateHz,
            offerSdp: invite.offer,
            localAddress: invite.flow.local.host,
            signalingAddress: invite.flow.address,
            security: trunk.security,
            codecs: trunk.codecs,
            onKey: () => this.metrics.digits.inc(),
          });
          onMedia(opened);
          return opened;
        },
      },
    };
  }

  /** Looks up the number as dialled, then as registered trunks rewrite it. A trunk's own connector takes the rest. */
  private async routeOf(invite: IncomingInvite, known: readonly Trunk[]): Promise<Route | undefined> {
    for (const party of [invite.called, invite.to]) {
      for (const trunk of known) {
        const number = dialledNumber(party, trunk);
        const grant = await this.grantOf(trunk.accountId, number);
        if (grant) return { trunk, grant, number };
      }
    }
    const trunk = known.find(({ defaultConnectorId }) => defaultConnectorId !== undefined);
    if (trunk?.defaultConnectorId === undefined) return undefined;
    const grant = await this.numbers.routeThrough(trunk.accountId, trunk.defaultConnectorId);
    return grant && { trunk, grant, number: dialledNumber(invite.called, trunk) };
  }

  /** Earlier releases accepted numbers outside any plan, and carriers omit the plus sign. */
  private async grantOf(accountId: string, number: string): Promise<LineGrant | undefined> {
    const entry = BARE_NUMBER.test(number) ? `+${number}` : number;
    return E164.test(entry) ? this.numbers.route(accountId, entry) : undefined;
  }

  /** @param call Set once the invitation has become a call. */
  private refuse(
    invite: IncomingInvite,
    trunks: readonly Trunk[],
    { status, headers, cause, reason, warning: code }: SipRefusal,
    call?: PhoneCall,
  ): void {
    const { callId, flow } = invite;
    const parties = { caller: invite.from.user, called: invite.called.user };
    if (invite.isPending) {
      this.refused.note({ trunks, callId, address: flow.address, parties, status, cause, reason });
    }
    (call ?? invite).refuse(status, [...headers, warning(reason, code)]);
  }
}

/** What another process needs to restore the line. */
const lineOf = ({ trunk, grant: { connectorId, disableHandoff }, number }: Route) => ({
  trunkId: trunk.id,
  ownNumber: number,
  ...(connectorId !== undefined && { connectorId }),
  disableHandoff,
});

const excerpt = (text: string): string => text.slice(0, MAX_FIELD_CHARACTERS);
