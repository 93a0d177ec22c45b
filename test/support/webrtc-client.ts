/// <reference lib="dom" />
import wrtc from '@roamhq/wrtc';
import { resample } from '../stand-ins/audio/pcm.js';
import { concat } from './audio.js';

// wrtc crashes when the process exits without this.
process.once('beforeExit', () => process.exit());

/** wrtc works in 10 ms chunks. */
const CHUNK_MS = 10;
/** A thread blocked for longer delays chunks permanently. */
const MOST_LATE_CHUNKS = 200;

export interface WebRtcClientOptions {
  /** Rate of the samples that `sendPcm` takes. */
  readonly microphoneRateHz?: number;
  /** Adds the microphone's surroundings to each 10 ms chunk at its own time; may use the audio heard so far. */
  readonly addSurroundings?: (chunk: Int16Array, heard: readonly HeardChunk[], atMs: number) => void;
}

/** A chunk of received audio. */
export interface HeardChunk {
  /** Playback time; may be moved back by later chunks when several arrived late at once. */
  readonly atMs: number;
  readonly samples: Int16Array;
  readonly sampleRateHz: number;
}

type PlayedChunk = HeardChunk & { atMs: number };

/**
 * A test caller: libwebrtc (Chromium's engine) with PCM in and out. Its microphone always runs, and is silent without
 * audio, like a real one.
 */
export class WebRtcClient {
  /** All received audio; wrtc delivers 10 ms chunks, also during silence. */
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
    // Audio received before comes first, even when this thread was blocked.
    this.timer = setInterval(() => setImmediate(() => this.feed()), CHUNK_MS / 2);
  }

  get connectionState(): RTCPeerConnectionState {
    return this.connection.connectionState;
  }

  get peerConnection(): RTCPeerConnection {
    return this.connection;
  }

  /** The offer with all candidates. */
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

  /** Speaks in real time; resolves with the last sample. */
  sendPcm(samples: Int16Array): Promise<void> {
    this.sending.push(samples);
    return new Promise((resolve) => this.whenSent.push(resolve));
  }

  /** Audio received since this time (of `performance.now()`), joined. */
  heardSince(sinceMs: number): { readonly samples: Int16Array; readonly sampleRateHz: number } {
    const chunks = this.heard.filter(({ atMs }) => atMs >= sinceMs);
    // Before the first decoded packet, wrtc delivers silence at another rate.
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
      // The next chunk reuses this memory.
      const samples = data.samples.slice();
      this.heard.push({ atMs: performance.now(), samples, sampleRateHz: data.sampleRate });
      this.straighten();
    };
    this.sink = sink;
  }

  /** Chunks play 10 ms apart, even when this thread received several at once. */
  private straighten(): void {
    const { heard } = this;
    const oldest = Math.max(0, heard.length - MOST_LATE_CHUNKS);
    for (let at = heard.length - 2; at >= oldest; at--) {
      const [chunk, next] = [heard[at], heard[at + 1]];
      if (!chunk || !next || chunk.atMs <= next.atMs - CHUNK_MS) return;
      chunk.atMs = next.atMs - CHUNK_MS;
    }
  }

  /** Feeds as many chunks as real time requires. */
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
