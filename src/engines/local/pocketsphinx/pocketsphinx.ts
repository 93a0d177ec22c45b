import { WasiProgram } from '../wasi/wasi-program.js';
import type { RecogniserExports } from './recogniser-exports.js';
import { Recogniser } from './recogniser.js';
import type { Vocabulary } from './vocabulary.js';

const MODEL_FOLDER = 'model';
const DICTIONARY_FILE = 'words.dict';
const LANGUAGE_MODEL_FILE = 'words.lm';

/**
 * - Without its second pass over the utterance (`fwdflat`), so that the words are known within a millisecond of the end
 *   instead of 40; measured on 130 utterances the pass didn't make fewer errors with vocabularies of this kind.
 * - With twice the usual number of densities for each sound (`topn`), which hears 2 to 6 more of 60 questions right, in
 *   quiet most, for an eighth more work; 16 brought no more (`bench:duplex --offline`, development corpus).
 * - Tables of hypotheses (`latsize`) begin smaller than usual and grow where an utterance is long: 0.3 MB.
 */
const OPTIONS = [
  ...['-hmm', MODEL_FOLDER, '-dict', DICTIONARY_FILE, '-lm', LANGUAGE_MODEL_FILE],
  ...['-fwdflat', 'no', '-topn', '8', '-latsize', '1000'],
];

/**
 * PocketSphinx, compiled to WebAssembly (see `assets/pocketsphinx`), with one acoustic model for all of its
 * recognisers: 9 MB, and some 2 MB for each of them. After one has failed the others are still good for what they hear,
 * but make no further ones here.
 */
export class PocketSphinx {
  private readonly program: WasiProgram<RecogniserExports>;

  /** @param acousticModel Its files by name; the bytes may be shared between threads, and are only read. */
  constructor(module: WebAssembly.Module, acousticModel: ReadonlyMap<string, Uint8Array>) {
    const files = new Map<string, Uint8Array>();
    for (const [name, bytes] of acousticModel) files.set(`${MODEL_FOLDER}/${name}`, bytes);
    this.program = new WasiProgram<RecogniserExports>(module, { files });
    this.program.initialize();
  }

  /** Memory of all recognisers, in bytes. It grows, and never shrinks. */
  get memoryBytes(): number {
    return this.program.exports.memory.buffer.byteLength;
  }

  /** @throws Error when PocketSphinx refuses the vocabulary. */
  makeRecogniser(vocabulary: Vocabulary): Recogniser {
    const { program } = this;
    program.write(DICTIONARY_FILE, new TextEncoder().encode(vocabulary.dictionary));
    program.write(LANGUAGE_MODEL_FILE, new TextEncoder().encode(vocabulary.languageModel));
    return Recogniser.create(program.exports, OPTIONS);
  }
}
