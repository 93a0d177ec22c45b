import { Logger } from '@nestjs/common';
import { AppConfig, type Overrides } from '../../../src/common/config/index.js';
import {
  type CallerAudioFrame,
  type MediaFailure,
  type MediaListener,
  type MediaSession,
  MediaService,
  type OpenMediaRequest,
} from '../../../src/media/index.js';

/** `MediaService.counts` after all sessions have ended. */
export const NOTHING_LEFT = {
  sessions: 0,
  webRtcTransports: 0,
  producers: 0,
  consumers: 0,
  codecStates: 0,
  clockTickers: 0,
  phoneSessions: 0,
  phonePorts: 0,
};

/** A media service on loopback and free ports, with one worker by default. */
export function startMedia(
  environment: Record<string, string> = {},
  media: Overrides['media'] = {},
): Promise<MediaService> {
  Logger.overrideLogger(false);
  const env = { MEDIA_PORT: '0', MEDIA_WORKERS: '1', MEDIA_LISTEN_IP: '127.0.0.1', ...environment };
  const config = AppConfig.fromEnvironment(env, { media });
  return MediaService.create(config.media);
}

/** Opens a session, and fails the test when the offer is rejected. */
export async function openSession(
  media: MediaService,
  offerSdp: string,
  request: Partial<OpenMediaRequest> = {},
): Promise<MediaSession> {
  const outcome = await media.openSession({
    offerSdp,
    loop: false,
    inputSampleRateHz: 16_000,
    outputSampleRateHz: 24_000,
    ...request,
  });
  if (outcome.kind === 'refused') throw new Error(`${outcome.refusal.code}: ${outcome.refusal.message}`);
  return outcome.session;
}

/** Records a session's events. */
export class RecordingListener implements MediaListener {
  connectedAtMs: number | undefined;
  failure: MediaFailure | undefined;
  failedAtMs: number | undefined;
  readonly keys: string[] = [];
  readonly frames: { samples: Int16Array; concealed: boolean; atMs: number }[] = [];

  connected(): void {
    this.connectedAtMs = performance.now();
  }

  callerFrame(frame: CallerAudioFrame): void {
    this.frames.push({ samples: frame.samples.slice(), concealed: frame.concealed, atMs: frame.atMs });
  }

  callerKey(key: string): void {
    this.keys.push(key);
  }

  failed(reason: MediaFailure): void {
    this.failure = reason;
    this.failedAtMs = performance.now();
  }
}
