import type { AppConfig } from '../../common/config/index.js';
import type { Effort } from '../codecs/opus-encoder.js';
import type { SessionSettings } from './webrtc-session.js';

/** Once a caller has reported no loss and enough speech is queued; otherwise 20. Longer packets halve the headers. */
const PACKET_MS = 40;
/** A link that loses packets has no room for more. */
const PROTECTED_BITRATE_BPS = 32_000;
const EXPECTED_LOSS_PERCENT = 10;
const PROTECT_FROM_LOSS_PERCENT = 1;

export function mediaSessionSettings(
  config: AppConfig['media'],
  effort: Effort,
  maySend: () => boolean,
): SessionSettings {
  const { connectTimeoutMs, consentTimeoutMs, latePacketWaitMs, speechQueueMaxMs } = config;
  return {
    ...{ connectTimeoutMs, consentTimeoutMs },
    audio: {
      ...{ latePacketWaitMs, speechQueueMaxMs, maySend },
      packetMs: PACKET_MS,
      coding: {
        effort,
        bitrateBps: config.opusBitrateBps,
        protectedBitrateBps: PROTECTED_BITRATE_BPS,
        expectedLossPercent: EXPECTED_LOSS_PERCENT,
        protectFromLossPercent: PROTECT_FROM_LOSS_PERCENT,
      },
    },
  };
}
