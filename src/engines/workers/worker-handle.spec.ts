import { jest } from '@jest/globals';
import { WorkerHandle } from './worker-handle.js';
import type { EngineTypes, WorkerReply } from './worker-protocol.js';

const LIMIT_MS = 10_000;

/** A handle on a loaded worker with a job, which says what the test wants. */
function busyWorker() {
  const outcomes: string[] = [];
  let take: (message: unknown) => void = () => undefined;
  const exits: (() => void)[] = [];
  const link = {
    send: () => undefined,
    onMessage: (taker: (message: unknown) => void) => (take = taker),
    onExit: (exited: () => void) => void exits.push(exited),
    kill: () => exits.splice(0).forEach((exited) => exited()),
    lastWords: () => '',
  };
  const limits = {
    loadTimeoutMs: LIMIT_MS,
    jobTimeoutMs: LIMIT_MS,
    maxBufferedMs: LIMIT_MS,
    readyAtOnce: true,
  };
  const handle = new WorkerHandle<EngineTypes>(link, undefined, limits, {
    idle: () => undefined,
    exited: () => outcomes.push('exited'),
  });
  const says = (reply: WorkerReply<EngineTypes>) => take(reply);
  says({ kind: 'loaded', facts: undefined });
  handle.run({
    request: undefined,
    onPiece: () => undefined,
    done: () => outcomes.push('done'),
    failed: ({ code }) => outcomes.push(code),
  });
  const heard = () => says({ kind: 'hearing', utterance: 7, samples: 1_600, words: [] });
  return { outcomes, says, heard };
}

describe('worker with a job', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('may spend any time on earlier work while it sends heartbeats', () => {
    const { outcomes, says, heard } = busyWorker();
    for (let step = 0; step < 10; step++) {
      jest.advanceTimersByTime(LIMIT_MS - 1);
      heard();
    }
    says({ kind: 'begun', job: 1 });
    jest.advanceTimersByTime(LIMIT_MS - 1);
    expect(outcomes).toEqual([]);
    says({ kind: 'done', job: 1, outcome: undefined });
    expect(outcomes).toEqual(['done']);
  });

  it('is terminated as stuck when the job exceeds its limit, despite other answers', () => {
    const { outcomes, says, heard } = busyWorker();
    says({ kind: 'begun', job: 1 });
    jest.advanceTimersByTime(LIMIT_MS - 1);
    heard();
    expect(outcomes).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(outcomes).toEqual(['PROVIDER_TIMEOUT', 'exited']);
  });

  it('is terminated as stuck without a heartbeat before the job', () => {
    const { outcomes } = busyWorker();
    jest.advanceTimersByTime(LIMIT_MS);
    expect(outcomes).toEqual(['PROVIDER_TIMEOUT', 'exited']);
  });
});
