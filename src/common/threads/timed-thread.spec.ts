import { Worker } from 'node:worker_threads';
import { TimedThread } from './timed-thread.js';

const CODE = `
const { parentPort } = require('node:worker_threads');
parentPort.on('message', (question) => {
  if (question === 'loop') for (;;);
  if (question === 'fill') return fill([]);
  if (question === 'fail') throw new Error('failed');
  parentPort.postMessage(question);
});
// Step by step: Node ends the whole process if a thread exceeds its limit by much before it can be stopped.
const fill = (all) => setImmediate(() => fill(all.concat(Array.from({ length: 20_000 }, () => ({})))));
parentPort.postMessage('ready');`;

describe('TimedThread', () => {
  let started: Worker[] = [];
  const thread = new TimedThread(() => {
    const worker = new Worker(CODE, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 16 } });
    started.push(worker);
    return worker;
  }, 2_000);
  beforeEach(() => (started = []));
  afterEach(() => thread.close());

  it('answers after a question that took too long, or too much memory, in a new thread', async () => {
    expect(await thread.ask('loop')).toBeUndefined();
    expect(await thread.ask('one')).toBe('one');
    expect(await thread.ask('fill')).toBeUndefined();
    expect(await thread.ask('two')).toBe('two');
    expect(started).toHaveLength(3);
  });

  it('survives a fault of the thread between two questions', async () => {
    expect(await thread.ask('zero')).toBe('zero');
    const gone = new Promise((resolve) => started[0]?.on('exit', resolve));
    started[0]?.postMessage('fail');
    await gone;
    expect(await thread.ask('one')).toBe('one');
  });
});
