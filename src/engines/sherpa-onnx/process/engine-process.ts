import { loadEngine, type Engine } from './engine.js';
import type { EngineReply, EngineRequest, JobRequest } from './engine-protocol.js';

/**
 * The process in which one engine runs. The engine is native code that ends its process when a model is broken, so it must not be the
 * process that carries the calls.
 */

let engine: Engine | undefined;
let jobUnderWay: { readonly id: number; cancelled: boolean } | undefined;

/** Signals to the whole group are for the service, which tells us when it is done with us. */
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('disconnect', () => process.exit(0));

process.on('message', (request: EngineRequest) => {
  switch (request.kind) {
    case 'load':
      return load(request);
    case 'job':
      return void work(request.job, request.request);
    case 'cancel-job':
      if (jobUnderWay?.id === request.job) jobUnderWay.cancelled = true;
      return;
    case 'begin':
      return hear(request.utterance, () => engine?.ears?.begin(request.utterance));
    case 'audio':
      return hear(request.utterance, () => engine?.ears?.hear(request.utterance, request.samples));
    case 'end':
      return hear(request.utterance, () => engine?.ears?.end(request.utterance));
    case 'cancel':
      return engine?.ears?.cancel(request.utterance);
  }
});

function reply(message: EngineReply): void {
  if (process.connected) process.send?.(message);
}

function load({ engine: config, packageDirectory }: Extract<EngineRequest, { kind: 'load' }>): void {
  try {
    engine = loadEngine(config, packageDirectory, reply);
    reply({ kind: 'loaded', facts: engine.facts });
  } catch (error) {
    reply({ kind: 'load-failed', message: messageOf(error) });
  }
}

async function work(job: number, request: JobRequest): Promise<void> {
  const underWay = { id: job, cancelled: false };
  jobUnderWay = underWay;
  try {
    if (!engine?.work) throw new Error('The engine takes no jobs');
    const text = await engine.work(request, {
      cancelled: () => underWay.cancelled,
      piece: (samples) => reply({ kind: 'piece', job, samples }),
    });
    reply({ kind: 'done', job, text });
  } catch (error) {
    reply({ kind: 'job-failed', job, message: messageOf(error) });
  }
}

/** What fails here fails its utterance alone. */
function hear(utterance: number, step: () => void): void {
  try {
    step();
  } catch (error) {
    engine?.ears?.cancel(utterance);
    reply({ kind: 'utterance-failed', utterance, message: messageOf(error) });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}
