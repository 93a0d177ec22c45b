import type { AudioRates, MediaService } from '../../media/index.js';
import type { OutgoingCall, OutgoingCallListener, SipEndpoint, SipFlow } from '../../sip/index.js';
import type { ServerAddress } from '../servers/server-lookup.js';
import { SIP_PROTOCOLS, type Trunk, type TrunkCandidates, type TrunkServer } from '../trunks/trunk.js';
import type { Place } from './redirection.js';

/** A phone call over a trunk, whichever of its servers takes it. */
export interface OutboundLeg {
  /** The dialled user or number. */
  readonly user: string;
  readonly trunk: Trunk;
  readonly server: TrunkServer;
  /** The caller ID that is shown. */
  readonly ownNumber: string;
  readonly displayName?: string | undefined;
  /** Associates a late answer with the call. */
  readonly callId: string;
  readonly fromTag: string;
}

type Endpoint = SipEndpoint<TrunkCandidates>;

export const flowTo = (
  { transport }: Endpoint,
  { transport: protocol, host }: TrunkServer,
  { address, port }: ServerAddress,
): SipFlow => transport.flowTo(SIP_PROTOCOLS[protocol], address, port, host);

/** What our offer over a flow needs. */
export const mediaRequest = (
  { security, codecs }: Pick<Trunk, 'security' | 'codecs'>,
  flow: SipFlow,
  { inputSampleRateHz, outputSampleRateHz }: AudioRates,
  onKey: () => void,
): Parameters<MediaService['openPhoneSession']>[0] => ({
  ...{ inputSampleRateHz, outputSampleRateHz, security, codecs, onKey },
  offerSdp: undefined,
  localAddress: flow.local.host,
  signalingAddress: flow.address,
});

export function sendInvite(
  endpoint: Endpoint,
  { user, trunk, server, ownNumber, displayName = '', callId, fromTag }: OutboundLeg,
  { place, flow, offer, silenceMs }: InviteDetails,
  listener: OutgoingCallListener,
): OutgoingCall {
  const { callerIdentity } = trunk.outbound;
  const { login } = server;
  const shown = callerIdentity === 'asserted' && login ? login.username : ownNumber;
  return endpoint.call(
    {
      owner: trunk.id,
      to: { user, host: server.host, port: server.port },
      target: { user: place.user, host: place.host, port: place.port },
      sequence: place.sequence,
      // Our number, in the headers that the trunk expects.
      from: { user: shown, host: login ? server.host : flow.local.host, displayName },
      asserted: callerIdentity === 'from' ? undefined : ownNumber,
      ...{ login, offer, callId, fromTag, silenceMs },
    },
    flow,
    listener,
  );
}

interface InviteDetails {
  readonly place: Place;
  readonly flow: SipFlow;
  readonly offer: string;
  readonly silenceMs: number;
}
