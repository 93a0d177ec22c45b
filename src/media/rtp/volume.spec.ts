import { Volume } from './volume.js';

const FRAME = 320;
const loud = () => new Int16Array(FRAME).fill(10_000);

describe('volume', () => {
  it('leaves frames unchanged until a gain is set', () => {
    const frame = loud();
    new Volume().apply(frame);
    expect(frame).toEqual(loud());
  });

  it('ramps to a new gain within one frame and keeps it', () => {
    const volume = new Volume();
    volume.set(0.5);
    const first = loud();
    volume.apply(first);
    const steps = first.subarray(1).map((sample, index) => (first[index] ?? 0) - sample);
    expect(Math.max(...steps)).toBeLessThanOrEqual(17);
    expect(first[FRAME - 1]).toBe(5_000);
    const second = loud();
    volume.apply(second);
    expect(new Set(second)).toEqual(new Set([5_000]));
    volume.set(1);
    volume.apply(second);
    expect(second[FRAME - 1]).toBe(5_000);
    const third = loud();
    volume.apply(third);
    expect(third).toEqual(loud());
  });

  it('clips loud samples instead of wrapping', () => {
    const volume = new Volume();
    volume.set(10);
    const frame = loud();
    volume.apply(frame);
    expect(frame[FRAME - 1]).toBe(32_767);
  });
});
