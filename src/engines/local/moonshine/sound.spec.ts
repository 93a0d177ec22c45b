import { concat } from '../../../../test/support/audio.js';
import { afterPause } from './sound.js';

const RATE_HZ = 16_000;
const tone = (seconds: number) =>
  Int16Array.from({ length: seconds * RATE_HZ }, (_, at) => 8_000 * Math.sin(at / 5));
const quiet = (seconds: number) => new Int16Array(seconds * RATE_HZ);

describe('the speech after the longest pause', () => {
  it('begins within the pause, and is a share of the speech', () => {
    const parts = [quiet(0.3), tone(1), quiet(0.2), tone(1), quiet(0.5), tone(1), quiet(0.12)];
    const { samples, share } = afterPause(concat(parts)) ?? { samples: quiet(0), share: 0 };
    expect(samples.length / RATE_HZ).toBeCloseTo(0.25 + 1 + 0.12, 1);
    expect(share).toBeCloseTo(1 / 3, 1);
  });

  it('needs a long pause', () => {
    expect(afterPause(concat([tone(1), quiet(0.2), tone(1), quiet(1)]))).toBeUndefined();
    expect(afterPause(quiet(1))).toBeUndefined();
  });
});
