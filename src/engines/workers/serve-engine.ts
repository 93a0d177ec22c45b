import { parentPort } from 'node:worker_threads';
import { stepBack } from '../../common/threads/index.js';

import type { EngineTypes, WorkerReply, WorkerRequest } from './worker-protocol.js';

/** The engine's view of a job. */
interface JobUnderWay {
  readonly cancelled: () => boolean;
  readonly piece: (samples: Int16Array) => void;
}

/** Transcribes utterances. An error thrown by a step fails only its utterance, which is then cancelled. */
export interface Recognizer<E extends EngineTypes> {
  begin(id: number, how: E['utterance']): void;
  hear(id: number, samples: Int16Array): void;
  end(id: number): void;
  /** Idempotent; never throws. */
  cancel(id: number): void;
}

/** A loaded engine within its worker. */
export interface Engine<E extends EngineTypes> {
  readonly facts: E['facts'];
  readonly recognizer?: Recognizer<E>;
  work?(request: E['job'], job: JobUnderWay): Promise<E['outcome']> | E['outcome'];
}

export type Reply<E extends EngineTypes> = (reply: WorkerReply<E>) => void;

/**
 * Runs an engine in this process: handles the pool's requests.
 * @param load May block. If it throws, the error is reported and the worker exits.
 */
export function serveEngine<E extends EngineTypes>(
  load: (setup: E['setup'], reply: Reply<E>) => Engine<E>,
): void {
  // Before the engine starts threads, which inherit the priority.
  stepBack();
  const port = openPort<E>();
  let served: ServedEngine<E> | undefined;
  port.listen((request) => {
    if (request.kind !== 'load') return served?.take(request);
    try {
      const engine = load(request.setup, port.reply);
      served = new ServedEngine(engine, port.reply);
      port.reply({ kind: 'loaded', facts: engine.facts });
    } catch (error) {
      port.reply({ kind: 'load-failed', message: messageOf(error) });
    }
  });
}

class ServedEngine<E extends EngineTypes> {
  private readonly engine: Engine<E>;
  private readonly reply: Reply<E>;
  private job: { readonly id: number; cancelled: boolean } | undefined;

  constructor(engine: Engine<E>, reply: Reply<E>) {
    this.engine = engine;
    this.reply = reply;
  }

  take(request: Exclude<WorkerRequest<E>, { kind: 'load' }>): void {
    const { recognizer } = this.engine;
    switch (request.kind) {
      case 'job':
        return void this.work(request.job, request.request);
      case 'cancel-job':
        if (this.job?.id === request.job) this.job.cancelled = true;
        return;
      case 'begin':
        return this.guarded(request.utterance, () => recognizer?.begin(request.utterance, request.how));
      case 'audio':
        return this.guarded(request.utterance, () => recognizer?.hear(request.utterance, request.samples));
      case 'end':
        return this.guarded(request.utterance, () => recognizer?.end(request.utterance));
      case 'cancel':
        return recognizer?.cancel(request.utterance);
    }
  }

  private async work(id: number, request: E['job']): Promise<void> {
    const job = { id, cancelled: false };
    this.job = job;
    try {
      this.reply({ kind: 'begun', job: id });
      if (!this.engine.work) throw new Error('The engine takes no jobs');
      const outcome = await this.engine.work(request, {
        cancelled: () => job.cancelled,
        piece: (samples) => this.reply({ kind: 'piece', job: id, samples }),
      });
      this.reply({ kind: 'done', job: id, outcome });
    } catch (error) {
      this.reply({ kind: 'job-failed', job: id, message: messageOf(error) });
    }
  }

  private guarded(utterance: number, step: () => void): void {
    try {
      step();
    } catch (error) {
      this.engine.recognizer?.cancel(utterance);
      this.reply({ kind: 'utterance-failed', utterance, message: messageOf(error) });
    }
  }
}

function openPort<E extends EngineTypes>() {
  const thread = parentPort;
  if (thread) {
    return {
      reply: (reply: WorkerReply<E>) => thread.postMessage(reply),
      listen: (take: (request: WorkerRequest<E>) => void) => void thread.on('message', take),
    };
  }
  // The service handles signals to the process group, and stops its workers itself.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  // Nothing is left to do, and `process.exit` could hang (nodejs/node#54918).
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  return {
    reply: (reply: WorkerReply<E>) => void (process.connected && process.send?.(reply)),
    listen: (take: (request: WorkerRequest<E>) => void) => void process.on('message', take),
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}
