import type { AppConfig } from '../../common/config/index.js';
import type { Effort } from '../codecs/opus-encoder.js';
import type { SessionSettings } from './webrtc-session.js';

export function sessionSettings(
  config: AppConfig['media'],
  effort: Effort,
  maySend: () => boolean,
): SessionSettings {
  const { connectTimeoutMs, consentTimeoutMs, callerDtx, latePacketWaitMs, speechQueueMaxMs } = config;
  return {
    ...{ connectTimeoutMs, consentTimeoutMs, callerDtx },
    audio: {
      ...{ latePacketWaitMs, speechQueueMaxMs, maySend },
      packetMs: Number(config.opusPacketMs),
      coding: {
        effort,
        bitrateBps: config.opusBitrateBps,
        protectedBitrateBps: config.opusProtectedBitrateBps,
        expectedLossPercent: config.opusExpectedLossPercent,
        protectFromLossPercent: config.opusProtectFromLossPercent,
      },
    },
  };
}
