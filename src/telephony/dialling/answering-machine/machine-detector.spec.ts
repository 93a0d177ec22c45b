import { MachineDetector } from './machine-detector.js';
import { toneIn } from './tone.js';

const RATE = 8_000;
const FRAME = 160;

const tone = (ms: number, hertz: number, amplitude = 8_000) =>
  Int16Array.from({ length: (ms * RATE) / 1_000 }, (_, at) =>
    Math.round(amplitude * Math.sin((2 * Math.PI * hertz * at) / RATE)),
  );
/** What a voice is to a detector: harmonics of a pitch that moves, in syllables. */
const voice = (ms: number) =>
  Int16Array.from({ length: (ms * RATE) / 1_000 }, (_, at) => {
    const seconds = at / RATE;
    const pitch = 120 + 25 * Math.sin(2 * Math.PI * 1.7 * seconds);
    const syllable = 0.35 + 0.65 * Math.abs(Math.sin(2 * Math.PI * 2 * seconds));
    const harmonics = [1, 2, 3, 4, 5, 6, 7, 8];
    return harmonics.reduce(
      (sum, n) => sum + (1_200 * syllable * Math.sin(2 * Math.PI * pitch * n * seconds)) / Math.sqrt(n),
      0,
    );
  });
const silence = (ms: number) => {
  let seed = 7;
  return Int16Array.from({ length: (ms * RATE) / 1_000 }, () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return (seed % 41) - 20;
  });
};

/** What is found out, and when, in milliseconds. */
function heard(...parts: readonly Int16Array[]) {
  const samples = Int16Array.from(parts.flatMap((part) => [...part]));
  const detector = new MachineDetector(RATE);
  let [decidedMs, listensMs]: (number | undefined)[] = [];
  for (let at = 0; at + FRAME <= samples.length; at += FRAME) {
    const nowMs = ((at + FRAME) / RATE) * 1_000;
    detector.take(samples.subarray(at, at + FRAME), nowMs);
    if (detector.verdict) decidedMs ??= nowMs;
    if (detector.isListening) listensMs ??= nowMs;
  }
  return { verdict: detector.verdict, decidedMs, listensMs };
}

it('takes somebody who says hello and waits for a person, within two seconds', () => {
  const { verdict, decidedMs = Infinity, listensMs } = heard(silence(300), voice(700), silence(2_000));
  expect([verdict, listensMs]).toEqual(['human', undefined]);
  expect(decidedMs).toBeLessThan(2_000);
});

it('takes two words with a gap between them for a person', () => {
  expect(heard(silence(200), voice(500), silence(300), voice(700), silence(2_000)).verdict).toBe('human');
});

it('takes somebody who says nothing for a person', () => {
  expect(heard(silence(4_000)).verdict).toBe('human');
});

it('takes somebody who goes on and on for a machine, and waits for its beep', () => {
  const greeting = [silence(300), voice(6_000), silence(600)];
  const { verdict, decidedMs = Infinity, listensMs } = heard(...greeting, tone(500, 1_000), silence(1_000));
  expect(verdict).toBe('machine');
  expect(decidedMs).toBeLessThan(3_000);
  // Not into the beep, and soon after it.
  expect(listensMs).toBeGreaterThanOrEqual(7_400);
  expect(listensMs).toBeLessThan(7_600);
});

it('speaks to a machine without a beep after it was silent for a while', () => {
  const { verdict, listensMs } = heard(voice(5_000), silence(1_000), voice(1_000), silence(4_000));
  expect(verdict).toBe('machine');
  expect(listensMs).toBeGreaterThan(9_000);
  expect(listensMs).toBeLessThan(10_000);
});

it('takes a short greeting with a beep for a machine', () => {
  expect(heard(silence(200), voice(900), silence(300), tone(400, 1_400), silence(500)).verdict).toBe(
    'machine',
  );
});

it('takes neither keys nor voices for beeps', () => {
  expect(heard(silence(200), tone(100, 941), silence(2_000)).verdict).toBe('human');
  expect(toneIn(voice(20), RATE)).toBeUndefined();
  expect(toneIn(silence(20), RATE)).toBeUndefined();
});

it.each([440, 1_000, 1_400, 2_000])('hears a tone of %d Hz, loud or soft', (hertz) => {
  for (const amplitude of [400, 20_000]) {
    expect(
      Math.abs((toneIn(tone(20, hertz, amplitude), RATE)?.frequencyHz ?? 0) - hertz),
    ).toBeLessThanOrEqual(25);
  }
});
