import type { Worker } from 'node:worker_threads';
import { startThread } from '../../../common/threads/index.js';
import { AgentFault } from '../../../voice/agent-adapter.js';
import { providerFault } from '../../../providers/index.js';
import type { RecognisedWord, VoiceProfile } from '../pocketsphinx/recogniser.js';
import type { Vocabulary } from '../pocketsphinx/vocabulary.js';
import type {
  Heard,
  SpeechWorkerData,
  SpeechWorkerReply,
  SpeechWorkerRequest,
} from './speech-worker-protocol.js';

export interface SpeechWorkerLimits {
  /** Jobs that may wait in one worker. */
  readonly maxQueuedJobs: number;
  /** A job that takes longer is given up together with its worker, which must be stuck. */
  readonly jobTimeoutMs: number;
  /** Audio of one utterance that may wait to be recognised. */
  readonly maxBufferedSamples: number;
}

/** Recognition of one stretch of speech, going on while it is spoken. */
export interface Utterance {
  /** Takes mono samples at 16 kHz; they are copied. Does nothing once the utterance failed; `end` tells of it. */
  feed(samples: Int16Array): void;
  /**
   * All was fed: what was heard?
   * @throws AgentFault when the engine failed or can't keep up.
   */
  end(): Promise<Heard>;
  /** Nobody wants to know any more. Idempotent. */
  cancel(): void;
}

type JobReply = Extract<SpeechWorkerReply, { readonly job: number }>;

interface PendingJob {
  readonly resolve: (reply: JobReply) => void;
  readonly reject: (fault: AgentFault) => void;
  readonly timer: NodeJS.Timeout;
}

interface OpenUtterance {
  readonly onWords: (words: readonly RecognisedWord[]) => void;
  readonly resolve: (heard: Heard) => void;
  readonly reject: (fault: AgentFault) => void;
  bufferedSamples: number;
}

/** One worker thread as the rest of the process sees it. When it dies, all that it was doing fails, and `onExit` is called once. */
export class SpeechWorkerHandle {
  readonly #worker: Worker;
  readonly #limits: SpeechWorkerLimits;
  readonly #jobs = new Map<number, PendingJob>();
  readonly #utterances = new Map<number, OpenUtterance>();
  #lastId = 0;
  #dead = false;

  constructor(data: SpeechWorkerData, limits: SpeechWorkerLimits, onExit: () => void) {
    this.#limits = limits;
    this.#worker = startThread(import.meta.url, './speech-worker.js', { workerData: data });
    this.#worker.on('message', (reply: SpeechWorkerReply) => this.#take(reply));
    this.#worker.on('error', () => undefined);
    this.#worker.on('exit', () => {
      this.#failAll(new AgentFault(providerFault.lost, 'The speech engine died', true));
      onExit();
    });
  }

  /** What it has to do, for choosing the least busy one. */
  get load(): number {
    return this.#jobs.size + this.#utterances.size;
  }

  get alive(): boolean {
    return !this.#dead;
  }

  /** @throws AgentFault when the queue is full, the job fails, or the worker dies over it. */
  run(request: (job: number) => SpeechWorkerRequest): Promise<JobReply> {
    if (this.#jobs.size >= this.#limits.maxQueuedJobs) {
      return Promise.reject(overloaded('Too many jobs wait for the speech engine'));
    }
    const job = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => void this.#worker.terminate(), this.#limits.jobTimeoutMs);
      timer.unref();
      this.#jobs.set(job, { resolve, reject, timer });
      this.#post(request(job));
    });
  }

  begin(
    vocabulary: Vocabulary,
    voice: VoiceProfile,
    onWords: (words: readonly RecognisedWord[]) => void,
  ): Utterance {
    const id = ++this.#lastId;
    const outcome = new Promise<Heard>((resolve, reject) => {
      this.#utterances.set(id, { onWords, resolve, reject, bufferedSamples: 0 });
    });
    // Who cancels or never ends an utterance doesn't wait for its outcome.
    outcome.catch(() => undefined);
    this.#post({ kind: 'begin', utterance: id, vocabulary, voice });
    return {
      feed: (samples) => this.#feed(id, samples),
      end: () => {
        if (this.#utterances.has(id)) this.#post({ kind: 'end', utterance: id });
        return outcome;
      },
      cancel: () =>
        this.#cancel(id, new AgentFault(providerFault.lost, 'The utterance was cancelled', false)),
    };
  }

  /** Resolves when the thread is gone. */
  async terminate(): Promise<void> {
    await this.#worker.terminate();
  }

  #feed(id: number, samples: Int16Array): void {
    const utterance = this.#utterances.get(id);
    if (!utterance) return;
    utterance.bufferedSamples += samples.length;
    if (utterance.bufferedSamples > this.#limits.maxBufferedSamples) {
      this.#cancel(id, overloaded('The speech engine does not keep up with the callers'));
      return;
    }
    this.#post({ kind: 'audio', utterance: id, samples: samples.slice() });
  }

  #cancel(id: number, fault: AgentFault): void {
    const utterance = this.#utterances.get(id);
    if (!utterance) return;
    this.#utterances.delete(id);
    this.#post({ kind: 'cancel', utterance: id });
    utterance.reject(fault);
  }

  #post(request: SpeechWorkerRequest): void {
    this.#worker.postMessage(request);
  }

  #take(reply: SpeechWorkerReply): void {
    switch (reply.kind) {
      case 'hearing': {
        const utterance = this.#utterances.get(reply.utterance);
        if (!utterance) return;
        utterance.bufferedSamples -= reply.samples;
        return utterance.onWords(reply.words);
      }
      case 'heard': {
        const utterance = this.#utterances.get(reply.utterance);
        this.#utterances.delete(reply.utterance);
        return utterance?.resolve(reply.heard);
      }
      case 'utterance-failed': {
        const utterance = this.#utterances.get(reply.utterance);
        this.#utterances.delete(reply.utterance);
        return utterance?.reject(failed(reply.message));
      }
      case 'job-failed':
        return this.#settle(reply.job)?.reject(failed(reply.message));
      case 'synthesised':
      case 'pronounced':
      case 'prepared':
        return this.#settle(reply.job)?.resolve(reply);
    }
  }

  #settle(job: number): PendingJob | undefined {
    const pending = this.#jobs.get(job);
    this.#jobs.delete(job);
    clearTimeout(pending?.timer);
    return pending;
  }

  #failAll(fault: AgentFault): void {
    this.#dead = true;
    for (const job of [...this.#jobs.keys()]) this.#settle(job)?.reject(fault);
    for (const utterance of this.#utterances.values()) utterance.reject(fault);
    this.#utterances.clear();
  }
}

function overloaded(message: string): AgentFault {
  return new AgentFault(providerFault.refused, message, true);
}

function failed(message: string): AgentFault {
  return new AgentFault(providerFault.error, message, true);
}
