import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { LimitedProcess } from './limited-process.js';

const CODE = `
process.on('message', (question) => {
  if (question === 'loop') for (;;);
  if (question === 'wait') return;
  if (question === 'fill') for (const all = []; ; ) all.push({});
  if (question === 'grow') return void (globalThis.kept = Buffer.alloc(3e8, 1));
  if (question === 'fail') throw new Error('failed');
  process.send(question);
});`;

const MIB = 1024 * 1024;
const LIMITS = { timeoutMs: 20_000, cpuMs: 20_000, memoryBytes: 250 * MIB };

describe('LimitedProcess', () => {
  let started: ChildProcess[] = [];
  const limited = new LimitedProcess(() => {
    const child = spawn(process.execPath, ['--max-old-space-size=32', '-e', CODE], {
      env: {},
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
    });
    started.push(child);
    return child;
  });
  const ask = (question: string, limits: Partial<typeof LIMITS> = {}, gone?: AbortSignal) =>
    limited.ask(question, { ...LIMITS, ...limits }, gone);
  beforeEach(() => (started = []));
  afterEach(() => limited.close());

  it('answers question after question', async () => {
    expect([await ask('one'), await ask('two')]).toEqual(
      ['one', 'two'].map((answer) => ({ kind: 'answered', answer })),
    );
    expect(started).toHaveLength(1);
  });

  it.each([
    ['processor time', 'loop', { cpuMs: 100 }, 'too-slow'],
    ['time', 'wait', { timeoutMs: 100 }, 'too-slow'],
    ['heap, in one go', 'fill', {}, 'too-large'],
    ['memory', 'grow', {}, 'too-large'],
  ])(
    'ends the process at the limit of %s, and answers the next question',
    async (_of, question, limits, kind) => {
      expect(await ask(question, limits)).toEqual({ kind });
      expect(await ask('next')).toEqual({ kind: 'answered', answer: 'next' });
      expect(started).toHaveLength(2);
    },
    30_000,
  );

  it('says how the process died of something else', async () => {
    expect(await ask('fail')).toMatchObject({
      ...{ kind: 'died', code: 1, signal: null },
      said: expect.stringContaining('Error: failed'),
    });
  });

  it('answers after the process died between two questions', async () => {
    await ask('one');
    started[0]?.kill();
    await once(started[0] as ChildProcess, 'exit');
    expect(await ask('two')).toEqual({ kind: 'answered', answer: 'two' });
  });

  it('ends the process when the asker is gone', async () => {
    const gone = new AbortController();
    const asked = ask('wait', {}, gone.signal);
    gone.abort(new Error('gone'));
    await expect(asked).rejects.toThrow('gone');
    await once(started[0] as ChildProcess, 'exit');
    await expect(ask('wait', {}, gone.signal)).rejects.toThrow('gone');
    expect(started).toHaveLength(1);
  });
});
