import type { HangUp, MediaStats } from '../media-session.js';
import type { SessionAudio } from '../session/session-audio.js';
import type { PhoneLeg } from './phone-leg.js';

/** What was measured of a phone call so far, by RTP and RTCP. */
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
    framesConcealed: audio?.caller.faults.framesConcealed ?? 0,
    protocol: 'udp',
    ...(hangUp && { hangUp }),
    ...(codec !== undefined && { codec }),
    ...(jitterMs !== undefined && { jitterMs }),
    ...(leg?.roundTripMs !== undefined && { roundTripTimeMs: leg.roundTripMs }),
    ...(audio && {
      packetsRecovered: audio.caller.faults.packetsRecovered,
      packetsMalformed: audio.caller.faults.packetsMalformed,
      speechOverflowMs: audio.agent.overflowMs,
    }),
    ...(audio?.caller.level.levelDbov !== undefined && { callerLevelDbov: audio.caller.level.levelDbov }),
    ...(audio?.agent.level.levelDbov !== undefined && { agentLevelDbov: audio.agent.level.levelDbov }),
  };
}
