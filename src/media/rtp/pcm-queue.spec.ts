import fc from 'fast-check';
import { PcmQueue } from './pcm-queue.js';

const MAX_SAMPLES = 20_000;

describe('a queue of samples', () => {
  it('gives out what was put in, in order, whatever its ring grows, wraps and is given back for', () => {
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.record({ push: fc.integer({ min: 0, max: 9_000 }) }) },
      { weight: 5, arbitrary: fc.record({ shift: fc.integer({ min: 1, max: 6_000 }) }) },
      { weight: 1, arbitrary: fc.constant({ clear: true }) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const queue = new PcmQueue(MAX_SAMPLES);
        let waiting: number[] = [];
        let next = 0;
        for (const each of steps) {
          if ('push' in each) {
            const samples = Int16Array.from({ length: each.push }, () => (next = (next + 1) % 30_000));
            const taken = queue.push(samples);
            expect(taken).toBe(Math.min(each.push, MAX_SAMPLES - waiting.length));
            waiting.push(...samples.subarray(0, taken));
          } else if ('shift' in each) {
            const target = new Int16Array(each.shift).fill(-1);
            const moved = queue.shift(target);
            expect(moved).toBe(Math.min(each.shift, waiting.length));
            const due = [...waiting.slice(0, moved), ...Array<number>(each.shift - moved).fill(0)];
            expect(Buffer.from(target.buffer).equals(Buffer.from(Int16Array.from(due).buffer))).toBe(true);
            waiting = waiting.slice(moved);
          } else {
            expect(queue.clear()).toBe(waiting.length);
            waiting = [];
          }
          expect(queue.length).toBe(waiting.length);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('holds no memory once it is empty, nor that from before it grew', () => {
    const samples = new Int16Array(MAX_SAMPLES * 1_000);
    const queue = new PcmQueue(2 * samples.length);
    const before = process.memoryUsage().arrayBuffers;
    for (let size = 1; size < samples.length; size *= 2) queue.push(samples.subarray(0, size));
    const held = process.memoryUsage().arrayBuffers - before;
    expect(held).toBeGreaterThan(samples.byteLength / 2);
    queue.clear();
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(samples.byteLength / 100);
  });
});
