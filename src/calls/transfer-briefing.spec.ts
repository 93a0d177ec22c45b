import { jest } from '@jest/globals';
import type { MediaListener } from '../media/index.js';
import { brief } from './transfer-briefing.js';
import type { TransferLeg } from '../call-admission/index.js';

function person() {
  let listener: MediaListener | undefined;
  let hangUp: () => void = () => undefined;
  const over = new Promise<void>((resolve) => (hangUp = resolve));
  const media = { listen: (one: MediaListener) => (listener = one), speech: { clear: () => undefined } };
  const line = { media, over, hangUp: () => hangUp() } as unknown as TransferLeg;
  return { line, press: (key: string) => listener?.callerKey(key), hangUp: () => hangUp() };
}

describe('briefing of a transfer target', () => {
  it.each([
    { pauseMs: undefined, least: 490, most: 2_000 },
    { pauseMs: 1_200, least: 1_190, most: 3_000 },
    { pauseMs: 0, least: 0, most: 400 },
  ])('starts after a pause of half a second or $pauseMs ms', async ({ pauseMs, least, most }) => {
    const { line } = person();
    const beganMs = performance.now();
    let saidMs = 0;
    const say = () => {
      saidMs = performance.now() - beganMs;
      return Promise.resolve(true);
    };
    const { signal } = new AbortController();
    const briefing = { say, needsKey: false, pauseMs, heard: jest.fn(), signal };
    await expect(brief(line, briefing)).resolves.toBeUndefined();
    expect(saidMs).toBeGreaterThanOrEqual(least);
    expect(saidMs).toBeLessThan(most);
  });

  it('is cut off when the target hangs up, and the caller returns', async () => {
    const { line, hangUp } = person();
    const say = jest.fn((until: AbortSignal) => Promise.resolve(!until.aborted));
    const outcome = brief(line, {
      say,
      needsKey: true,
      heard: jest.fn(),
      signal: new AbortController().signal,
    });
    hangUp();
    await expect(outcome).resolves.toBe('rejected');
    expect(say.mock.calls.every(([until]) => until.aborted)).toBe(true);
  });

  it('can be skipped with the accept key', async () => {
    const { line, press } = person();
    const say = jest.fn((until: AbortSignal) => Promise.resolve(!until.aborted));
    const outcome = brief(line, {
      say,
      needsKey: true,
      heard: jest.fn(),
      signal: new AbortController().signal,
    });
    press('1');
    await expect(outcome).resolves.toBeUndefined();
  });
});
