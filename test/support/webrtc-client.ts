/// <reference lib="dom" />
import wrtc from '@roamhq/wrtc';
import { resample } from '../stand-ins/audio/pcm.js';
import { concat } from './audio.js';

// wrtc crashes a process that ends without this.
process.once('beforeExit', () => process.exit());

/** wrtc takes and gives 10 ms at a time. */
const CHUNK_MS = 10;
/** A thread that is busy for longer than this makes chunks late for good. */
const MOST_LATE_CHUNKS = 200;

export interface WebRtcClientOptions {
  /** Rate of the samples that `sendPcm` takes. */
  readonly microphoneRateHz?: number;
  /**
   * Adds what the microphone picks up beside them to each 10 ms of them, at the moment to which these belong; it may
   * look at what was heard so far.
   */
  readonly addSurroundings?: (chunk: Int16Array, heard: readonly HeardChunk[], atMs: number) => void;
}

/** A chunk of what the client heard. */
export interface HeardChunk {
  /** When it was played; it may be put earlier by the chunks that follow it, where they all came late at once. */
  readonly atMs: number;
  readonly samples: Int16Array;
  readonly sampleRateHz: number;
}

type PlayedChunk = HeardChunk & { atMs: number };

/**
 * A caller for tests: libwebrtc (the engine of Chromium) with PCM in and out. Its microphone always runs, silent
 * when nothing was given to send, as a real one does.
 */
export class WebRtcClient {
  /** All that was heard so far; wrtc delivers 10 ms chunks, also during silence. */
  readonly heard: PlayedChunk[] = [];

  private readonly connection: RTCPeerConnection;
  private readonly source = new wrtc.nonstandard.RTCAudioSource();
  private readonly track: MediaStreamTrack;
  private readonly microphoneRateHz: number;
  private readonly addSurroundings: NonNullable<WebRtcClientOptions['addSurroundings']>;
  private readonly timer: NodeJS.Timeout;
  private sink: { stop(): void } | undefined;
  private sending: Int16Array[] = [];
  private whenSent: (() => void)[] = [];
  private chunksFed = 0;
  private closed = false;
  private readonly startedAtMs = performance.now();

  constructor(options: WebRtcClientOptions = {}) {
    this.microphoneRateHz = options.microphoneRateHz ?? 48_000;
    this.addSurroundings = options.addSurroundings ?? (() => undefined);
    this.connection = new wrtc.RTCPeerConnection({ iceServers: [] });
    this.track = this.source.createTrack();
    this.connection.addTrack(this.track, new wrtc.MediaStream([this.track]));
    this.connection.ontrack = ({ track }) => this.record(track);
    // What was heard meanwhile comes first, also where this thread was busy.
    this.timer = setInterval(() => setImmediate(() => this.feed()), CHUNK_MS / 2);
  }

  get connectionState(): RTCPeerConnectionState {
    return this.connection.connectionState;
  }

  get peerConnection(): RTCPeerConnection {
    return this.connection;
  }

  /** The offer with all candidates in it. */
  async createOffer(options: RTCOfferOptions = {}): Promise<string> {
    await this.connection.setLocalDescription(await this.connection.createOffer(options));
    await this.gathered();
    const sdp = this.connection.localDescription?.sdp;
    if (!sdp) throw new Error('The client made no offer');
    return sdp;
  }

  async acceptAnswer(sdp: string): Promise<void> {
    await this.connection.setRemoteDescription({ type: 'answer', sdp });
  }

  /** Speaks the samples in real time; resolves when the last one is spoken. */
  sendPcm(samples: Int16Array): Promise<void> {
    this.sending.push(samples);
    return new Promise((resolve) => this.whenSent.push(resolve));
  }

  /** What was heard since the given time (of `performance.now()`), as one piece. */
  heardSince(sinceMs: number): { readonly samples: Int16Array; readonly sampleRateHz: number } {
    const chunks = this.heard.filter(({ atMs }) => atMs >= sinceMs);
    // Before the first packet is decoded wrtc delivers its silence at another rate.
    const sampleRateHz = chunks.at(-1)?.sampleRateHz ?? 48_000;
    return {
      samples: concat(chunks.map((chunk) => resample(chunk.samples, chunk.sampleRateHz, sampleRateHz))),
      sampleRateHz,
    };
  }

  getStats(): Promise<RTCStatsReport> {
    return this.connection.getStats();
  }

  close(): void {
    this.closed = true;
    clearInterval(this.timer);
    this.sink?.stop();
    this.track.stop();
    this.connection.close();
  }

  private record(track: MediaStreamTrack): void {
    this.sink?.stop();
    const sink = new wrtc.nonstandard.RTCAudioSink(track);
    sink.ondata = (data: { samples: Int16Array; sampleRate: number }) => {
      // The same memory comes again with the next chunk.
      const samples = data.samples.slice();
      this.heard.push({ atMs: performance.now(), samples, sampleRateHz: data.sampleRate });
      this.straighten();
    };
    this.sink = sink;
  }

  /** Chunks are played 10 ms apart: those that this thread was too busy to take were not heard all at once. */
  private straighten(): void {
    const { heard } = this;
    const oldest = Math.max(0, heard.length - MOST_LATE_CHUNKS);
    for (let at = heard.length - 2; at >= oldest; at--) {
      const [chunk, next] = [heard[at], heard[at + 1]];
      if (!chunk || !next || chunk.atMs <= next.atMs - CHUNK_MS) return;
      chunk.atMs = next.atMs - CHUNK_MS;
    }
  }

  /** Feeds as many chunks as real time has passed. */
  private feed(): void {
    if (this.closed) return;
    const due = Math.floor((performance.now() - this.startedAtMs) / CHUNK_MS);
    while (this.chunksFed < due) {
      this.chunksFed += 1;
      const samples = this.nextChunk();
      this.addSurroundings(samples, this.heard, this.startedAtMs + this.chunksFed * CHUNK_MS);
      this.source.onData({
        samples,
        sampleRate: this.microphoneRateHz,
        bitsPerSample: 16,
        channelCount: 1,
        numberOfFrames: (this.microphoneRateHz * CHUNK_MS) / 1_000,
      });
    }
  }

  private nextChunk(): Int16Array {
    const chunk = new Int16Array((this.microphoneRateHz * CHUNK_MS) / 1_000);
    const [current] = this.sending;
    if (!current) return chunk;
    chunk.set(current.subarray(0, chunk.length));
    if (current.length > chunk.length) {
      this.sending[0] = current.subarray(chunk.length);
    } else {
      this.sending.shift();
      this.whenSent.shift()?.();
    }
    return chunk;
  }

  private gathered(): Promise<void> {
    if (this.connection.iceGatheringState === 'complete') return Promise.resolve();
    return new Promise((resolve) => {
      this.connection.onicegatheringstatechange = () => {
        if (this.connection.iceGatheringState === 'complete') resolve();
      };
    });
  }
}
