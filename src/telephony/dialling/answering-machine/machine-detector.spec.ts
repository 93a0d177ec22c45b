import { DETECTOR_SETTINGS, type DetectorSettings, MachineDetector } from './machine-detector.js';
import { toneIn } from './tone.js';

const RATE = 8_000;
const FRAME = 160;

const tone = (ms: number, hertz: number, amplitude = 8_000) =>
  Int16Array.from({ length: (ms * RATE) / 1_000 }, (_, at) =>
    Math.round(amplitude * Math.sin((2 * Math.PI * hertz * at) / RATE)),
  );
/** A voice-like signal: harmonics of a moving pitch, in syllables. */
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

/** The verdict and its time in milliseconds. */
const heard = (...parts: readonly Int16Array[]) => heardBy(DETECTOR_SETTINGS, ...parts);

function heardBy(settings: DetectorSettings, ...parts: readonly Int16Array[]) {
  const samples = Int16Array.from(parts.flatMap((part) => [...part]));
  const detector = new MachineDetector(RATE, settings);
  let decidedMs: number | undefined;
  for (let at = 0; at + FRAME <= samples.length; at += FRAME) {
    const nowMs = ((at + FRAME) / RATE) * 1_000;
    detector.take(samples.subarray(at, at + FRAME), nowMs);
    if (detector.verdict) decidedMs ??= nowMs;
  }
  return { verdict: detector.verdict, decidedMs: decidedMs ?? Infinity };
}

it('detects a person who says hello and waits, within two seconds', () => {
  const { verdict, decidedMs } = heard(silence(300), voice(700), silence(2_000));
  expect(verdict).toBe('person');
  expect(decidedMs).toBeLessThan(2_000);
});

it('detects a person from two words with a gap', () => {
  expect(heard(silence(200), voice(500), silence(300), voice(700), silence(2_000)).verdict).toBe('person');
});

it('stays undecided about silence and about speech that never pauses', () => {
  expect(heard(silence(4_000)).verdict).toBe('unknown');
  const words = Array.from({ length: 12 }, () => [voice(100), silence(450)]).flat();
  expect(heard(...words).verdict).toBe('unknown');
});

it('detects a mailbox from a greeting with a beep, just after the beep', () => {
  const greeting = [silence(300), voice(6_000), silence(600)];
  const { verdict, decidedMs } = heard(...greeting, tone(500, 1_000), silence(1_000));
  expect(verdict).toBe('voicemail');
  expect(decidedMs).toBeGreaterThanOrEqual(7_400);
  expect(decidedMs).toBeLessThan(7_600);
});

it('detects a mailbox from a short greeting with a beep', () => {
  const heardAll = heard(silence(200), voice(900), silence(300), tone(400, 1_400), silence(500));
  expect(heardAll.verdict).toBe('voicemail');
});

it.each([
  ['a person who answers for a business', voice(4_000)],
  ['a call screener that asks who calls', voice(7_000)],
  ['a menu that waits for a key', voice(11_000)],
])('stays undecided about long speech that pauses without a beep: %s', (_who, said) => {
  const { verdict, decidedMs } = heard(silence(200), said, silence(4_000));
  expect(verdict).toBe('unknown');
  expect(decidedMs - (said.length / RATE) * 1_000).toBeLessThan(3_000);
});

it('detects a recording from overlong speech, unless it beeps', () => {
  const settings = { ...DETECTOR_SETTINGS, longestWelcomeMs: 3_000, longestGreetingMs: 6_000 };
  const verdictOn = (...parts: Int16Array[]) => heardBy(settings, ...parts).verdict;
  expect(verdictOn(voice(4_000), silence(3_000))).toBe('recording');
  expect(verdictOn(voice(7_000))).toBe('recording');
  expect(verdictOn(voice(4_000), silence(500), tone(400, 900), silence(200))).toBe('voicemail');
});

it('detects a fax from a long 2,100 Hz tone, also after words', () => {
  expect(heard(silence(500), tone(3_000, 2_100)).verdict).toBe('fax');
  expect(heard(voice(2_000), silence(300), tone(3_000, 2_100)).verdict).toBe('fax');
});

it('does not mistake ringback or busy tones for a beep', () => {
  const ringing = [tone(1_000, 425), silence(3_500)];
  expect(heard(...ringing, ...ringing).verdict).toBe('unknown');
  expect(heard(...Array.from({ length: 8 }, () => [tone(480, 425), silence(480)]).flat()).verdict).toBe(
    'unknown',
  );
});

it('does not mistake DTMF or voices for a beep', () => {
  expect(heard(silence(200), tone(100, 941), silence(4_000)).verdict).not.toBe('voicemail');
  expect(heard(voice(1_000), tone(100, 941), silence(2_000)).verdict).toBe('person');
  expect(toneIn(voice(20), RATE)).toBeUndefined();
  expect(toneIn(silence(20), RATE)).toBeUndefined();
});

it.each([440, 1_000, 1_400, 2_000])('detects a tone of %d Hz, loud or soft', (hertz) => {
  for (const amplitude of [400, 20_000]) {
    expect(
      Math.abs((toneIn(tone(20, hertz, amplitude), RATE)?.frequencyHz ?? 0) - hertz),
    ).toBeLessThanOrEqual(25);
  }
});
