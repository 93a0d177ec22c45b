import { isIPv6 } from 'node:net';
import { type OfferedCodec, type Parsed, refuseSdp } from '../sdp/offer.js';
import type { PhoneCallRequest } from './phone-request.js';
import { NOWHERE, parsePhoneSdp, type PhoneDescription } from './phone-sdp.js';

export interface ReadTerms {
  readonly remote: PhoneDescription;
  readonly codec: OfferedCodec;
}

/**
 * Derives this call's parameters from the peer's SDP.
 * @param wasSecure Audio that was once encrypted must stay encrypted.
 */
export function readTerms(sdp: string, request: PhoneCallRequest, wasSecure: boolean): Parsed<ReadTerms> {
  const needsEncryption = request.security === 'required' || wasSecure;
  const parsed = parsePhoneSdp(sdp, request.codecs, needsEncryption);
  if (!parsed.ok) return parsed;
  const remote = parsed.value;
  if (!NOWHERE.has(remote.address) && isIPv6(remote.address) !== isIPv6(request.localAddress)) {
    return refuseSdp(
      'UNSUPPORTED_TRANSPORT',
      'The audio has to come over the IP version that the call’s SIP comes over: name an address of that in c=.',
    );
  }
  const [codec] = remote.codecs;
  if (!codec) throw new Error('an SDP was accepted without a codec');
  return { ok: true, value: { remote, codec } };
}
