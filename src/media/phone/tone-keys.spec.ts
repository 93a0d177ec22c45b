import { ToneKeys } from './tone-keys.js';

const RATE_HZ = 16_000;
const FRAME = RATE_HZ / 50;
const ROWS = [697, 770, 852, 941];
const COLUMNS = [1_209, 1_336, 1_477, 1_633];
const KEYS = '123A456B789C*0#D';

/** Both tones of a key; levels are peak amplitudes. */
function toneOf(key: string, ms: number, { row = 4_000, column = 4_000, shift = 1 } = {}): Int16Array {
  const at = KEYS.indexOf(key);
  const [low = 0, high = 0] = [ROWS[at >> 2], COLUMNS[at & 3]];
  const wave = (hz: number, sample: number) => Math.sin((2 * Math.PI * hz * shift * sample) / RATE_HZ);
  return Int16Array.from({ length: (RATE_HZ * ms) / 1_000 }, (_, sample) =>
    Math.round(row * wave(low, sample) + column * wave(high, sample)),
  );
}

const silence = (ms: number) => new Int16Array((RATE_HZ * ms) / 1_000);

function heard(...parts: readonly Int16Array[]): string {
  const keys = new ToneKeys(RATE_HZ);
  const samples = parts.flatMap((part) => [...part]);
  let found = '';
  for (let at = 0; at + FRAME <= samples.length; at += FRAME) {
    found += keys.take(Int16Array.from(samples.slice(at, at + FRAME))) ?? '';
  }
  return found;
}

describe('in-band DTMF tones', () => {
  it('are recognized once each at usual levels and the limits of ITU-T Q.24', () => {
    for (const key of KEYS) expect([key, heard(toneOf(key, 100), silence(60))]).toEqual([key, key]);
    for (const levels of [
      { row: 400, column: 400 },
      { column: 5_000 },
      { row: 9_000 },
      { shift: 1.015 },
      { shift: 0.985 },
    ]) {
      expect(heard(toneOf('5', 80, levels))).toBe('5');
    }
  });

  it('count per press, and once while held', () => {
    const pressed = [toneOf('1', 80), silence(80)];
    expect(heard(...pressed, ...pressed, ...pressed)).toBe('111');
    expect(heard(toneOf('1', 3_000))).toBe('1');
  });

  it('ignore single tones, noise, three-note chords and short bursts', () => {
    const noise = Int16Array.from({ length: RATE_HZ }, (_, i) => ((i * 7_919) % 16_001) - 8_000);
    const chord = Int16Array.from({ length: RATE_HZ }, (_, i) =>
      [697, 880, 1_209].reduce((sum, hz) => sum + 3_000 * Math.sin((2 * Math.PI * hz * i) / RATE_HZ), 0),
    );
    expect(heard(toneOf('1', 500, { column: 0 }), toneOf('1', 500, { row: 0 }))).toBe('');
    expect(heard(noise)).toBe('');
    expect(heard(chord)).toBe('');
    expect(heard(toneOf('1', 20))).toBe('');
  });
});
