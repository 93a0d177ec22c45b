import { EchoPowers } from './echo-powers.js';
import { FRAME_SAMPLES, HOP_SAMPLES, MEL_BANDS, melPowers } from '../../../common/audio/index.js';

const RATE_HZ = 16_000;

/** Syllables of a pitch with its harmonics. */
function voice(pitchHz: number, seconds: number, level: number): Int16Array {
  return Int16Array.from({ length: RATE_HZ * seconds }, (_, at) => {
    const syllable = Math.max(0, Math.sin((2 * Math.PI * 3 * at) / RATE_HZ));
    const vowel = [1, 2, 3, 4].map((n) => Math.sin((2 * Math.PI * pitchHz * n * at) / RATE_HZ) / n);
    return level * syllable * vowel.reduce((sum, one) => sum + one, 0);
  });
}

const mixed = (first: Int16Array, second: Int16Array) => first.map((one, at) => one + (second[at] ?? 0));
const echoOf = (sent: Int16Array) => sent.map((one) => one / 10);
const before = voice(200, 2, 8_000);

/** What is left of all frames of a microphone, in the end, and what was there. */
function left(microphone: Int16Array, sent: Int16Array): { readonly left: number; readonly heard: number } {
  const echo = EchoPowers.of(echoOf(before), before, 1);
  const powers = new Float64Array(MEL_BANDS);
  const total = () => powers.reduce((sum, power) => sum + power, 0);
  let [sum, heard] = [0, 0];
  for (let at = 0; at + FRAME_SAMPLES <= microphone.length; at += HOP_SAMPLES) {
    melPowers(microphone.subarray(at, at + FRAME_SAMPLES), 1, powers);
    heard += total();
    echo?.follow(sent.subarray(at, at + FRAME_SAMPLES));
    echo?.takeFrom(powers);
    sum += total();
  }
  return { left: sum, heard };
}

describe('EchoPowers', () => {
  it("takes out the agent's voice, as strong as it came back before", () => {
    const sent = voice(200, 1, 5_000);
    const { left: rest, heard } = left(echoOf(sent), sent);
    expect(rest / heard).toBeLessThan(0.05);
  });

  it('takes it out where it comes some milliseconds earlier or later', () => {
    const sent = voice(200, 1, 5_000);
    for (const lateMs of [10, 30]) {
      const late = concatenated(new Int16Array((RATE_HZ * lateMs) / 1_000), echoOf(sent));
      const { left: rest, heard } = left(late.subarray(0, sent.length), sent);
      expect(rest / heard).toBeLessThan(0.1);
    }
  });

  it("leaves the caller's voice over it", () => {
    const sent = voice(200, 1, 5_000);
    const caller = voice(330, 1, 1_500);
    const alone = left(caller, new Int16Array(caller.length));
    const { left: rest } = left(mixed(caller, echoOf(sent)), sent);
    expect(alone.left).toBeCloseTo(alone.heard, 6);
    expect(rest / alone.heard).toBeGreaterThan(0.5);
    expect(rest / alone.heard).toBeLessThan(1.2);
  });

  it('says nothing where the agent was silent before, or too briefly', () => {
    expect(EchoPowers.of(before, new Int16Array(before.length), 1)).toBeUndefined();
    expect(EchoPowers.of(before.subarray(0, 2_000), before.subarray(0, 2_000), 1)).toBeUndefined();
  });
});

function concatenated(first: Int16Array, second: Int16Array): Int16Array {
  const both = new Int16Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
