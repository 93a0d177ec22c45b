import type { ChildProcess } from 'node:child_process';

import { startProcess } from '../../../common/threads/index.js';
import { AgentFault } from '../../../voice/agent-adapter.js';
import { providerFault } from '../../../providers/index.js';
import type { EngineConfig } from '../models/engine-config.js';
import { ModelProblem } from '../models/model-problem.js';
import type { EngineFacts, EngineReply, EngineRequest, JobRequest } from './engine-protocol.js';
import { Utterances, type Utterance } from './utterances.js';

/** How much of what the engine writes to its standard error is kept; its last words tell why it ended. */
const LAST_WORDS_LENGTH = 600;

const ENDED_WHILE_LOADING =
  'The engine ended while it loaded the model. Check that its files are whole and of one model, and that its kind is right.';

export interface EngineOptions {
  /** Where the package `sherpa-onnx-node` is installed. */
  readonly packageDirectory: string;
  readonly loadTimeoutMs: number;
  /** A job that takes longer is given up together with its process, which must be stuck. */
  readonly jobTimeoutMs: number;
  /** Audio of one utterance that may wait to be heard. */
  readonly maxBufferedMs: number;
}

export interface Job {
  readonly request: JobRequest;
  onPiece(samples: Int16Array): void;
  done(text: string): void;
  failed(fault: AgentFault): void;
}

interface JobUnderWay {
  readonly id: number;
  readonly job: Job;
  readonly timer: NodeJS.Timeout;
}

/** One engine process as the rest of the service sees it. It takes one job at a time, and any number of utterances. */
export class EngineHandle {
  /** Rejects with a ModelProblem when the engine does not load. */
  readonly loaded: Promise<EngineFacts>;
  readonly #process: ChildProcess;
  readonly #options: EngineOptions;
  readonly #utterances: Utterances;
  readonly #onIdle: () => void;
  #job: JobUnderWay | undefined;
  #ready = false;
  #dead = false;
  #lastId = 0;
  #lastWords = '';

  /**
   * @param onIdle It can take a job (again).
   * @param onExit It is gone, and what it was doing has failed; called once.
   */
  constructor(engine: EngineConfig, options: EngineOptions, onIdle: () => void, onExit: () => void) {
    this.#options = options;
    this.#onIdle = onIdle;
    this.#process = startProcess(import.meta.url, './engine-process.js', ['--expose-gc']);
    this.#utterances = new Utterances((request) => this.#send(request), options.maxBufferedMs);
    this.#process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#lastWords = (this.#lastWords + text).slice(-LAST_WORDS_LENGTH);
    });
    this.loaded = this.#load(engine);
    this.#process.on('error', () => undefined);
    this.#process.on('close', () => {
      this.#dead = true;
      this.#failAll();
      onExit();
    });
  }

  /** Loaded, and no job under way. */
  get idle(): boolean {
    return this.#ready && !this.#dead && !this.#job;
  }

  get ready(): boolean {
    return this.#ready && !this.#dead;
  }

  /** Utterances under way, for choosing the least busy one. */
  get load(): number {
    return this.#utterances.size;
  }

  /** Begins a job; only while idle. */
  run(job: Job): void {
    const id = ++this.#lastId;
    const timer = setTimeout(() => this.kill(), this.#options.jobTimeoutMs);
    this.#job = { id, job, timer };
    this.#send({ kind: 'job', job: id, request: job.request });
  }

  /** Nobody wants the outcome of this job any more; the engine leaves off as soon as it can. */
  cancel(job: Job): void {
    if (this.#job?.job === job) this.#send({ kind: 'cancel-job', job: this.#job.id });
  }

  /** Begins to hear an utterance; only while ready. */
  begin(onWords: (text: string) => void): Utterance {
    return this.#utterances.begin(++this.#lastId, onWords);
  }

  kill(): void {
    this.#process.kill('SIGKILL');
  }

  /** Resolves when the process is gone. */
  async close(): Promise<void> {
    if (this.#dead) return;
    const gone = new Promise<void>((resolve) => this.#process.once('close', () => resolve()));
    this.kill();
    await gone;
  }

  async #load(engine: EngineConfig): Promise<EngineFacts> {
    return await new Promise<EngineFacts>((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new ModelProblem(`The model was not loaded within ${this.#options.loadTimeoutMs} ms.`));
        this.kill();
      }, this.#options.loadTimeoutMs);
      this.#process.on('message', (reply: EngineReply) => {
        if (reply.kind === 'loaded') {
          clearTimeout(timer);
          this.#ready = true;
          resolve(reply.facts);
          this.#onIdle();
        } else if (reply.kind === 'load-failed') {
          clearTimeout(timer);
          reject(new ModelProblem(this.#withLastWords(`The engine does not load: ${reply.message}.`)));
          this.kill();
        } else this.#take(reply);
      });
      this.#process.on('close', () => {
        clearTimeout(timer);
        reject(new ModelProblem(this.#withLastWords(ENDED_WHILE_LOADING)));
      });
      this.#send({ kind: 'load', engine, packageDirectory: this.#options.packageDirectory });
    });
  }

  #withLastWords(message: string): string {
    const lastWords = this.#lastWords.trim();
    return lastWords === '' ? message : `${message} Its last words: ${lastWords}`;
  }

  #send(request: EngineRequest): void {
    // What it missed because it died is failed when its end is noticed.
    if (this.#process.connected) this.#process.send(request, () => undefined);
  }

  #take(reply: Exclude<EngineReply, { kind: 'loaded' | 'load-failed' }>): void {
    switch (reply.kind) {
      case 'piece':
        if (this.#job?.id === reply.job) this.#job.job.onPiece(reply.samples);
        return;
      case 'done':
        return this.#endJob(reply.job)?.done(reply.text);
      case 'job-failed':
        return this.#endJob(reply.job)?.failed(new AgentFault(providerFault.error, reply.message, true));
      case 'hearing':
      case 'heard':
      case 'utterance-failed':
        return this.#utterances.take(reply);
    }
  }

  #endJob(id: number): Job | undefined {
    const underWay = this.#job;
    if (underWay?.id !== id) return undefined;
    clearTimeout(underWay.timer);
    this.#job = undefined;
    // The next one begins once this one's outcome was told.
    queueMicrotask(this.#onIdle);
    return underWay.job;
  }

  #failAll(): void {
    const fault = new AgentFault(providerFault.lost, 'The speech engine died', true);
    clearTimeout(this.#job?.timer);
    this.#job?.job.failed(fault);
    this.#job = undefined;
    this.#utterances.failAll(fault);
  }
}
