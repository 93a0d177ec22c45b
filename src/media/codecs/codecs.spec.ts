import { CodingEffort } from './coding-effort.js';
import { encodeAlaw, encodeMulaw, G711Decoder, G711Encoder } from './g711.js';
import { OpusDecoder } from './opus-decoder.js';
import { OpusEncoder, type OpusEncoderOptions } from './opus-encoder.js';
import { carriesPreviousPacket, isOpusDtx, opusPacketTicks } from './opus-packet.js';
import { meanEnergy } from '../../audio/index.js';
import { loadResampler } from '../../audio/resampler.js';

const sine = (samples: number, frequencyHz: number, rateHz: number) =>
  Int16Array.from(
    { length: samples },
    (_, index) => 10_000 * Math.sin((2 * Math.PI * frequencyHz * index) / rateHz),
  );

const VOICE = {
  bitrateBps: 32_000,
  effort: { complexity: 5 },
  expectedLossPercent: 0,
  maxPlaybackRateHz: 16_000,
  constantBitrate: false,
};

describe('first bytes of an Opus packet', () => {
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
  ])('give its duration: %s', (_, bytes, ticks) => {
    expect(opusPacketTicks(Uint8Array.from(bytes))).toBe(ticks);
  });

  it('reveal DTX', () => {
    expect(isOpusDtx(Uint8Array.of(0xf8))).toBe(true);
    expect(isOpusDtx(new Uint8Array(60))).toBe(false);
  });

  it.each([
    [10, true],
    [0, false],
  ])('reveal in-band FEC: encoder set to %s %% expected loss', (expectedLossPercent, carried) => {
    const encoder = new OpusEncoder(16_000, { ...VOICE, expectedLossPercent });
    const packet = new Uint8Array(1_500);
    const carrying = Array.from({ length: 20 }, () => {
      const bytes = encoder.encode(sine(320, 200, 16_000), packet);
      return carriesPreviousPacket(packet.subarray(0, bytes));
    });
    encoder.close();
    expect(carrying.slice(5).some(Boolean)).toBe(carried);
  });

  it('reveal no FEC without packet loss', () => {
    let lossy = true;
    const encoder = new OpusEncoder(16_000, { ...VOICE, expectedLossPercent: 10, isLossy: () => lossy });
    const packet = new Uint8Array(1_500);
    const carrying = Array.from({ length: 60 }, (_, index) => {
      lossy = index < 20 || index >= 40;
      // An intermittent tone, since libopus treats a steady one as noise.
      const bytes = encoder.encode(sine(320, index % 8 < 4 ? 200 : 0, 16_000), packet);
      return carriesPreviousPacket(packet.subarray(0, bytes));
    });
    encoder.close();
    const parts = [carrying.slice(5, 20), carrying.slice(25, 40), carrying.slice(45)];
    expect(parts.map((part) => part.some(Boolean))).toEqual([true, false, true]);
  });
});

describe('Opus encoding of a voice', () => {
  const isCeltAlone = (packet: Uint8Array) => (packet[0] ?? 0) >> 3 >= 16;

  /** A second of intermittent voice, encoded; `lossyAt` marks lost packets. */
  function coded(options: Partial<OpusEncoderOptions>, frames = 1, lossyAt = (_packet: number) => false) {
    let isLossy = false;
    const encoder = new OpusEncoder(24_000, {
      ...{ ...VOICE, maxPlaybackRateHz: 48_000, bitrateBps: 64_000, protectedBitrateBps: 32_000 },
      ...{ effort: { complexity: 1 }, expectedLossPercent: 10, isLossy: () => isLossy },
      ...options,
    });
    const decoder = new OpusDecoder(24_000);
    const [buffer, decoded] = [new Uint8Array(1_500), new Int16Array(480 * frames)];
    const packets = Array.from({ length: 50 / frames }, (_, index) => {
      isLossy = lossyAt(index);
      const bytes = encoder.encode(sine(480 * frames, index % 8 < 4 ? 200 : 300, 24_000), buffer);
      expect(decoder.decode(buffer.subarray(0, bytes), decoded)).toBe(480 * frames);
      return { packet: buffer.slice(0, bytes), level: Math.sqrt(meanEnergy(decoded)) };
    });
    encoder.close();
    decoder.close();
    return packets;
  }

  const shareOfCelt = (packets: ReturnType<typeof coded>) =>
    packets.filter(({ packet }) => isCeltAlone(packet)).length / packets.length;
  const bitrateBps = (packets: ReturnType<typeof coded>) =>
    (packets.reduce((sum, { packet }) => sum + packet.length, 0) * 8 * 50) / packets.length;

  it('uses CELT alone when the bitrate suffices', () => {
    expect(shareOfCelt(coded({}))).toBe(1);
    expect(shareOfCelt(coded({ bitrateBps: 48_000 }))).toBe(0);
  });

  it('leaves the mode to libopus when the operator favours voice', () => {
    expect(shareOfCelt(coded({ effort: { complexity: 5 } }))).toBe(0);
  });

  it('adds FEC at a lower bitrate as soon as packets are lost, without a gap', () => {
    const packets = coded({}, 1, (packet) => packet >= 20 && packet < 35);
    const [before, lossy, after] = [packets.slice(0, 20), packets.slice(21, 35), packets.slice(36)];
    expect([before, lossy, after].map(shareOfCelt)).toEqual([1, 0, 1]);
    expect(bitrateBps(lossy)).toBeLessThan(0.75 * bitrateBps(before));
    const levels = packets.slice(2).map(({ level }) => level);
    expect(Math.min(...levels)).toBeGreaterThan(0.7 * Math.max(...levels));
  });

  it.each([1, 2, 3])('packs %i frames into one packet', (frames) => {
    const packets = coded({}, frames);
    expect(packets.every(({ packet }) => opusPacketTicks(packet) === 960 * frames)).toBe(true);
    const levels = packets.slice(2).map(({ level }) => level);
    expect(Math.min(...levels)).toBeGreaterThan(0.8 * Math.max(...levels));
  });
});

