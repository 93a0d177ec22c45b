import { FairQueue } from './fair-queue.js';

/** A queue whose jobs end on command. */
function controlled(atOnce: number, perAccount?: number) {
  const queue = new FairQueue(atOnce, perAccount);
  const started: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const add = (accountId: string, name: string, signal?: AbortSignal) =>
    queue.run(
      accountId,
      () =>
        new Promise<string>((resolve, reject) => {
          started.push(name);
          ends.set(name, (error) => (error ? reject(error) : resolve(name)));
        }),
      signal,
    );
  const end = async (name: string, error?: Error) => {
    ends.get(name)?.(error);
    await new Promise(setImmediate);
  };
  return { queue, started, add, end };
}

describe('FairQueue', () => {
  it('alternates between accounts regardless of queue length', async () => {
    const { started, add, end } = controlled(1);
    const jobs = ['a1', 'a2', 'a3'].map((name) => add('A', name));
    jobs.push(add('B', 'b1'), add('B', 'b2'), add('C', 'c1'));
    const order = ['a1', 'b1', 'c1', 'a2', 'b2', 'a3'];
    for (const name of order) await end(name);
    expect(started).toEqual(order);
    expect(await Promise.all(jobs)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'c1']);
  });

  it('runs up to the limit and counts waiting jobs per account', async () => {
    const { queue, started, add, end } = controlled(2);
    for (const name of ['a1', 'a2', 'a3', 'a4']) void add('A', name);
    expect([started, queue.waitingOf('A'), queue.waitingOf('B')]).toEqual([['a1', 'a2'], 2, 0]);
    await end('a2');
    expect([started, queue.waitingOf('A')]).toEqual([['a1', 'a2', 'a3'], 1]);
  });

  it('leaves slots to others when an account reaches its own limit', async () => {
    const { started, add, end } = controlled(3, 2);
    for (const name of ['a1', 'a2', 'a3', 'a4']) void add('A', name);
    void add('B', 'b1');
    void add('B', 'b2');
    expect(started).toEqual(['a1', 'a2', 'b1']);
    await end('b1');
    expect(started).toEqual(['a1', 'a2', 'b1', 'b2']);
    await end('b2');
    await end('a1');
    expect(started).toEqual(['a1', 'a2', 'b1', 'b2', 'a3']);
  });

  it('continues after a failed job and frees its slots', async () => {
    const { started, add, end } = controlled(1);
    const failing = add('A', 'a1');
    const next = add('A', 'a2');
    const failed = expect(failing).rejects.toThrow('broken');
    await end('a1', new Error('broken'));
    await failed;
    await end('a2');
    expect(await next).toBe('a2');
    void add('B', 'b1');
    expect(started).toEqual(['a1', 'a2', 'b1']);
  });

  it('never starts a job whose signal was aborted while queued', async () => {
    const { queue, started, add, end } = controlled(1);
    void add('A', 'a1');
    const gone = new AbortController();
    const dropped = add('B', 'b1', gone.signal);
    void add('C', 'c1');
    gone.abort(new Error('gone'));
    await expect(dropped).rejects.toThrow('gone');
    await expect(add('B', 'b2', gone.signal)).rejects.toThrow('gone');
    await end('a1');
    expect([started, queue.waitingOf('B')]).toEqual([['a1', 'c1'], 0]);
  });
});
