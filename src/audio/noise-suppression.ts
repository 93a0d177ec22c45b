import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Lazy } from '../common/caches/index.js';
import { createResampler, loadResampler, type Resampler } from './resampler.js';

/** RNNoise's input: 10 ms at 48 kHz, as 16-bit values in floats. */
const RATE_HZ = 48_000;
const FRAME_SAMPLES = 480;
const FLOAT_BYTES = 4;
/** The longest input at a time. */
const MAX_PIECE_MS = 60;
/** Buffered, so that output is as long as input: one frame, and the resamplers' rounding. */
const HELD_BACK_MS = 12;
/** Total delay: the buffer, and RNNoise's window. */
const DELAY_MS = 22;
/** Additional delay of resampling, both ways together, in samples. */
const RESAMPLING_SAMPLES = 80;

/** Minified names of exports in @jitsi/rnnoise-wasm 0.2.1. */
const EXPORTS = { memory: 'c', begin: 'd', create: 'f', malloc: 'g', destroy: 'h', free: 'i', process: 'j' };
const WASM_PAGE_BYTES = 65_536;

interface Library {
  readonly memory: WebAssembly.Memory;
  /** Address of the current frame: input is written here, output read. */
  readonly frameAt: number;
  create(): number;
  destroy(state: number): void;
  process(state: number): void;
}

/** Noise suppression for many calls, each with its own state. */
export interface NoiseSuppression {
  /** @param sampleRateHz Rate of the input. */
  open(sampleRateHz: number): NoiseSuppressor;
}

export interface NoiseSuppressor {
  /** Delay of the output. */
  readonly delayMs: number;
  /** Suppresses noise in mono audio, in place; at most 60 ms at a time. */
  run(samples: Int16Array): void;
  /** Frees the state; idempotent. Later audio passes unchanged. */
  close(): void;
}

const noiseSuppression = new Lazy(load);

/** Compiles RNNoise once per thread, on first use. @throws Error when its file can't be read or run. */
export const loadNoiseSuppression = (): Promise<NoiseSuppression> => noiseSuppression.get();

async function load(): Promise<NoiseSuppression> {
  await loadResampler();
  const file = createRequire(import.meta.url).resolve('@jitsi/rnnoise-wasm/dist/rnnoise.wasm');
  const library = await instantiate(await readFile(file));
  return { open: (sampleRateHz) => new Suppressor(library, sampleRateHz) };
}

async function instantiate(file: Buffer<ArrayBuffer>): Promise<Library> {
  // Emscripten's imports, used when the memory grows or is copied.
  const grow = (bytes: number) => {
    const pages = Math.ceil((bytes - memory.buffer.byteLength) / WASM_PAGE_BYTES);
    return pages <= 0 || memory.grow(pages) >= 0 ? 1 : 0;
  };
  const copy = (to: number, from: number, count: number) =>
    void new Uint8Array(memory.buffer).copyWithin(to, from, from + count);
  const program = await WebAssembly.compile(file);
  const { exports } = await WebAssembly.instantiate(program, { a: { a: grow, b: copy } });
  const call = (name: keyof typeof EXPORTS, ...values: number[]): number => {
    const found = exports[EXPORTS[name]];
    if (typeof found !== 'function') throw new Error(`RNNoise has no function ${name}`);
    return Number((found as (...values: number[]) => unknown)(...values));
  };
  const found = exports[EXPORTS.memory];
  if (!(found instanceof WebAssembly.Memory)) throw new Error('RNNoise exports no memory');
  const memory = found;
  call('begin');
  const frameAt = call('malloc', FRAME_SAMPLES * FLOAT_BYTES);
  return {
    memory,
    frameAt,
    create: () => call('create', 0),
    destroy: (state) => void call('destroy', state),
    process: (state) => void call('process', state, frameAt, frameAt),
  };
}

class Suppressor implements NoiseSuppressor {
  readonly delayMs: number;
  private readonly up: Resampler;
  private readonly down: Resampler;
  private readonly wide = new Int16Array((RATE_HZ * MAX_PIECE_MS) / 1_000 + FRAME_SAMPLES);
  private readonly narrow: Int16Array;
  /** Input of an incomplete frame. */
  private readonly frame = new Int16Array(FRAME_SAMPLES);
  private filled = 0;
  /** Output not returned yet. */
  private readonly ready: Int16Array;
  private readyCount: number;
  private state: number;

  constructor(
    private readonly rnnoise: Library,
    sampleRateHz: number,
  ) {
    const resamplingMs = sampleRateHz === RATE_HZ ? 0 : (RESAMPLING_SAMPLES * 1_000) / sampleRateHz;
    this.delayMs = DELAY_MS + resamplingMs;
    const pieceSamples = (sampleRateHz * MAX_PIECE_MS) / 1_000;
    this.up = createResampler(sampleRateHz, RATE_HZ);
    this.down = createResampler(RATE_HZ, sampleRateHz);
    this.narrow = new Int16Array(FRAME_SAMPLES);
    this.readyCount = (sampleRateHz * HELD_BACK_MS) / 1_000;
    this.ready = new Int16Array(2 * pieceSamples + this.readyCount);
    this.state = rnnoise.create();
    if (this.state === 0) throw new Error('RNNoise has no memory left');
  }

  run(samples: Int16Array): void {
    if (this.state === 0) return;
    const wide = this.wide.subarray(0, this.up.run(samples, this.wide));
    for (let at = 0; at < wide.length;) {
      const count = Math.min(FRAME_SAMPLES - this.filled, wide.length - at);
      this.frame.set(wide.subarray(at, at + count), this.filled);
      this.filled += count;
      at += count;
      if (this.filled === FRAME_SAMPLES) this.suppress();
    }
    const given = Math.min(samples.length, this.readyCount);
    samples.set(this.ready.subarray(0, given));
    samples.fill(0, given);
    this.ready.copyWithin(0, given, this.readyCount);
    this.readyCount -= given;
  }

  close(): void {
    if (this.state === 0) return;
    this.rnnoise.destroy(this.state);
    this.state = 0;
    this.up.close();
    this.down.close();
  }

  private suppress(): void {
    const { memory, frameAt } = this.rnnoise;
    this.filled = 0;
    new Float32Array(memory.buffer, frameAt, FRAME_SAMPLES).set(this.frame);
    this.rnnoise.process(this.state);
    // The memory may have moved.
    const clean = new Float32Array(memory.buffer, frameAt, FRAME_SAMPLES);
    for (let at = 0; at < FRAME_SAMPLES; at++) {
      this.frame[at] = Math.max(-32_768, Math.min(32_767, Math.round(clean[at] ?? 0)));
    }
    const count = this.down.run(this.frame, this.narrow);
    const kept = Math.min(count, this.ready.length - this.readyCount);
    this.ready.set(this.narrow.subarray(0, kept), this.readyCount);
    this.readyCount += kept;
  }
}
