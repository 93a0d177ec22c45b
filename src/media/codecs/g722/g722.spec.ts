import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { loadResampler } from '../../../audio/index.js';
import { G722Coder, G722Reader } from './g722.js';
import { G722Decoder, G722Encoder } from './g722-codec.js';

const RATE_HZ = 16_000;

/** Three seconds of sweeping tones in both bands with noise, clipped at the end. */
function sounds(): Int16Array {
  let seed = 7;
  const noise = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return seed / 0x4000_0000 - 1;
  };
  return Int16Array.from({ length: 3 * RATE_HZ }, (_, index) => {
    const seconds = index / RATE_HZ;
    const tone = Math.sin(2 * Math.PI * (200 + 1_200 * seconds) * seconds);
    const level = seconds > 2.5 ? 40_000 : 12_000 * (1 + Math.sin(seconds * 9));
    return Math.max(-32_768, Math.min(32_767, Math.round(level * tone + 800 * noise())));
  });
}

const bytesOf = (samples: Int16Array) => Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
const samplesOf = (bytes: Buffer) => new Int16Array(Uint8Array.from(bytes).buffer);

function code(samples: Int16Array): Buffer {
  const coded = Buffer.alloc(samples.length / 2);
  expect(new G722Coder().code(samples, coded)).toBe(coded.length);
  return coded;
}

function read(coded: Uint8Array): Int16Array {
  const samples = new Int16Array(coded.length * 2);
  expect(new G722Reader().read(coded, samples)).toBe(samples.length);
  return samples;
}

describe('G.722', () => {
  beforeAll(() => loadResampler());

  it('encodes and decodes bit-exactly against a reference', () => {
    const coded = code(sounds());
    const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    expect([digest(coded), digest(bytesOf(read(coded)))]).toEqual([CODED, READ]);
  });

  it('reproduces the upper band that G.711 lacks', () => {
    const tone = (hz: number) =>
      Int16Array.from(
        { length: RATE_HZ },
        (_, index) => 8_000 * Math.sin((2 * Math.PI * hz * index) / RATE_HZ),
      );
    for (const hz of [300, 1_000, 3_000, 5_500, 6_800]) {
      const heard = read(code(tone(hz))).subarray(RATE_HZ / 2);
      const energy = heard.reduce((sum, sample) => sum + sample * sample, 0) / heard.length;
      expect(Math.sqrt(energy) / (8_000 / Math.SQRT2)).toBeCloseTo(1, 0.8);
    }
  });

  it.each([8_000, 16_000, 24_000, 48_000] as const)(
    'packs 20 ms per packet for an agent at %d Hz',
    (rateHz) => {
      const [encoder, decoder] = [new G722Encoder(rateHz), new G722Decoder(rateHz)];
      const frame = Int16Array.from({ length: rateHz / 50 }, (_, index) => 9_000 * Math.sin(index / 9));
      const [payload, heard] = [new Uint8Array(1_500), new Int16Array(6_000)];
      let [bytes, samples] = [0, 0];
      for (let packet = 0; packet < 50; packet += 1) {
        const length = encoder.encode(frame, payload);
        expect(Math.abs(length - 160)).toBeLessThanOrEqual(4);
        bytes += length;
        samples += decoder.decode(payload.subarray(0, length), heard);
        expect(decoder.durationTicks(payload.subarray(0, length))).toBe(length);
      }
      expect(Math.abs(bytes - 50 * 160)).toBeLessThan(20);
      expect(Math.abs(samples - rateHz)).toBeLessThan(rateHz / 100);
      expect(decoder.conceal(rateHz / 50, heard)).toBe(rateHz / 50);
      encoder.close();
      decoder.close();
    },
  );

  const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
  if (!hasFfmpeg)
    process.stderr.write('Skipped: ffmpeg not found. Install it (Debian: apt install ffmpeg).\n');

  (hasFfmpeg ? it : it.skip)('is, bit by bit, what ffmpeg codes and reads', () => {
    const ffmpeg = (input: Buffer, from: string[], to: string[]) =>
      execFileSync('ffmpeg', ['-v', 'error', ...from, '-i', 'pipe:0', ...to, 'pipe:1'], { input });
    const pcm = ['-f', 's16le', '-ar', `${RATE_HZ}`, '-ac', '1'];
    const original = sounds();
    const theirs = ffmpeg(bytesOf(original), pcm, ['-c:a', 'g722', '-f', 'g722']);
    const ours = code(original);
    expect(Buffer.compare(ours, theirs.subarray(0, ours.length))).toBe(0);
    const heard = samplesOf(ffmpeg(ours, ['-f', 'g722'], pcm));
    expect(Buffer.compare(bytesOf(read(ours)), bytesOf(heard))).toBe(0);
  });
});

const CODED = 'a2296afbefbc5525';
const READ = 'c96c937e41272fb9';
