import type { HangUp, MediaStats } from '../media-session.js';
import type { SessionAudio } from '../session/session-audio.js';
import { audioStats } from '../session/session-stats.js';
import type { PhoneLeg } from './phone-leg.js';

/** Measurements of a phone call so far, from RTP and RTCP. */
export function phoneStats(
  leg: PhoneLeg | undefined,
  audio: SessionAudio | undefined,
  codec: string | undefined,
  hangUp: HangUp | undefined,
): MediaStats {
  const { received = 0, lost = 0, jitterMs } = leg?.stats ?? {};
  return {
    packetsReceived: received,
    packetsLost: lost,
    packetsSent: leg?.packetsSent ?? 0,
    packetsRefused: leg?.refused ?? 0,
    protocol: 'udp',
    ...(hangUp && { hangUp }),
    ...(codec !== undefined && { codec }),
    ...(jitterMs !== undefined && { jitterMs }),
    ...(leg?.roundTripMs !== undefined && { roundTripTimeMs: leg.roundTripMs }),
    ...audioStats(audio),
  };
}
