import { OwnVoice } from './own-voice.js';

const FRAME = 320;
const SECONDS = 4;
const ECHO = 0.1;

function randomOf(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

/** Syllables of some 100 ms, each with three formants of its own, and gaps between them. */
function voice(seed: number): Int16Array {
  const random = randomOf(seed);
  const samples = new Int16Array(SECONDS * 50 * FRAME);
  for (let at = 0; at < samples.length;) {
    const length = Math.round(FRAME * (3 + 5 * random()));
    const formants = [250 + 600 * random(), 900 + 1_600 * random(), 2_500 + 1_500 * random()];
    const loudness = 800 + 1_800 * random();
    for (let index = 0; index < length && at + index < samples.length; index++) {
      const sound = formants.reduce(
        (sum, hz, order) => sum + Math.sin((2 * Math.PI * hz * index) / 16_000) / (order + 1),
        0,
      );
      samples[at + index] = Math.round(sound * loudness * Math.sin((Math.PI * index) / length));
    }
    at += length + Math.round(FRAME * 4 * random());
  }
  return samples;
}

const noise = randomOf(99);
/** What a microphone picks up of the agent, and of a caller. */
const picked = (agent: Int16Array, delayMs: number, caller?: Int16Array) =>
  agent.map((_, at) => {
    const back = ECHO * (agent[at - delayMs * 16] ?? 0) + 8 * (noise() - 0.5);
    return Math.round(back + (caller?.[at] ?? 0));
  });

/** How well a voice from `fromMs` to `untilMs` is explained at last. */
function explained(agent: Int16Array, heard: Int16Array, fromMs: number, untilMs: number) {
  const own = new OwnVoice();
  let last: number | undefined;
  for (let at = 0; at + FRAME <= heard.length; at += FRAME) {
    const atMs = (at + FRAME) / 16;
    if (atMs > untilMs + 300) break;
    if (atMs > untilMs) own.end();
    last = own.hear(heard.subarray(at, at + FRAME), agent.subarray(at, at + FRAME)) ?? last;
    if (atMs >= fromMs + 80 && atMs <= untilMs && !own.isFollowing) own.begin(atMs - fromMs);
  }
  return last;
}

describe('OwnVoice', () => {
  const agent = voice(3);
  const caller = voice(11);

  it('knows the voice of the agent, however late it comes back', () => {
    for (const delayMs of [60, 170, 310, 640]) {
      expect(explained(agent, picked(agent, delayMs), 2_000, 2_600)).toBeGreaterThan(0.8);
    }
  });

  it('knows it from the first words of a call on, and however short it is', () => {
    expect(explained(agent, picked(agent, 170), 200, 700)).toBeGreaterThan(0.8);
    expect(explained(agent, picked(agent, 170), 2_000, 2_100)).toBeGreaterThan(0.75);
  });

  it('tells a caller from it, with the echo behind the voice and without one', () => {
    const soft = caller.map((sample) => sample * 0.35);
    for (const delayMs of [60, 170, 310, 640]) {
      expect(explained(agent, picked(agent, delayMs, caller), 2_000, 2_600)).toBeLessThan(0.6);
      expect(explained(agent, picked(agent, delayMs, soft), 2_000, 2_600)).toBeLessThan(0.6);
    }
    expect(explained(agent, soft, 2_000, 2_600)).toBeLessThan(0.6);
  });

  it('tells one who says a word in the middle of a long echo', () => {
    const word = caller.map((sample, at) => (at >= 2_600 * 16 && at < 2_900 * 16 ? sample : 0));
    expect(explained(agent, picked(agent, 170, word), 2_000, 3_400)).toBeLessThan(0.6);
  });

  it('takes a voice that is as loud as the agent for no echo', () => {
    expect(
      explained(
        agent,
        picked(agent, 170).map((sample) => sample * 8),
        2_000,
        2_600,
      ),
    ).toBe(-1);
  });

  it('says nothing where no voice is followed', () => {
    expect(explained(agent, picked(agent, 170), Infinity, Infinity)).toBeUndefined();
  });
});
