import { AgentFault } from '../../voice/agent-adapter.js';
import { providerFault } from '../../providers/provider-faults.js';
import { Utterances, type Utterance } from './utterances.js';
import type { WorkerLink } from './worker-link.js';
import type { EngineTypes, WorkerReply, WorkerRequest } from './worker-protocol.js';

const ENDED_WHILE_LOADING =
  'The engine ended while it loaded the model. Check that its files are whole and of one model, and that its kind is right.';

/** An engine failed to load; the message contains the remedy. */
export class LoadProblem extends Error {}

export interface WorkerLimits {
  readonly loadTimeoutMs: number;
  /** A job that takes longer is aborted with its worker, which must be stuck. Time in the queue does not count. */
  readonly jobTimeoutMs: number;
  /** Maximum unprocessed audio of one utterance. */
  readonly maxBufferedMs: number;
  /** It starts quickly, so that work may be queued in the worker itself. */
  readonly readyAtOnce: boolean;
}

export interface Job<E extends EngineTypes> {
  readonly request: E['job'];
  onPiece(samples: Int16Array): void;
  done(outcome: E['outcome']): void;
  failed(fault: AgentFault): void;
}

interface JobUnderWay<E extends EngineTypes> {
  readonly id: number;
  readonly job: Job<E>;
  readonly timer: NodeJS.Timeout;
  hasBegun: boolean;
}

export interface WorkerListener {
  /** It is ready for a job. */
  idle(): void;
  /** It has exited, and its work has failed; called once. */
  exited(): void;
}

/** The service's side of one worker. It takes one job at a time, and any number of utterances. */
export class WorkerHandle<E extends EngineTypes> {
  /** Rejects with a LoadProblem if the engine fails to load. */
  readonly loaded: Promise<E['facts']>;
  private readonly utterances: Utterances<E>;
  private readonly gone: Promise<void>;
  private job: JobUnderWay<E> | undefined;
  private isReady: boolean;
  private loadedOnce = false;
  private dead = false;
  private stuck = false;
  private lastId = 0;

  constructor(
    private readonly link: WorkerLink,
    setup: E['setup'],
    private readonly limits: WorkerLimits,
    private readonly listener: WorkerListener,
  ) {
    this.isReady = limits.readyAtOnce;
    this.utterances = new Utterances((request) => this.send(request), limits.maxBufferedMs);
    this.loaded = this.loadEngine(setup);
    this.gone = new Promise((resolve) =>
      link.onExit(() => {
        this.dead = true;
        this.failAll();
        listener.exited();
        resolve();
      }),
    );
  }

  /** It has started successfully before. */
  get hasLoaded(): boolean {
    return this.loadedOnce;
  }

  /** It accepts work. */
  get ready(): boolean {
    return this.isReady && !this.dead;
  }

  /** It has no running job. */
  get idle(): boolean {
    return this.ready && !this.job;
  }

  /** Its load, for choosing the least busy worker. */
  get load(): number {
    return this.utterances.size + (this.job ? 1 : 0);
  }

  /** Monotonic time at which it was last too slow for its utterances. */
  get lastLateMs(): number {
    return this.utterances.lastLateMs;
  }

  /** Starts a job; only while idle. */
  run(job: Job<E>): void {
    const id = ++this.lastId;
    const timer = setTimeout(() => {
      this.stuck = true;
      this.link.kill();
    }, this.limits.jobTimeoutMs);
    timer.unref();
    this.job = { id, job, timer, hasBegun: false };
    this.send({ kind: 'job', job: id, request: job.request });
  }

  /** The job's outcome is no longer needed; the engine stops as soon as it can. */
  cancel(job: Job<E>): void {
    if (this.job?.job === job) this.send({ kind: 'cancel-job', job: this.job.id });
  }

  /** Starts an utterance; only while ready. */
  begin(how: E['utterance'], onWords: (words: E['words']) => void): Utterance<E['heard']> {
    return this.utterances.begin(++this.lastId, how, onWords);
  }

  /** Kills it, as a crash would; resolves after its exit. */
  async kill(): Promise<void> {
    if (!this.dead) this.link.kill();
    await this.gone;
  }

  private async loadEngine(setup: E['setup']): Promise<E['facts']> {
    return await new Promise<E['facts']>((resolve, reject) => {
      const fail = (message: string) => {
        clearTimeout(timer);
        reject(new LoadProblem(message));
        this.link.kill();
      };
      const { loadTimeoutMs } = this.limits;
      const timer = setTimeout(
        () => fail(`The model was not loaded within ${loadTimeoutMs} ms.`),
        loadTimeoutMs,
      );
      timer.unref();
      this.link.onMessage((message) => {
        const reply = message as WorkerReply<E>;
        if (reply.kind === 'load-failed') {
          return fail(this.withLastWords(`The engine does not load: ${reply.message}.`));
        }
        if (reply.kind !== 'loaded') return this.take(reply);
        clearTimeout(timer);
        this.isReady = true;
        this.loadedOnce = true;
        resolve(reply.facts);
        this.listener.idle();
      });
      this.link.onExit(() => fail(this.withLastWords(ENDED_WHILE_LOADING)));
      this.send({ kind: 'load', setup });
    });
  }

  private withLastWords(message: string): string {
    const lastWords = this.link.lastWords();
    return lastWords === '' ? message : `${message} Its last words: ${lastWords}`;
  }

  private send(request: WorkerRequest<E>): void {
    this.link.send(request);
  }

  private take(reply: Exclude<WorkerReply<E>, { kind: 'loaded' | 'load-failed' }>): void {
    // A worker that processes utterances before the job is busy, not stuck.
    if (this.job?.hasBegun === false) this.job.timer.refresh();
    switch (reply.kind) {
      case 'begun':
        if (this.job?.id === reply.job) this.job.hasBegun = true;
        return;
      case 'piece':
        if (this.job?.id === reply.job) this.job.job.onPiece(reply.samples);
        return;
      case 'done':
        return this.endJob(reply.job)?.done(reply.outcome);
      case 'job-failed':
        return this.endJob(reply.job)?.failed(new AgentFault(providerFault.error, reply.message, true));
      case 'hearing':
      case 'heard':
      case 'utterance-failed':
        return this.utterances.take(reply);
    }
  }

  private endJob(id: number): Job<E> | undefined {
    const underWay = this.job;
    if (underWay?.id !== id) return undefined;
    clearTimeout(underWay.timer);
    this.job = undefined;
    // The next job starts after this one's outcome was reported.
    queueMicrotask(() => this.listener.idle());
    return underWay.job;
  }

  private failAll(): void {
    const lost = new AgentFault(providerFault.lost, 'The speech engine died', true);
    const stuck = new AgentFault(providerFault.timeout, 'The speech engine took too long', true);
    clearTimeout(this.job?.timer);
    this.job?.job.failed(this.stuck ? stuck : lost);
    this.job = undefined;
    this.utterances.failAll(lost);
  }
}
