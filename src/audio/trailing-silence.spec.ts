import { TrailingSilence } from './trailing-silence.js';

const RATE_HZ = 16_000;
const silence = (ms: number) => new Int16Array((RATE_HZ * ms) / 1_000).fill(3);
const sound = (ms: number) => new Int16Array((RATE_HZ * ms) / 1_000).fill(2_000);
const ms = (samples: Int16Array) => (samples.length * 1_000) / RATE_HZ;

describe('trailing silence', () => {
  it('is trimmed to 40 ms without touching speech', () => {
    const trimmer = new TrailingSilence(RATE_HZ);
    expect(ms(trimmer.take(Int16Array.from([...silence(30), ...sound(50), ...silence(300)])))).toBe(80);
    expect(ms(trimmer.finish())).toBe(40);
    expect(ms(trimmer.finish())).toBe(0);
  });

  it('is kept when sound follows in a later chunk', () => {
    const trimmer = new TrailingSilence(RATE_HZ);
    const pieces = [sound(20), silence(90), silence(60), Int16Array.from([...silence(10), ...sound(10)])];
    expect(pieces.map((piece) => ms(trimmer.take(piece)))).toEqual([20, 0, 0, 170]);
    expect(ms(trimmer.finish())).toBe(0);
  });

  it('longer than a second is deliberate and kept', () => {
    const trimmer = new TrailingSilence(RATE_HZ);
    expect(ms(trimmer.take(silence(1_200)))).toBe(0);
    expect(ms(trimmer.take(silence(100)))).toBe(1_200);
  });

  it('without any sound leaves a little, so that it counts as spoken', () => {
    const trimmer = new TrailingSilence(RATE_HZ);
    trimmer.take(silence(300));
    expect(ms(trimmer.finish())).toBe(40);
  });
});
