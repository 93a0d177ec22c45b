import type { AudioOffer, OfferedCodec } from '../sdp/offer.js';

/** What a re-offer must not change. */
export interface RunningTerms {
  readonly offer: AudioOffer;
  readonly codec: OfferedCodec;
  /** DTLS role of the server. */
  readonly setup: 'active' | 'passive';
}

/** Why the new offer would need a new session, worded for the client; undefined if it does not. */
export function obstacleToReoffer(running: RunningTerms, next: AudioOffer): string | undefined {
  const { offer, codec, setup } = running;
  const sameCodec = next.codecs.some(
    ({ name, payloadType }) => name === codec.name && payloadType === codec.payloadType,
  );
  if (!sameCodec) return 'A re-offer must keep the audio codec and its payload type.';
  if (next.mid !== offer.mid || next.audioIndex !== offer.audioIndex) {
    return 'A re-offer must keep the place and the mid of the audio section.';
  }
  if (next.fingerprint.value !== offer.fingerprint.value) {
    return 'A re-offer must keep the DTLS certificate (a=fingerprint).';
  }
  const clientRole = setup === 'active' ? 'passive' : 'active';
  if (next.setup !== 'actpass' && next.setup !== clientRole) {
    return 'A re-offer must keep the DTLS role (a=setup).';
  }
  return undefined;
}

/** New credentials start a new ICE session on the same DTLS connection (RFC 8839, 4.4.1.1.1). */
export function restartsIce(current: AudioOffer, next: AudioOffer): boolean {
  return next.iceUsernameFragment !== current.iceUsernameFragment || next.icePassword !== current.icePassword;
}
