import { LeadingSilence } from './leading-silence.js';

const RATE_HZ = 16_000;
const silence = (ms: number) => new Int16Array((RATE_HZ * ms) / 1_000).fill(3);
const sound = (ms: number) => new Int16Array((RATE_HZ * ms) / 1_000).fill(2_000);
const ms = (samples: Int16Array) => (samples.length * 1_000) / RATE_HZ;

describe('leading silence', () => {
  it('is trimmed to 5 ms without touching speech', () => {
    const trimmer = new LeadingSilence(RATE_HZ);
    const whole = Int16Array.from([...silence(200), ...sound(50), ...silence(300)]);
    const kept = trimmer.take(whole);
    expect(ms(kept)).toBe(5 + 50 + 300);
    expect(kept[5 * 16]).toBe(2_000);
  });

  it('is trimmed across chunks, while later silence is kept', () => {
    const trimmer = new LeadingSilence(RATE_HZ);
    const lengths = [silence(4), silence(90), sound(10), silence(40), sound(10)].map((piece) =>
      ms(trimmer.take(piece)),
    );
    expect(lengths).toEqual([0, 0, 15, 40, 10]);
  });

  it('longer than a second is deliberate and kept', () => {
    const trimmer = new LeadingSilence(RATE_HZ);
    expect(ms(trimmer.take(silence(1_200)))).toBe(5);
    expect(ms(trimmer.take(silence(500)))).toBe(500);
  });

  it('without any sound leaves a little, so that it counts as spoken', () => {
    const trimmer = new LeadingSilence(RATE_HZ);
    trimmer.take(silence(300));
    expect(ms(trimmer.finish())).toBe(5);
    expect(ms(trimmer.finish())).toBe(0);
  });

  it('removes nothing from speech that starts immediately', () => {
    const trimmer = new LeadingSilence(RATE_HZ);
    expect(ms(trimmer.take(sound(30)))).toBe(30);
  });
});
