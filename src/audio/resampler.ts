import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import loadSpeex, { type SpeexResamplerModule } from '@echogarden/speex-resampler-wasm/simd';

/** Half of Speex's scale: cheap (8 µs per frame) and without audible aliasing. */
const QUALITY = 5;
const MAX_SAMPLES = 5_760;
/** After this much silence, this quality's filter holds nothing of the signal before it. */
const FILTER_SAMPLES = 480;
const INT16_BYTES = 2;
const UINT32_BYTES = 4;

export interface Resampler {
  /** Converts all of `input`; returns the number of samples written, which may vary by one between calls. */
  run(input: Int16Array, output: Int16Array): number;
  close(): void;
}

interface Library {
  readonly speex: SpeexResamplerModule;
  readonly memory: WebAssembly.Memory;
  readonly input: number;
  readonly output: number;
  readonly inputLength: number;
  readonly outputLength: number;
  /** Views of the memory, which moves when it grows. */
  views: { readonly samples: Int16Array; readonly lengths: Uint32Array };
}

let library: Library | undefined;

/** Views of the current memory. */
function viewsOf(loaded: Library): Library['views'] {
  const { buffer } = loaded.memory;
  if (loaded.views.samples.buffer !== buffer) loaded.views = makeViews(buffer);
  return loaded.views;
}

const makeViews = (buffer: ArrayBuffer) => ({
  samples: new Int16Array(buffer),
  lengths: new Uint32Array(buffer),
});

/** Compiles the resampler; call once per thread, before `createResampler`. */
export async function loadResampler(): Promise<void> {
  if (library) return;
  const file = createRequire(import.meta.url).resolve('@echogarden/speex-resampler-wasm/simd');
  const wasm = new WebAssembly.Module(readFileSync(file.replace(/\.js$/, '.wasm')));
  let memory: unknown;
  const speex = await loadSpeex({
    instantiateWasm(imports, receive) {
      const instance = new WebAssembly.Instance(wasm, imports);
      memory = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory);
      receive(instance);
      return instance.exports;
    },
  });
  if (!(memory instanceof WebAssembly.Memory)) throw new Error('The resampler exports no memory');
  library = {
    speex,
    memory,
    input: speex._malloc(MAX_SAMPLES * INT16_BYTES),
    output: speex._malloc(MAX_SAMPLES * INT16_BYTES),
    inputLength: speex._malloc(UINT32_BYTES),
    outputLength: speex._malloc(UINT32_BYTES),
    views: makeViews(memory.buffer),
  };
}

/** For mono audio, at most 5,760 samples at a time. */
export function createResampler(inputRateHz: number, outputRateHz: number): Resampler {
  if (inputRateHz === outputRateHz) return { run: copy, close: () => undefined };
  if (!library) throw new Error('loadResampler was not called');
  return new SpeexResampler(library, inputRateHz, outputRateHz);
}

function copy(input: Int16Array, output: Int16Array): number {
  const count = Math.min(input.length, output.length);
  output.set(input.subarray(0, count));
  return count;
}

function fillSilent(output: Int16Array, length: number): number {
  const written = Math.min(length, output.length);
  output.fill(0, 0, written);
  return written;
}

class SpeexResampler implements Resampler {
  private readonly loaded: Library;
  private state: number;
  /** Consecutive silent samples so far; most audio of calls is silence. */
  private silent = 0;

  constructor(
    library: Library,
    private readonly inputRateHz: number,
    private readonly outputRateHz: number,
  ) {
    this.loaded = library;
    this.state = library.speex._speex_resampler_init(1, inputRateHz, outputRateHz, QUALITY, 0);
    if (this.state === 0) throw new Error(`The resampler refused ${inputRateHz} to ${outputRateHz} Hz`);
  }

  run(input: Int16Array, output: Int16Array): number {
    if (this.state === 0 || input.length > MAX_SAMPLES) return 0;
    const silence = this.silenceFor(input);
    if (silence !== undefined) return fillSilent(output, silence);
    const at = this.loaded;
    const { samples, lengths } = viewsOf(at);
    samples.set(input, at.input / INT16_BYTES);
    lengths[at.inputLength / UINT32_BYTES] = input.length;
    lengths[at.outputLength / UINT32_BYTES] = Math.min(output.length, MAX_SAMPLES);
    at.speex._speex_resampler_process_int(
      this.state,
      0,
      at.input,
      at.inputLength,
      at.output,
      at.outputLength,
    );
    const written = lengths[at.outputLength / UINT32_BYTES] ?? 0;
    output.set(samples.subarray(at.output / INT16_BYTES, at.output / INT16_BYTES + written));
    return written;
  }

  /** The number of silent output samples; undefined if the filter must run. */
  private silenceFor(input: Int16Array): number | undefined {
    if (!isSilent(input)) {
      this.silent = 0;
      return undefined;
    }
    this.silent += input.length;
    const length = (input.length * this.outputRateHz) / this.inputRateHz;
    return this.silent > FILTER_SAMPLES + input.length && Number.isInteger(length) ? length : undefined;
  }

  close(): void {
    if (this.state === 0) return;
    this.loaded.speex._speex_resampler_destroy(this.state);
    this.state = 0;
  }
}

/** A loop: `every` would call a function for each sample. */
function isSilent(samples: Int16Array): boolean {
  for (let at = 0; at < samples.length; at++) if (samples[at] !== 0) return false;
  return true;
}
