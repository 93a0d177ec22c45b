import { InMemoryWasi, MemoryFile, WasiExit } from '../wasi/in-memory-wasi.js';

/**
 * Flite (English text to speech), the command line program compiled to WebAssembly. Each run gets an instance of its own, so no
 * text of one call can reach another. It blocks for about a hundredth of the time of the speech that it makes, so it belongs
 * into a worker thread.
 */

/** Rate of all voices below. */
export const FLITE_SAMPLE_RATE_HZ = 16_000;

/** Flite's voices that speak at 16 kHz; the first is the default. */
export const FLITE_VOICES = ['slt', 'rms', 'awb', 'kal16'] as const;
export type FliteVoice = (typeof FLITE_VOICES)[number];

const OUTPUT_FILE = 'speech.wav';

/** Words and silences of PocketSphinx and Flite have the same sounds but for this vowel (the one in "about"). */
const REDUCED_VOWEL = { flite: 'ax', pocketsphinx: 'AH' };

export interface SynthesisRequest {
  readonly text: string;
  readonly voice: FliteVoice;
  /** 1 is the voice's own pace, 2 twice as fast. */
  readonly speed: number;
}

/** The voice of that name, or the default one: an agent document may name a voice of another provider. */
export function fliteVoice(voiceId: string | undefined): FliteVoice {
  return FLITE_VOICES.find((voice) => voice === voiceId) ?? FLITE_VOICES[0];
}

/** @returns Mono samples at `FLITE_SAMPLE_RATE_HZ`. */
export function synthesise(module: WebAssembly.Module, request: SynthesisRequest): Int16Array {
  const stretch = (1 / request.speed).toFixed(3);
  const files = runFlite(module, [
    ...['-voice', request.voice],
    ...['-s', `duration_stretch=${stretch}`],
    ...['-t', request.text],
    ...['-o', OUTPUT_FILE],
  ]).files;
  const wav = files.get(OUTPUT_FILE)?.bytes;
  if (!wav) throw new Error('Flite made no audio');
  return samplesOfWav(wav);
}

/** Spells out how a word is spoken, by Flite's lexicon and its letter-to-sound rules, in the sounds that PocketSphinx uses. */
export function pronounce(module: WebAssembly.Module, word: string): string[] {
  const { output } = runFlite(module, ['-voice', 'kal16', '-t', word, '-ps', '-o', 'none']);
  return output
    .split(/\s+/)
    .filter((sound) => sound !== '' && sound !== 'pau')
    .map((sound) => (sound === REDUCED_VOWEL.flite ? REDUCED_VOWEL.pocketsphinx : sound.toUpperCase()));
}

function runFlite(module: WebAssembly.Module, args: readonly string[]) {
  const files = new Map<string, MemoryFile>();
  const standardOutput = new MemoryFile();
  const wasi = new InMemoryWasi({ args: ['flite', ...args], files, standardOutput });
  const instance = new WebAssembly.Instance(module, wasi.importsFor(module));
  const exports = instance.exports as unknown as { memory: WebAssembly.Memory; _start(): void };
  wasi.bind(exports.memory);
  try {
    exports._start();
  } catch (error) {
    if (!(error instanceof WasiExit) || error.exitCode !== 0) throw error;
  }
  return { files, output: new TextDecoder().decode(standardOutput.bytes) };
}

/** The samples of a WAV file's `data` chunk (16 bit, mono). */
function samplesOfWav(wav: Uint8Array): Int16Array {
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength);
  const chunkHeaderBytes = 8;
  for (let at = 12; at + chunkHeaderBytes <= wav.length;) {
    const name = new TextDecoder().decode(wav.subarray(at, at + 4));
    const length = view.getUint32(at + 4, true);
    const begin = at + chunkHeaderBytes;
    if (name === 'data') {
      const bytes = wav.slice(begin, Math.min(begin + length, wav.length));
      return new Int16Array(bytes.buffer, 0, bytes.length >> 1);
    }
    at = begin + length + (length % 2);
  }
  throw new Error('Flite wrote a file without audio');
}
