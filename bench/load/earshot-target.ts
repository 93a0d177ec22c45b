import { AppConfig } from '../../src/common/config/index.js';
import {
  type MediaFailure,
  type MediaListener,
  MediaService,
  type MediaSession,
} from '../../src/media/index.js';
import { residentBytes } from './process-usage.js';
import type { LoadTarget, TargetCall } from './target.js';

/**
 * Kind of calls. `echo` is looped in the worker; `listening` decodes the caller, who speaks all the time; `speaking`
 * encodes an agent that speaks all the time, to a silent caller.
 */
export type Mode = 'echo' | 'listening' | 'speaking';
export const MODES: readonly Mode[] = ['echo', 'listening', 'speaking'];

const SPEECH_RATE_HZ = 24_000;
const KEEP_QUEUED_MS = 2_000;
const FEED_EVERY_MS = 500;

/** The media module in this process with one media worker. Of the environment it uses only `MEDIA_OPUS_COMPLEXITY`. */
export async function startEarshot(mode: Mode): Promise<LoadTarget> {
  const { MEDIA_OPUS_COMPLEXITY } = process.env;
  const config = AppConfig.fromEnvironment(
    { MEDIA_PORT: '0', MEDIA_WORKERS: '1', MEDIA_LISTEN_IP: '127.0.0.1', MEDIA_OPUS_COMPLEXITY },
    { media: { speechQueueMaxMs: 600_000, connectTimeoutMs: 5_000 } },
  );
  const media = await MediaService.create(config.media);
  const sessions = new Set<MediaSession>();
  const stopFeeding = mode === 'speaking' ? feed(sessions) : () => undefined;
  return {
    async open(offerSdp) {
      const outcome = await media.openSession({
        offerSdp,
        loop: mode === 'echo',
        inputSampleRateHz: 16_000,
        outputSampleRateHz: SPEECH_RATE_HZ,
      });
      if (outcome.kind === 'refused') throw new Error(outcome.refusal.message);
      sessions.add(outcome.session);
      return callOf(outcome.session, () => sessions.delete(outcome.session));
    },
    async usage() {
      const { user, system } = process.cpuUsage();
      return { nodeMs: (user + system) / 1_000, transportMs: (await media.workerUsage()).cpuMs };
    },
    // Not the worker's own maximum: Linux lets a new program inherit that from its parent process.
    residentBytes() {
      const workers = media.workerPids.reduce((sum, pid) => sum + residentBytes(pid), 0);
      return Promise.resolve(process.memoryUsage.rss() + workers);
    },
    async close() {
      stopFeeding();
      for (const session of sessions) session.close();
      await media.close();
    },
  };
}

function callOf(session: MediaSession, forget: () => void): TargetCall {
  return {
    answerSdp: session.answerSdp,
    connected: () =>
      new Promise((resolve, reject) => {
        const listener: MediaListener = {
          connected: resolve,
          callerFrame: () => undefined,
          callerKey: () => undefined,
          failed: (reason: MediaFailure) => reject(new Error(reason)),
        };
        session.listen(listener);
      }),
    async lostFrames() {
      const { packetsLost, framesConcealed } = await session.stats();
      return packetsLost + framesConcealed;
    },
    close() {
      forget();
      session.close();
    },
  };
}

/** Keeps all queues filled, as a fast speech engine does. */
function feed(sessions: ReadonlySet<MediaSession>): () => void {
  let phase = 0;
  const second = Int16Array.from({ length: SPEECH_RATE_HZ }, (_, index) => {
    phase += (2 * Math.PI * (140 + 40 * Math.sin(index / 4_000))) / SPEECH_RATE_HZ;
    return 7_000 * (Math.sin(phase) + 0.5 * Math.sin(2 * phase));
  });
  const timer = setInterval(() => {
    // A session whose worker died accepts nothing, and its queue stays empty.
    for (const { speech } of sessions) {
      for (let queuedMs = speech.queuedMs; queuedMs < KEEP_QUEUED_MS; queuedMs += 1_000) speech.write(second);
    }
  }, FEED_EVERY_MS);
  return () => clearInterval(timer);
}
