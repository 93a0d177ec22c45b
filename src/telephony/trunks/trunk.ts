import type { AudioCodecName, PhoneSecurity } from '../../media/index.js';
import type { SipProtocol } from '../../sip/index.js';
import type { NumberRules } from '../number-rules/allowed-numbers.js';
import type { DialPlan } from '../number-rules/dial-plan.js';
import type { QuietHours } from '../number-rules/quiet-hours.js';
import type { AddressRange } from '../../common/address-ranges/index.js';

export const TRUNK_CODECS = ['opus', 'G722', 'PCMU', 'PCMA'] as const;
export const TRUNK_TRANSPORTS = ['udp', 'tcp', 'tls'] as const;
export const TRUNK_SECURITY = ['as-offered', 'required'] as const;
export const CALLER_IDENTITIES = ['from', 'asserted', 'both'] as const;

interface Login {
  readonly username: string;
  readonly password: string;
}

export interface TrunkServer {
  readonly host: string;
  /** Undefined to use DNS or the default. */
  readonly port: number | undefined;
  readonly transport: (typeof TRUNK_TRANSPORTS)[number];
  /** Our credentials there; undefined if our address suffices. */
  readonly login: Login | undefined;
}

export const SIP_PROTOCOLS = { udp: 'UDP', tcp: 'TCP', tls: 'TLS' } as const satisfies Record<
  TrunkServer['transport'],
  SipProtocol
>;

export interface TrunkRegistrar extends TrunkServer {
  readonly login: Login;
}

/** Rules for calls that agents make over a trunk. */
export interface TrunkOutboundRules extends NumberRules {
  readonly callerIdentity: (typeof CALLER_IDENTITIES)[number];
  readonly quietHours: QuietHours | undefined;
}

export const NO_OUTBOUND_CALLS: TrunkOutboundRules = {
  allowedPrefixes: [],
  blockedPrefixes: [],
  callerIdentity: 'from',
  quietHours: undefined,
};

/** A trunk as used by calls. The only place with a readable password. */
export interface Trunk extends DialPlan {
  readonly id: string;
  readonly accountId: string;
  /** The demo agent's line; takes calls that no trunk of this machine takes. */
  readonly isDemo?: true;
  /** Empty for any address. */
  readonly ranges: readonly AddressRange[];
  /** Undefined if the address suffices. */
  readonly login: Login | undefined;
  readonly defaultConnectorId: string | undefined;
  readonly security: PhoneSecurity;
  readonly codecs: readonly AudioCodecName[];
  /** Callers hear our ringback tone before the call is answered. */
  readonly earlyMedia: boolean;
  /** Where we register; undefined for an inbound-only trunk. */
  readonly registrar: TrunkRegistrar | undefined;
  /** The destination of our calls; undefined for an inbound-only trunk. */
  readonly server: TrunkServer | undefined;
  readonly outbound: TrunkOutboundRules;
  readonly maxCalls: number;
  readonly maxCallsPerSecond: number;
  /** End of tracing; absent if it is off. */
  readonly traceUntil?: Date | undefined;
}

/** The trunks that a request may belong to. Several if they share an address; the number then decides. */
export interface TrunkCandidates {
  readonly trunks: readonly Trunk[];
}