describe('encoder complexity', () => {
  it('drops while the thread is nearly saturated and recovers with spare time', () => {
    const changes: number[] = [];
    const effort = new CodingEffort(5, (complexity) => changes.push(complexity));
    for (const utilization of [0.5, 0.8, 0.9, 0.99, 0.5, 0.35, 0.2, 0.8, 0.1]) effort.adapt(utilization);
    expect(changes).toEqual([1, 5]);
    expect(effort.complexity).toBe(5);
  });

  it('never exceeds the configured value', () => {
    const effort = new CodingEffort(0);
    effort.adapt(0.99);
    expect(effort.complexity).toBe(0);
  });

  it('is higher for streams protected from loss while time is spare', () => {
    const effort = new CodingEffort(1);
    expect([effort.complexity, effort.protectedComplexity]).toEqual([1, 5]);
    effort.adapt(0.99);
    expect(effort.protectedComplexity).toBe(1);
    expect(new CodingEffort(9).protectedComplexity).toBe(9);
  });

  it("follows the thread's load", async () => {
    let changed: (complexity: number) => void = () => undefined;
    const next = () => new Promise<number>((resolve) => (changed = resolve));
    const effort = new CodingEffort(5, (complexity) => changed(complexity));
    effort.begin();
    let busy = setImmediate(function again() {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
      busy = setImmediate(again);
    });
    expect(await next()).toBe(1);
    clearImmediate(busy);
    expect(await next()).toBe(5);
    effort.stop();
  });

  it('changes during speech without a gap', () => {
    const effort = { complexity: 5 };
    const encoder = new OpusEncoder(16_000, { ...VOICE, effort });
    const unchanged = new OpusEncoder(16_000, VOICE);
    const decoder = new OpusDecoder(16_000);
    const [packet, other, decoded] = [new Uint8Array(1_500), new Uint8Array(1_500), new Int16Array(320)];
    let differ = 0;
    const levels = Array.from({ length: 60 }, (_, index) => {
      effort.complexity = index % 20 < 10 ? 5 : 1;
      const bytes = encoder.encode(sine(320, 200, 16_000), packet);
      unchanged.encode(sine(320, 200, 16_000), other);
      if (Buffer.compare(packet, other) !== 0) differ += 1;
      expect(decoder.decode(packet.subarray(0, bytes), decoded)).toBe(320);
      return Math.sqrt(meanEnergy(decoded));
    });
    for (const codec of [encoder, unchanged, decoder]) codec.close();
    expect(differ).toBeGreaterThan(0);
    const steady = levels.slice(10);
    expect(Math.min(...steady)).toBeGreaterThan(0.8 * Math.max(...steady));
  });
});

describe('G.711', () => {
  beforeAll(() => loadResampler());

  /** First and last entries of ITU-T G.711's tables; A-law inverts even bits. */
  it.each([
    [0, 0xff, 0xd5],
    [32_767, 0x80, 0xaa],
    [-32_768, 0x00, 0x2a],
    [-1, 0x7f, 0x55],
  ])('encodes %d as the standard does', (sample, mulaw, alaw) => {
    expect(encodeMulaw(sample)).toBe(mulaw);
    expect(encodeAlaw(sample)).toBe(alaw);
  });

  it.each(['PCMU', 'PCMA'] as const)('decodes %s within its quantization error', (law) => {
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

  it("converts to and from the agent's sample rate", () => {
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
