import { PocketSphinx } from '../pocketsphinx/pocketsphinx.js';
import type { Recogniser } from '../pocketsphinx/recogniser.js';
import type { Vocabulary } from '../pocketsphinx/vocabulary.js';
import type { SpeechWorkerData } from './speech-engine-types.js';

/** A recogniser, and the instance of PocketSphinx that it is one of. */
interface Made {
  readonly recogniser: Recogniser;
  readonly instance: PocketSphinx;
  readonly vocabularyId: string;
}

/**
 * The recognisers of one worker: made when needed, kept for the next utterance of the same vocabulary, bounded in
 * number.
 */
export class RecogniserCache {
  private readonly data: SpeechWorkerData;
  private instance: PocketSphinx | undefined;
  /** Idle recognisers, the longest unused first. */
  private idle: Made[] = [];
  private readonly inUse = new Map<Recogniser, Made>();

  constructor(data: SpeechWorkerData) {
    this.data = data;
  }

  /** Sees to it that there is one for the vocabulary, if only as many as allowed are in use. */
  prepare(vocabulary: Vocabulary): void {
    const isThere = ({ vocabularyId }: Made) => vocabularyId === vocabulary.id;
    if (this.idle.some(isThere) || [...this.inUse.values()].some(isThere)) return;
    const recogniser = this.acquire(vocabulary);
    if (recogniser) this.release(recogniser);
  }

  /** A recogniser of one's own until `release`; undefined when as many as allowed are in use. */
  acquire(vocabulary: Vocabulary): Recogniser | undefined {
    const at = this.idle.findLastIndex(({ vocabularyId }) => vocabularyId === vocabulary.id);
    const [kept] = at >= 0 ? this.idle.splice(at, 1) : [];
    const made = kept ?? this.make(vocabulary);
    if (made) this.inUse.set(made.recogniser, made);
    return made?.recogniser;
  }

  release(recogniser: Recogniser): void {
    const made = this.inUse.get(recogniser);
    this.inUse.delete(recogniser);
    if (made && made.instance === this.instance) this.idle.push(made);
  }

  /** Gives up a recogniser that failed, and its instance as soon as nobody hears with that any more. */
  discard(recogniser: Recogniser): void {
    const made = this.inUse.get(recogniser);
    this.inUse.delete(recogniser);
    if (made && made.instance === this.instance) this.giveUpInstance();
  }

  private giveUpInstance(): void {
    this.instance = undefined;
    this.idle = [];
  }

  private make(vocabulary: Vocabulary): Made | undefined {
    const { maxRecognisers, pocketsphinx, acousticModel } = this.data;
    if (this.inUse.size >= maxRecognisers) return undefined;
    if (this.inUse.size + this.idle.length >= maxRecognisers) this.idle.shift()?.recogniser.free();
    this.instance ??= new PocketSphinx(pocketsphinx, acousticModel);
    const { instance } = this;
    try {
      return { recogniser: instance.makeRecogniser(vocabulary), instance, vocabularyId: vocabulary.id };
    } catch (error) {
      this.giveUpInstance();
      throw error;
    }
  }
}
