import { LRUCache } from 'lru-cache';
import { AgentFault } from '../../../voice/agent-adapter.js';
import { providerFault } from '../../../providers/index.js';
import type { SynthesisRequest } from '../flite/flite-synthesizer.js';
import type { PronouncingDictionary } from '../pocketsphinx/pronouncing-dictionary.js';
import type { RecognisedWord, VoiceProfile } from '../pocketsphinx/recogniser.js';
import { makeVocabulary, wordsOf, type Vocabulary } from '../pocketsphinx/vocabulary.js';
import { loadSpeechModels } from './speech-models.js';
import { SpeechWorkerHandle, type SpeechWorkerLimits, type Utterance } from './speech-worker-handle.js';
import type { SpeechWorkerData } from './speech-worker-protocol.js';

/** Vocabularies that are remembered: one an agent version, some 20 kB each. */
const VOCABULARY_CACHE_SIZE = 200;

/** A worker that lived shorter than this is replaced with a delay, so that one that can't start doesn't burn a processor. */
const SHORT_LIFE_MS = 1_000;

/** PocketSphinx hears 16 kHz. */
const SAMPLES_PER_MS = 16;

export interface SpeechEnginesOptions {
  readonly workers: number;
  /** Recognisers that one worker keeps, some 12 MB each. */
  readonly maxRecognisersPerWorker: number;
  readonly maxQueuedJobsPerWorker: number;
  readonly jobTimeoutMs: number;
  /** Audio of one caller that may wait to be recognised; an utterance that has more waiting fails. */
  readonly maxBufferedMs: number;
  /** A worker died and was replaced. */
  readonly onWorkerDied?: () => void;
}

/** The built-in speech engines: PocketSphinx understands, Flite speaks, both in worker threads that all calls share. */
export class SpeechEngines {
  readonly #options: SpeechEnginesOptions;
  readonly #data: SpeechWorkerData;
  readonly #limits: SpeechWorkerLimits;
  readonly #dictionary: PronouncingDictionary;
  readonly #vocabularies = new LRUCache<string, Promise<Vocabulary>>({ max: VOCABULARY_CACHE_SIZE });
  readonly #workers: SpeechWorkerHandle[] = [];
  readonly #restarts = new Set<NodeJS.Timeout>();
  #closed = false;

  /** How an unknown caller sounds; where each call begins. */
  readonly averageVoice: VoiceProfile;

  private constructor(options: SpeechEnginesOptions, models: Awaited<ReturnType<typeof loadSpeechModels>>) {
    this.#options = options;
    this.#dictionary = models.dictionary;
    this.averageVoice = models.averageVoice;
    this.#data = {
      flite: models.flite,
      pocketsphinx: models.pocketsphinx,
      acousticModel: models.acousticModel,
      maxRecognisers: options.maxRecognisersPerWorker,
    };
    this.#limits = {
      maxQueuedJobs: options.maxQueuedJobsPerWorker,
      jobTimeoutMs: options.jobTimeoutMs,
      maxBufferedSamples: options.maxBufferedMs * SAMPLES_PER_MS,
    };
    for (let count = 0; count < options.workers; count++) this.#startWorker();
  }

  /** Loads the models and starts the workers. */
  static async create(options: SpeechEnginesOptions): Promise<SpeechEngines> {
    return new SpeechEngines(options, await loadSpeechModels());
  }

  get workerCount(): number {
    return this.#workers.length;
  }

  /** @returns Mono samples at 16 kHz. @throws AgentFault */
  async synthesise(request: SynthesisRequest): Promise<Int16Array> {
    const reply = await this.#leastBusy().run((job) => ({ kind: 'synthesise', job, request }));
    if (reply.kind !== 'synthesised') throw unexpected();
    return reply.samples;
  }

  /** What a recogniser must know to understand these sentences; remembered. @throws AgentFault */
  vocabulary(sentences: readonly string[]): Promise<Vocabulary> {
    const key = JSON.stringify(sentences);
    const known = this.#vocabularies.get(key);
    if (known) return known;
    const made = this.#makeVocabulary(sentences);
    this.#vocabularies.set(key, made);
    made.catch(() => this.#vocabularies.delete(key));
    return made;
  }

  /** Makes a recogniser ready in each worker, so that the first utterance doesn't wait for one. @throws AgentFault */
  async prepare(vocabulary: Vocabulary): Promise<void> {
    this.#assertOpen();
    await Promise.all(
      this.#workers.map((worker) => worker.run((job) => ({ kind: 'prepare', job, vocabulary }))),
    );
  }

  /**
   * Begins to understand an utterance.
   * @param onWords Called with the words so far after each piece of audio.
   * @throws AgentFault
   */
  begin(
    vocabulary: Vocabulary,
    voice: VoiceProfile,
    onWords: (words: readonly RecognisedWord[]) => void,
  ): Utterance {
    return this.#leastBusy().begin(vocabulary, voice, onWords);
  }

  /** Ends all workers as a crash would: what they were doing fails, and they are replaced. */
  async killWorkers(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }

  /** Ends all workers; what they were doing fails. Idempotent. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const restart of this.#restarts) clearTimeout(restart);
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }

  async #makeVocabulary(sentences: readonly string[]): Promise<Vocabulary> {
    const words = [...new Set(sentences.flatMap(wordsOf))];
    const pronunciations = new Map(words.map((word) => [word, this.#dictionary.lookUp(word)] as const));
    const unknown = words.filter((word) => pronunciations.get(word)?.length === 0);
    if (unknown.length > 0) {
      const reply = await this.#leastBusy().run((job) => ({ kind: 'pronounce', job, words: unknown }));
      if (reply.kind !== 'pronounced') throw unexpected();
      unknown.forEach((word, index) => {
        const sounds = reply.sounds[index] ?? [];
        if (sounds.length > 0) pronunciations.set(word, [sounds.join(' ')]);
        else pronunciations.delete(word);
      });
    }
    return makeVocabulary(sentences, pronunciations);
  }

  #leastBusy(): SpeechWorkerHandle {
    this.#assertOpen();
    const alive = this.#workers.filter((worker) => worker.alive);
    const [first, ...others] = alive;
    if (!first) throw new AgentFault(providerFault.unreachable, 'No speech engine runs at the moment', true);
    return others.reduce((best, worker) => (worker.load < best.load ? worker : best), first);
  }

  #startWorker(): void {
    const startedMs = performance.now();
    const worker = new SpeechWorkerHandle(this.#data, this.#limits, () => {
      this.#workers.splice(this.#workers.indexOf(worker), 1);
      if (this.#closed) return;
      this.#options.onWorkerDied?.();
      this.#replaceWorker(performance.now() - startedMs < SHORT_LIFE_MS ? SHORT_LIFE_MS : 0);
    });
    this.#workers.push(worker);
  }

  #replaceWorker(delayMs: number): void {
    if (delayMs === 0) return this.#startWorker();
    const restart = setTimeout(() => {
      this.#restarts.delete(restart);
      if (!this.#closed) this.#startWorker();
    }, delayMs);
    this.#restarts.add(restart);
  }

  #assertOpen(): void {
    if (this.#closed)
      throw new AgentFault(providerFault.unreachable, 'The speech engine is shut down', false);
  }
}

function unexpected(): AgentFault {
  return new AgentFault(providerFault.error, 'The speech engine gave an answer to another question', true);
}
