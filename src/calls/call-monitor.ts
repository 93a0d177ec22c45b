import { runEvery } from '../common/timers/index.js';
import { newId } from '../common/ids/index.js';
import { VoiceMixer } from '../call-speech/index.js';
import type { MediaSession } from '../media/index.js';

/** Drop audio queued for longer: delay hurts a live conversation. */
export const MOST_QUEUED_MS = 200;
const LOOK_MS = 500;
/** A browser sends sound at least every 400 ms, and reports besides: after this long it is gone. */
const VANISHED_MS = 2_000;

/** Who supervises a call. */
export interface Supervisor {
  /** Id of the person or API key. */
  readonly id: string;
  readonly email: string;
}

/** One supervisor's connection: hears both sides of a call, and may speak to the caller. */
export class CallMonitor {
  readonly id = newId('mon');
  isConnected = false;
  private confirm = (): void => undefined;
  readonly connected = new Promise<void>((resolve) => (this.confirm = resolve));
  private readonly mixer: VoiceMixer;
  private endWatch: (() => void) | undefined;

  /** @param sampleRateHz Of the media session, both ways. */
  constructor(
    readonly by: Supervisor,
    private readonly media: MediaSession,
    sampleRateHz: number,
  ) {
    const { speech } = media;
    this.mixer = new VoiceMixer(sampleRateHz, (samples) => {
      if (speech.queuedMs <= MOST_QUEUED_MS) speech.write(samples);
    });
  }

  /** @param gone The connection is lost. */
  begin(said: (samples: Int16Array, atMs: number) => void, gone: () => void): void {
    this.media.listen({
      connected: () => {
        this.isConnected = true;
        this.confirm();
      },
      callerFrame: ({ samples, atMs }) => said(samples, atMs),
      callerKey: () => undefined,
      failed: gone,
    });
  }

  hear(side: 'caller' | 'agent', samples: Int16Array): void {
    if (this.isConnected) this.mixer.push(side, samples);
  }

  /** Calls `vanished` once no packets of the supervisor have arrived for two seconds. */
  watch(vanished: () => void): void {
    let bytes: number | undefined;
    let heardAtMs = performance.now();
    const look = async () => {
      const received = await this.media.receivedBytes();
      if (received !== bytes) [bytes, heardAtMs] = [received, performance.now()];
      else if (this.endWatch && performance.now() - heardAtMs >= VANISHED_MS) vanished();
    };
    // A connection that cannot be asked reports its own failure.
    this.endWatch = runEvery(LOOK_MS, () => void look().catch(() => undefined));
  }

  endsWatch(): void {
    this.endWatch?.();
    this.endWatch = undefined;
  }

  close(): void {
    this.endsWatch();
    this.media.close();
  }
}
