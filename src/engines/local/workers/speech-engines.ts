import { LRUCache } from 'lru-cache';
import { AgentFault } from '../../../voice/agent-adapter.js';
import { providerFault } from '../../../providers/index.js';
import { threadLink, WorkerPool, type Utterance } from '../../workers/index.js';
import type { SynthesisRequest as FliteRequest } from '../flite/flite-synthesizer.js';
import type { PronouncingDictionary } from '../pocketsphinx/pronouncing-dictionary.js';
import type { RecognisedWord, VoiceProfile } from '../pocketsphinx/recogniser.js';
import { makeVocabulary, wordsOf, type Vocabulary } from '../pocketsphinx/vocabulary.js';
import type { SynthesisRequest } from '../voice/voice.js';
import { loadSpeechModels, type SpeechModels } from './speech-models.js';
import type { Heard, SpeechEngineTypes } from './speech-engine-types.js';

/** Vocabularies that are remembered: one an agent version, some 20 kB each. */
const VOCABULARY_CACHE_SIZE = 200;

/** The models lie in memory already, so a worker that takes longer will never be ready. */
const LOAD_TIMEOUT_MS = 60_000;

export interface SpeechEnginesOptions {
  readonly workers: number;
  /** Recognisers that one worker keeps, some 2.5 MB each. */
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
  private readonly pool: WorkerPool<SpeechEngineTypes>;
  private readonly dictionary: PronouncingDictionary;
  private readonly flite: SpeechModels['flite'];
  private readonly vocabularies = new LRUCache<string, Promise<Vocabulary>>({ max: VOCABULARY_CACHE_SIZE });

  /** How an unknown caller sounds; where each call begins. */
  readonly averageVoice: VoiceProfile;

  private constructor(
    pool: WorkerPool<SpeechEngineTypes>,
    { flite, dictionary, averageVoice }: Pick<SpeechModels, 'flite' | 'dictionary' | 'averageVoice'>,
  ) {
    this.pool = pool;
    this.flite = flite;
    this.dictionary = dictionary;
    this.averageVoice = averageVoice;
  }

  /** Loads the models and starts the workers. */
  static async create(options: SpeechEnginesOptions): Promise<SpeechEngines> {
    const { workers, maxRecognisersPerWorker: maxRecognisers } = options;
    const { pocketsphinx, acousticModel, ...shared } = await loadSpeechModels();
    const start = () => threadLink(import.meta.url, './speech-worker.js');
    const setup = { pocketsphinx, acousticModel, maxRecognisers };
    const pool = await WorkerPool.create<SpeechEngineTypes>(start, setup, {
      ...options,
      maxQueuedJobs: workers * options.maxQueuedJobsPerWorker,
      loadTimeoutMs: LOAD_TIMEOUT_MS,
      readyAtOnce: true,
    });
    return new SpeechEngines(pool, shared);
  }

  get workerCount(): number {
    return this.pool.workerCount;
  }

  /** Whether callers who speak wait for them, so that more callers would only make it worse. */
  get isBehind(): boolean {
    return this.pool.isBehind;
  }

  /** Loads the voice in all workers, in advance. @throws AgentFault */
  async load(): Promise<void> {
    await this.pool.runOnEach({ kind: 'load' });
  }

  /**
   * Speaks English in the natural voice.
   * @param onPiece Called with mono samples at `VOICE_RATE_HZ`, as they are made.
   * @throws AgentFault
   */
  async speak(request: SynthesisRequest, onPiece: (samples: Int16Array) => void): Promise<void> {
    const reply = await this.pool.run({ kind: 'speak', request }, { onPiece });
    if (reply.kind !== 'spoken') throw unexpected();
  }

  /** @returns Mono samples at 16 kHz. @throws AgentFault */
  async synthesise(request: FliteRequest): Promise<Int16Array> {
    const reply = await this.pool.run({ kind: 'synthesise', flite: await this.flite(), request });
    if (reply.kind !== 'synthesised') throw unexpected();
    return reply.samples;
  }

  /**
   * What texts mean, each as a vector of length 1 (384 numbers): the nearer two are in meaning, the larger is their
   * cosine. English only. One text takes some milliseconds, so many are asked for in several jobs.
   * @throws AgentFault
   */
  async embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    const reply = await this.pool.run({ kind: 'embed', texts });
    if (reply.kind !== 'embedded') throw unexpected();
    return reply.vectors;
  }

  /** What a recogniser must know to understand these sentences; remembered. @throws AgentFault */
  vocabulary(sentences: readonly string[]): Promise<Vocabulary> {
    const key = JSON.stringify(sentences);
    const known = this.vocabularies.get(key);
    if (known) return known;
    const made = this.makeVocabulary(sentences);
    this.vocabularies.set(key, made);
    made.catch(() => this.vocabularies.delete(key));
    return made;
  }

  /** Makes a recogniser ready in each worker, so that the first utterance doesn't wait for one. @throws AgentFault */
  async prepare(vocabulary: Vocabulary): Promise<void> {
    await this.pool.runOnEach({ kind: 'prepare', vocabulary });
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
  ): Utterance<Heard> {
    return this.pool.begin({ vocabulary, voice }, onWords);
  }

  /** Ends all workers as a crash would: what they were doing fails, and they are replaced. */
  async killWorkers(): Promise<void> {
    await this.pool.killWorkers();
  }

  /** Ends all workers; what they were doing fails. Idempotent. */
  async close(): Promise<void> {
    await this.pool.close();
  }

  private async makeVocabulary(sentences: readonly string[]): Promise<Vocabulary> {
    const words = [...new Set(sentences.flatMap(wordsOf))];
    const pronunciations = new Map(words.map((word) => [word, this.dictionary.lookUp(word)] as const));
    const unknown = words.filter((word) => pronunciations.get(word)?.length === 0);
    if (unknown.length > 0) {
      const reply = await this.pool.run({ kind: 'pronounce', flite: await this.flite(), words: unknown });
      if (reply.kind !== 'pronounced') throw unexpected();
      unknown.forEach((word, index) => {
        const sounds = reply.sounds[index] ?? [];
        if (sounds.length > 0) pronunciations.set(word, [sounds.join(' ')]);
        else pronunciations.delete(word);
      });
    }
    return makeVocabulary(sentences, pronunciations);
  }
}

function unexpected(): AgentFault {
  return new AgentFault(providerFault.error, 'The speech engine gave an answer to another question', true);
}
