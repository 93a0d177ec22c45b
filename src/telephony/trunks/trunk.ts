import type { AudioCodecName, PhoneSecurity } from '../../media/index.js';
import type { AddressRange } from './address-range.js';

export interface TrunkRegistrar {
  readonly host: string;
  /** Undefined: what DNS says, or the usual one. */
  readonly port: number | undefined;
  readonly transport: 'udp' | 'tcp' | 'tls';
  readonly login: { readonly username: string; readonly password: string };
}

/** A trunk as calls see it: its password can be read here, and nowhere else. */
export interface Trunk {
  readonly id: string;
  readonly accountId: string;
  /** Empty: any address. */
  readonly ranges: readonly AddressRange[];
  /** Undefined where the address is enough. */
  readonly login: { readonly username: string; readonly password: string } | undefined;
  readonly countryCode: string | undefined;
  readonly defaultConnectorId: string | undefined;
  readonly security: PhoneSecurity;
  readonly codecs: readonly AudioCodecName[];
  /** Where we register; undefined for one that only calls us. */
  readonly registrar: TrunkRegistrar | undefined;
  readonly maxCalls: number;
  readonly maxCallsPerSecond: number;
}
