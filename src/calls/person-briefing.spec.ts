import { jest } from '@jest/globals';
import type { MediaListener } from '../media/index.js';
import { brief } from './person-briefing.js';
import type { PersonLine } from './person-line.js';

function person() {
  let listener: MediaListener | undefined;
  let hangUp: () => void = () => undefined;
  const over = new Promise<void>((resolve) => (hangUp = resolve));
  const media = { listen: (one: MediaListener) => (listener = one), speech: { clear: () => undefined } };
  const line = { media, over, hangUp: () => hangUp() } as unknown as PersonLine;
  return { line, press: (key: string) => listener?.callerKey(key), hangUp: () => hangUp() };
}

describe('a person who is told what a caller wants', () => {
  it('hears the first word half a second after picking up', async () => {
    const { line } = person();
    const beganMs = performance.now();
    let saidMs = 0;
    const say = () => {
      saidMs = performance.now() - beganMs;
      return Promise.resolve(true);
    };
    const { signal } = new AbortController();
    await expect(brief(line, { say, needsKey: false, heard: jest.fn(), signal })).resolves.toBeUndefined();
    expect(saidMs).toBeGreaterThanOrEqual(490);
  });

  it('is told nothing, and the caller goes back, if it hangs up before', async () => {
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

  it('may take the caller by its key before the first word', async () => {
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
