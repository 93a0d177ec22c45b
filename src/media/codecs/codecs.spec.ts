import { encodeAlaw, encodeMulaw, G711Decoder, G711Encoder } from './g711.js';
import { OpusEncoder } from './opus-encoder.js';
import { carriesPreviousPacket, isOpusDtx, opusPacketTicks } from './opus-packet.js';
import { loadResampler } from '../../common/audio/resampler.js';

const sine = (samples: number, frequencyHz: number, rateHz: number) =>
  Int16Array.from(
    { length: samples },
    (_, index) => 10_000 * Math.sin((2 * Math.PI * frequencyHz * index) / rateHz),
  );

describe('the first bytes of an Opus packet', () => {
  it.each([
    ['SILK, 10 ms', [0x00, 0], 480],
    ['SILK, 20 ms', [0x08, 0], 960],
    ['SILK, 60 ms', [0x18, 0], 2_880],
    ['hybrid, 20 ms', [0x78, 0], 960],
    ['CELT, 2.5 ms', [0x80, 0], 120],
    ['CELT, 20 ms', [0xf8, 0], 960],
    ['two frames of one size', [0xf9, 0], 1_920],
    ['six frames of 20 ms', [0xfb, 6], 5_760],
    ['more than 120 ms', [0xfb, 7], 0],
    ['no frame', [0xfb, 0], 0],
    ['nothing', [], 0],
  ])('tell how long it lasts: %s', (_, bytes, ticks) => {
    expect(opusPacketTicks(Uint8Array.from(bytes))).toBe(ticks);
  });

  it('tell that the sender falls silent', () => {
    expect(isOpusDtx(Uint8Array.of(0xf8))).toBe(true);
    expect(isOpusDtx(new Uint8Array(60))).toBe(false);
  });

  it.each([
    [10, true],
    [0, false],
  ])(
    'tell whether the packet before is carried: libopus told to expect %s %% loss',
    (expectedLossPercent, carried) => {
      const encoder = new OpusEncoder(16_000, {
        bitrateBps: 32_000,
        complexity: 5,
        expectedLossPercent,
        maxPlaybackRateHz: 16_000,
        constantBitrate: false,
      });
      const packet = new Uint8Array(1_500);
      const carrying = Array.from({ length: 20 }, () => {
        const bytes = encoder.encode(sine(320, 200, 16_000), packet);
        return carriesPreviousPacket(packet.subarray(0, bytes));
      });
      encoder.close();
      expect(carrying.slice(5).some(Boolean)).toBe(carried);
    },
  );
});

describe('G.711', () => {
  beforeAll(() => loadResampler());

  /** The tables of ITU-T G.711 begin and end so; A-law's even bits are inverted. */
  it.each([
    [0, 0xff, 0xd5],
    [32_767, 0x80, 0xaa],
    [-32_768, 0x00, 0x2a],
    [-1, 0x7f, 0x55],
  ])('codes %d as the standard does', (sample, mulaw, alaw) => {
    expect(encodeMulaw(sample)).toBe(mulaw);
    expect(encodeAlaw(sample)).toBe(alaw);
  });

  it.each(['PCMU', 'PCMA'] as const)('%s comes back within its quantisation', (law) => {
    const encoder = new G711Encoder(law, 8_000);
    const decoder = new G711Decoder(law, 8_000);
    const original = sine(160, 300, 8_000);
    const payload = new Uint8Array(160);
    const heard = new Int16Array(160);
    expect(encoder.encode(original, payload)).toBe(160);
    expect(decoder.decode(payload, heard)).toBe(160);
    const worst = Math.max(...original.map((sample, index) => Math.abs(sample - (heard[index] ?? 0))));
    expect(worst).toBeLessThan(400);
    expect(decoder.durationTicks(payload)).toBe(160);
  });

  it('converts to and from the rate of the agent', () => {
    const encoder = new G711Encoder('PCMU', 24_000);
    const decoder = new G711Decoder('PCMU', 16_000);
    const payload = new Uint8Array(1_500);
    const heard = new Int16Array(1_920);
    let energy = 0;
    let samples = 0;
    for (let frame = 0; frame < 20; frame += 1) {
      const bytes = encoder.encode(sine(480, 300, 24_000), payload);
      expect(Math.abs(bytes - 160)).toBeLessThanOrEqual(4);
      const count = decoder.decode(payload.subarray(0, bytes), heard);
      samples += count;
      for (const sample of heard.subarray(0, count)) energy += sample * sample;
    }
    encoder.close();
    decoder.close();
    expect(Math.abs(samples - 20 * 320)).toBeLessThan(200);
    expect(Math.sqrt(energy / samples)).toBeGreaterThan(6_000);
  });
});
