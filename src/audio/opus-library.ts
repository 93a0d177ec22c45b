import { readFileSync } from 'node:fs';
import { projectFile } from '../common/assets/index.js';

/** The longest packet: 120 ms at 48 kHz in stereo. */
const MAX_SAMPLES = 11_520;
const MAX_PACKET_BYTES = 4_096;
/** OPUS_GET_LOOKAHEAD (opus_defines.h). */
const GET_LOOKAHEAD = 4_027;

interface OpusExports {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  malloc(bytes: number): number;
  free(pointer: number): void;
  opus_decoder_get_size(channels: number): number;
  opus_decoder_init(state: number, rateHz: number, channels: number): number;
  opus_decode(
    state: number,
    packet: number,
    bytes: number,
    pcm: number,
    samples: number,
    recoverPrevious: number,
  ): number;
  opus_encoder_get_size(channels: number): number;
  opus_encoder_init(state: number, rateHz: number, channels: number, application: number): number;
  opus_encode(state: number, pcm: number, samples: number, packet: number, maxBytes: number): number;
  earshot_encoder_set(state: number, request: number, value: number): number;
  earshot_encoder_get(state: number, request: number): number;
}

/**
 * libopus, as WebAssembly (`assets/opus`). One instance serves all codecs of a thread: they share two scratch buffers,
 * so that a frame costs no allocation. A codec's `close` frees its state.
 */
export class OpusLibrary {
  private static shared: OpusLibrary | undefined;

  private bytes = new Uint8Array();
  private samples = new Int16Array();
  /** Reused view of the decoded samples: most packets have the same length, and creating a view is slow. */
  private decoded = new Int16Array();
  private readonly packetPointer: number;
  private readonly pcmPointer: number;
  private readonly opus: OpusExports;
  private liveStates = 0;

  private constructor(opus: OpusExports) {
    this.opus = opus;
    opus._initialize();
    this.refreshViews();
    this.packetPointer = this.allocate(MAX_PACKET_BYTES);
    this.pcmPointer = this.allocate(MAX_SAMPLES * Int16Array.BYTES_PER_ELEMENT);
  }

  /** The instance of this thread; the first call compiles it, which takes some 10 ms. */
  static instance(): OpusLibrary {
    return (OpusLibrary.shared ??= OpusLibrary.load());
  }

  private static load(): OpusLibrary {
    const code = new WebAssembly.Module(readFileSync(projectFile('assets', 'opus', 'opus.wasm')));
    return new OpusLibrary(new WebAssembly.Instance(code).exports as unknown as OpusExports);
  }

  /** Codec states not yet freed. */
  get stateCount(): number {
    return this.liveStates;
  }

  /** Size of the WebAssembly memory. It never shrinks, but freed states are reused. */
  get memoryBytes(): number {
    return this.opus.memory.buffer.byteLength;
  }

  createDecoderState(rateHz: number, channels: 1 | 2 = 1): number {
    const state = this.allocate(this.opus.opus_decoder_get_size(channels));
    return this.initialised(state, this.opus.opus_decoder_init(state, rateHz, channels));
  }

  createEncoderState(rateHz: number, application: number, channels: 1 | 2 = 1): number {
    const state = this.allocate(this.opus.opus_encoder_get_size(channels));
    return this.initialised(state, this.opus.opus_encoder_init(state, rateHz, channels, application));
  }

  /** Encoder delay in samples per channel (RFC 7845, 4.2: the pre-skip). */
  encoderLookahead(state: number): number {
    return this.opus.earshot_encoder_get(state, GET_LOOKAHEAD);
  }

  setEncoderOption(state: number, request: number, value: number): void {
    const code = this.opus.earshot_encoder_set(state, request, value);
    if (code < 0) throw new Error(`libopus refused option ${request} with code ${code}`);
  }

  freeState(state: number): void {
    this.opus.free(state);
    this.liveStates -= 1;
  }

  /**
   * Decodes a packet or its in-band FEC; an empty packet is concealed. Returns samples per channel, negative on error.
   */
  decode(
    state: number,
    packet: Uint8Array | undefined,
    samples: number,
    recoverPrevious: boolean,
    output: Int16Array,
    channels: 1 | 2 = 1,
  ): number {
    if (packet && packet.length > MAX_PACKET_BYTES) return -1;
    const room = Math.min(samples, Math.min(output.length, MAX_SAMPLES) / channels);
    if (packet) this.bytes.set(packet, this.packetPointer);
    const decoded = this.opus.opus_decode(
      state,
      packet ? this.packetPointer : 0,
      packet?.length ?? 0,
      this.pcmPointer,
      room,
      recoverPrevious ? 1 : 0,
    );
    if (decoded > 0) output.set(this.viewDecoded(decoded * channels));
    return decoded;
  }

  /** Encodes one frame of interleaved samples; returns bytes, negative on error. */
  encode(state: number, frame: Int16Array, packet: Uint8Array, channels: 1 | 2 = 1): number {
    if (frame.length > MAX_SAMPLES) return -1;
    this.samples.set(frame, this.pcmPointer / Int16Array.BYTES_PER_ELEMENT);
    const room = Math.min(packet.length, MAX_PACKET_BYTES);
    const samples = frame.length / channels;
    const length = this.opus.opus_encode(state, this.pcmPointer, samples, this.packetPointer, room);
    if (length > 0) packet.set(this.bytes.subarray(this.packetPointer, this.packetPointer + length));
    return length;
  }

  private viewDecoded(count: number): Int16Array {
    if (this.decoded.length !== count) {
      const start = this.pcmPointer / Int16Array.BYTES_PER_ELEMENT;
      this.decoded = this.samples.subarray(start, start + count);
    }
    return this.decoded;
  }

  private allocate(bytes: number): number {
    const pointer = this.opus.malloc(bytes);
    if (pointer === 0) throw new Error('libopus has no memory left');
    if (this.bytes.buffer !== this.opus.memory.buffer) this.refreshViews();
    return pointer;
  }

  private initialised(state: number, code: number): number {
    if (code < 0) {
      this.opus.free(state);
      throw new Error(`libopus could not set up a codec: code ${code}`);
    }
    this.liveStates += 1;
    return state;
  }

  /** Growing memory detaches the old buffer; this only happens on allocation. */
  private refreshViews(): void {
    this.bytes = new Uint8Array(this.opus.memory.buffer);
    this.samples = new Int16Array(this.opus.memory.buffer);
    this.decoded = this.samples.subarray(0, 0);
  }
}
