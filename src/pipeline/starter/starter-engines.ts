import { LRUCache } from 'lru-cache';
import { joinedSamples } from '../../audio/index.js';
import { SileroDetector, SpeechEngines, type SpeechEnginesOptions } from '../../engines/local/index.js';
import { type VoiceActivityDetector } from '../../voice/caller/index.js';
import { type Embed, ExampleVectors } from './example-vectors.js';
import { keptVectors } from './kept-vectors.js';
import { SpeechUnderWay } from './speech-under-way.js';

/** Cache of speech, some 12 minutes: many sentences are repeated. */
const REMEMBERED_AUDIO_BYTES = 32 * 1024 * 1024;

export interface StarterEnginesOptions extends SpeechEnginesOptions {
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
  /** VAD failed on some windows. */
  readonly onVoiceActivityFault: (error: unknown) => void;
}

/** Shared by all conversations of the starter agent; contains no caller data. */
export class StarterEngines {
  private readonly spoken = new LRUCache<string, Int16Array>({
    maxSize: REMEMBERED_AUDIO_BYTES,
    sizeCalculation: (samples) => Math.max(1, samples.byteLength),
  });
  private readonly underWay = new Map<string, SpeechUnderWay>();
  /** Computes sentence embeddings. @throws AgentFault */
  readonly embed: Embed = keptVectors((texts) => this.speech.embed(texts));
  /** Embeddings of the intents' examples. */
  readonly examples = new ExampleVectors((texts) => this.speech.embed(texts));

  private constructor(
    readonly speech: SpeechEngines,
    readonly voiceActivity: VoiceActivityDetector,
    readonly nowMs: () => number,
  ) {}

  /** Loads the VAD. `speech.load` loads recognition and synthesis, or their first use does. */
  static async create(options: StarterEnginesOptions): Promise<StarterEngines> {
    const speech = new SpeechEngines(options);
    const voiceActivity = await SileroDetector.create(options.onVoiceActivityFault, speech);
    return new StarterEngines(speech, voiceActivity, options.nowMs);
  }

  /**
   * Synthesizes a sentence as mono samples at `VOICE_RATE_HZ`. @param speed 1 is the voice's normal pace. @throws
   * AgentFault
   */
  async speak(sentence: string, speed = 1): Promise<Int16Array> {
    const pieces: Int16Array[] = [];
    for await (const piece of this.speakInPieces(sentence, speed)) pieces.push(piece);
    return joinedSamples(pieces);
  }

  /** Streams the speech. A started sentence is always completed, for the cache. */
  async *speakInPieces(sentence: string, speed = 1): AsyncGenerator<Int16Array> {
    const key = JSON.stringify([sentence, speed]);
    const known = this.spoken.get(key);
    if (known) yield known;
    else yield* (this.underWay.get(key) ?? this.begin(key, { text: sentence, speed })).read();
  }

  private begin(key: string, request: Parameters<SpeechEngines['speak']>[0]): SpeechUnderWay {
    const speech = new SpeechUnderWay((onPiece) => this.speech.speak(request, onPiece));
    this.underWay.set(key, speech);
    speech.whole
      .then((samples) => this.spoken.set(key, samples))
      // Readers get the error.
      .catch(() => undefined)
      .finally(() => this.underWay.delete(key));
    return speech;
  }

  async close(): Promise<void> {
    await Promise.all([this.speech.close(), this.voiceActivity.close()]);
  }
}
