import type { OfferedCodec } from '../sdp/offer.js';
import type { KeyFormat } from '../sdp/telephone-events.js';
import type { LegTerms } from './phone-leg.js';
import { isEncrypted, type PhoneDescription } from './phone-sdp.js';

/** The negotiated parameters that a call leg needs. */
export function legTermsOf(
  remote: PhoneDescription,
  codec: OfferedCodec,
  keys: KeyFormat | undefined,
): LegTerms {
  const { direction } = remote;
  return {
    payloadType: codec.payloadType,
    clockRateHz: codec.clockRateHz,
    keysType: keys?.payloadType,
    multiplexesControl: remote.multiplexesControl,
    controlPort: remote.controlPort,
    sends: direction === 'sendrecv' || direction === 'recvonly',
    hears: direction === 'sendrecv',
    theirKey: isEncrypted(remote) ? remote.crypto?.key : undefined,
  };
}
