import type { TranscriptionRequest } from '../stages/index.js';
import { LocalTranscription } from './local-transcription.js';

const SAMPLES_PER_MS = 16;
const FRAME_MS = 20;

/** A turn whose recognizer answers at once, with the length of audio of each request. */
async function turnOf(how: { readonly wantsPartials?: boolean; readonly isIdle?: () => boolean } = {}) {
  const { wantsPartials = true, isIdle = () => true } = how;
  const askedMs: number[] = [];
  const told: string[] = [];
  const ears = {
    recognize: ({ samples }: { samples: Int16Array }) => {
      askedMs.push(samples.length / SAMPLES_PER_MS);
      return Promise.resolve({ text: 'When are you open?', confidence: 1 });
    },
    get isIdle() {
      return isIdle();
    },
  };
  const turn = new LocalTranscription(() => Promise.resolve(ears)).begin({
    agent: {},
    wantsPartials,
    signal: new AbortController().signal,
    onWords: ({ text }: { text: string }) => told.push(text),
  } as unknown as TranscriptionRequest);
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  await settled();
  const hear = async (durationMs: number) => {
    for (let ms = 0; ms < durationMs; ms += FRAME_MS) {
      turn.push(new Int16Array(FRAME_MS * SAMPLES_PER_MS));
      await settled();
    }
  };
  return { turn, hear, askedMs, told };
}

describe('turn of the local recognizer', () => {
  it('emits partials at most every 300 ms, from 400 ms on', async () => {
    const { hear, askedMs, told } = await turnOf();
    await hear(10_000);
    expect(askedMs.length).toBeGreaterThan(20);
    expect(askedMs[0]).toBe(400);
    askedMs.slice(1).forEach((ms, at) => expect(ms - (askedMs[at] ?? NaN)).toBeGreaterThanOrEqual(300));
    expect(new Set(told)).toEqual(new Set(['When are you open']));
  });

  it('emits no partials without a subscriber', async () => {
    const { hear, askedMs } = await turnOf({ wantsPartials: false });
    await hear(2_000);
    expect(askedMs).toEqual([]);
  });

  it('drops partials first when the machine is busy and still transcribes the whole turn', async () => {
    let isIdle = true;
    const { turn, hear, askedMs } = await turnOf({ isIdle: () => isIdle });
    await hear(1_000);
    const before = askedMs.length;
    expect(before).toBeGreaterThan(0);
    isIdle = false;
    await hear(3_000);
    expect(askedMs).toHaveLength(before);
    expect(await turn.end()).toEqual({ text: 'When are you open?', confidence: 1 });
    expect(askedMs.at(-1)).toBe(4_000);
  });

  it('pauses partials while the caller may have finished and resumes with speech', async () => {
    const { turn, hear, askedMs } = await turnOf();
    await hear(1_000);
    turn.anticipate?.(false);
    await hear(2_000);
    expect(askedMs.filter((ms) => ms > 1_000)).toEqual([]);
    turn.goOn?.();
    await hear(1_000);
    expect(askedMs.filter((ms) => ms > 3_000).length).toBeGreaterThan(1);
  });
});
