import { jest } from '@jest/globals';
import fc from 'fast-check';
import { PcmQueue } from './pcm-queue.js';

const MAX_SAMPLES = 20_000;
/** The ArrayBuffer prototype of any realm. */
const buffers = Object.getPrototypeOf(new Int16Array(0).buffer) as ArrayBuffer;

describe('PcmQueue', () => {
  it('returns samples in order while its ring grows, wraps and shrinks', () => {
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

  it('frees memory it has outgrown, and all of it when emptied', () => {
    const givenBack: number[] = [];
    const { transfer } = buffers;
    const watched = jest.spyOn(buffers, 'transfer').mockImplementation(function (
      this: ArrayBuffer,
      ...length
    ) {
      givenBack.push(this.byteLength);
      return transfer.apply(this, length);
    });
    try {
      const queue = new PcmQueue(MAX_SAMPLES);
      for (let pushed = 0; pushed < MAX_SAMPLES; pushed += 5_000) queue.push(new Int16Array(5_000));
      // Rings of 8,192 and 16,384 samples.
      expect(givenBack).toEqual([16_384, 32_768]);
      queue.clear();
      expect(givenBack).toEqual([16_384, 32_768, 2 * MAX_SAMPLES]);
    } finally {
      watched.mockRestore();
    }
  });
});
