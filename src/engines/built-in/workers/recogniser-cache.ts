import { Recogniser } from '../pocketsphinx/recogniser.js';
import type { Vocabulary } from '../pocketsphinx/vocabulary.js';
import type { SpeechWorkerData } from './speech-engine-types.js';

const MODEL_FOLDER = 'model';

/**
 * PocketSphinx without its second pass over the utterance (`fwdflat`), so that the words are known within a millisecond
 * of the end instead of 40; measured on 130 utterances the pass didn't make fewer errors with vocabularies of this
 * kind.
 */
const RECOGNISER_OPTIONS = ['-hmm', MODEL_FOLDER, '-dict', 'words.dict', '-lm', 'words.lm', '-fwdflat', 'no'];

/**
 * The recognisers of one worker: made when needed, kept for the next utterance of the same vocabulary, bounded in
 * number.
 */
export class RecogniserCache {
  private readonly data: SpeechWorkerData;
  /** Idle recognisers, the longest unused first. */
  private readonly idle: { readonly vocabularyId: string; readonly recogniser: Recogniser }[] = [];
  private inUse = 0;

  constructor(data: SpeechWorkerData) {
    this.data = data;
  }

  /** A recogniser of one's own until `release`; undefined when as many as allowed are in use. */
  acquire(vocabulary: Vocabulary): Recogniser | undefined {
    const at = this.idle.findLastIndex((entry) => entry.vocabularyId === vocabulary.id);
    const kept = at >= 0 ? this.idle.splice(at, 1)[0]?.recogniser : undefined;
    const recogniser = kept ?? this.make(vocabulary);
    if (recogniser) this.inUse++;
    return recogniser;
  }

  release(vocabulary: Vocabulary, recogniser: Recogniser): void {
    this.inUse--;
    this.idle.push({ vocabularyId: vocabulary.id, recogniser });
  }

  /** Gives up a recogniser that failed; its memory goes with it. */
  discard(): void {
    this.inUse--;
  }

  private make(vocabulary: Vocabulary): Recogniser | undefined {
    if (this.inUse >= this.data.maxRecognisers) return undefined;
    if (this.inUse + this.idle.length >= this.data.maxRecognisers) this.idle.shift();
    const files = new Map<string, Uint8Array>();
    for (const [name, bytes] of this.data.acousticModel) files.set(`${MODEL_FOLDER}/${name}`, bytes);
    files.set('words.dict', new TextEncoder().encode(vocabulary.dictionary));
    files.set('words.lm', new TextEncoder().encode(vocabulary.languageModel));
    return Recogniser.create(this.data.pocketsphinx, RECOGNISER_OPTIONS, files);
  }
}
