import type { Recogniser as UtteranceEngine, Reply } from '../../workers/serve-engine.js';
import type { Recogniser } from '../pocketsphinx/recogniser.js';
import type { RecogniserCache } from './recogniser-cache.js';
import type { SpeechEngineTypes } from './speech-engine-types.js';

/** An utterance that is going on. Without a recogniser it waits for one and keeps its audio. */
interface Utterance {
  readonly how: SpeechEngineTypes['utterance'];
  recogniser: Recogniser | undefined;
  readonly waiting: Int16Array[];
  ended: boolean;
}

/** Hears utterances, each with a recogniser of its own. Keeps nothing of one once it has ended. */
export class UtteranceRecogniser implements UtteranceEngine<SpeechEngineTypes> {
  private readonly recognisers: RecogniserCache;
  private readonly reply: Reply<SpeechEngineTypes>;
  private readonly utterances = new Map<number, Utterance>();

  constructor(recognisers: RecogniserCache, reply: Reply<SpeechEngineTypes>) {
    this.recognisers = recognisers;
    this.reply = reply;
  }

  begin(id: number, how: SpeechEngineTypes['utterance']): void {
    const utterance: Utterance = { how, recogniser: undefined, waiting: [], ended: false };
    this.utterances.set(id, utterance);
    this.guarded(id, () => this.startIfPossible(utterance));
  }

  hear(id: number, samples: Int16Array): void {
    const utterance = this.utterances.get(id);
    if (!utterance) return;
    const { recogniser } = utterance;
    if (!recogniser) {
      utterance.waiting.push(samples);
      return;
    }
    this.guarded(id, () => {
      recogniser.feed(samples);
      this.reply({ kind: 'hearing', utterance: id, samples: samples.length, words: recogniser.words() });
    });
  }

  end(id: number): void {
    const utterance = this.utterances.get(id);
    if (!utterance) return;
    utterance.ended = true;
    const { recogniser } = utterance;
    if (!recogniser) return;
    this.guarded(id, () => {
      recogniser.end();
      const heard = { words: recogniser.words(), voice: recogniser.voice() };
      this.utterances.delete(id);
      this.recognisers.release(recogniser);
      this.reply({ kind: 'heard', utterance: id, heard });
    });
    this.serveWaiting();
  }

  cancel(id: number): void {
    const utterance = this.utterances.get(id);
    this.utterances.delete(id);
    const recogniser = utterance?.recogniser;
    if (!utterance || !recogniser) return;
    try {
      recogniser.end();
      this.recognisers.release(recogniser);
    } catch {
      this.recognisers.discard(recogniser);
    }
    this.serveWaiting();
  }

  private startIfPossible(utterance: Utterance): void {
    const recogniser = this.recognisers.acquire(utterance.how.vocabulary);
    if (!recogniser) return;
    utterance.recogniser = recogniser;
    recogniser.start(utterance.how.voice);
  }

  /** Gives a recogniser that became free to the utterance that waits longest. */
  private serveWaiting(): void {
    for (const [id, utterance] of this.utterances) {
      if (utterance.recogniser) continue;
      this.guarded(id, () => this.startIfPossible(utterance));
      if (!this.isListening(utterance)) return;
      for (const samples of utterance.waiting.splice(0)) this.hear(id, samples);
      if (utterance.ended) this.end(id);
      return;
    }
  }

  private isListening({ recogniser }: Utterance): boolean {
    return recogniser !== undefined;
  }

  /** What fails here fails its utterance alone, which need not be the one that the pool has just asked for. */
  private guarded(id: number, work: () => void): void {
    try {
      work();
    } catch (error) {
      const recogniser = this.utterances.get(id)?.recogniser;
      if (recogniser) this.recognisers.discard(recogniser);
      this.utterances.delete(id);
      const message = error instanceof Error ? error.message : 'unknown';
      this.reply({ kind: 'utterance-failed', utterance: id, message });
    }
  }
}
