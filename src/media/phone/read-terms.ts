import { isIPv6 } from 'node:net';
import { type OfferedCodec, type Parsed, refuse } from '../sdp/offer.js';
import type { PhoneCallRequest } from './phone-request.js';
import { isEncrypted, NOWHERE, parsePhoneSdp, type PhoneDescription } from './phone-sdp.js';

export interface ReadTerms {
  readonly remote: PhoneDescription;
  readonly codec: OfferedCodec;
}

/**
 * What an SDP of the other side means for this call.
 * @param agreed The codec that the call has already: it stays.
 * @param wasSecure Audio that was encrypted once stays so.
 */
export function readTerms(
  sdp: string,
  request: PhoneCallRequest,
  agreed: OfferedCodec | undefined,
  wasSecure: boolean,
): Parsed<ReadTerms> {
  const parsed = parsePhoneSdp(sdp, agreed ? [agreed.name] : request.codecs);
  if (!parsed.ok) return parsed;
  const remote = parsed.value;
  if (!NOWHERE.has(remote.address) && isIPv6(remote.address) !== isIPv6(request.localAddress)) {
    return refuse(
      'UNSUPPORTED_TRANSPORT',
      'The audio has to come over the IP version that the call’s SIP comes over: name an address of that in c=.',
    );
  }
  if (!isEncrypted(remote) && (request.security === 'required' || wasSecure)) {
    return refuse(
      'UNSUPPORTED_TRANSPORT',
      'This line takes encrypted audio only: offer RTP/SAVP with a line a=crypto (SDES).',
    );
  }
  const [codec] = remote.codecs;
  if (!codec) throw new Error('an SDP was accepted without a codec');
  const kept = agreed ? { ...agreed, payloadType: codec.payloadType } : codec;
  return { ok: true, value: { remote, codec: kept } };
}
