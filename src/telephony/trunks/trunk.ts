import type { AudioCodecName, PhoneSecurity } from '../../media/index.js';
import type { SipProtocol } from '../../sip/index.js';
import type { NumberRules } from '../number-rules/allowed-numbers.js';
import type { DialPlan } from '../number-rules/dial-plan.js';
import type { QuietHours } from '../number-rules/quiet-hours.js';
import type { AddressRange } from './address-range.js';

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
  /** Undefined: what DNS says, or the usual one. */
  readonly port: number | undefined;
  readonly transport: (typeof TRUNK_TRANSPORTS)[number];
  /** What we log in with there; undefined where our address is enough. */
  readonly login: Login | undefined;
}

export const SIP_PROTOCOLS = { udp: 'UDP', tcp: 'TCP', tls: 'TLS' } as const satisfies Record<
  TrunkServer['transport'],
  SipProtocol
>;

export interface TrunkRegistrar extends TrunkServer {
  readonly login: Login;
}

/** What calls that agents make over a trunk have to keep to. */
export interface OutboundRules extends NumberRules {
  readonly callerIdentity: (typeof CALLER_IDENTITIES)[number];
  readonly quietHours: QuietHours | undefined;
}

export const NO_OUTBOUND_CALLS: OutboundRules = {
  allowedPrefixes: [],
  blockedPrefixes: [],
  callerIdentity: 'from',
  quietHours: undefined,
};

/** A trunk as calls see it: its password can be read here, and nowhere else. */
export interface Trunk extends DialPlan {
  readonly id: string;
  readonly accountId: string;
  /** The line of the demo agent: takes what no trunk of this machine takes. */
  readonly isDemo?: true;
  /** Empty: any address. */
  readonly ranges: readonly AddressRange[];
  /** Undefined where the address is enough. */
  readonly login: Login | undefined;
  readonly defaultConnectorId: string | undefined;
  readonly security: PhoneSecurity;
  readonly codecs: readonly AudioCodecName[];
  /** Its callers hear the ringing from us, before the call is answered. */
  readonly earlyMedia: boolean;
  /** Where we register; undefined for one that only calls us. */
  readonly registrar: TrunkRegistrar | undefined;
  /** Where our calls go; undefined for one that only calls us. */
  readonly server: TrunkServer | undefined;
  readonly outbound: OutboundRules;
  readonly maxCalls: number;
  readonly maxCallsPerSecond: number;
  /** Until when its messages are kept; absent: they are not. */
  readonly traceUntil?: Date | undefined;
}
