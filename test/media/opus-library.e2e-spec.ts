import { createRequire } from 'node:module';
import { OpusLibrary } from '../../src/audio/index.js';
import { concat } from '../support/audio.js';
import { createTestSpeech, type TestSpeech } from '../support/speech.js';

/** A separate build of libopus, without SIMD. */
interface Codec {
  ctl(request: number, value: number): unknown;
  drop(): void;
}
type Encoder = Codec & { encode(frame: Int16Array): Uint8Array };
type Decoder = Codec & { decode(packet: Uint8Array): Uint8Array };
interface Settings {
  readonly channels: number;
  readonly sample_rate: number;
  readonly application?: string;
}
const other = createRequire(import.meta.url)('@evan/opus/wasm/index.js') as {
  Encoder: new (settings: Settings) => Encoder;
  Decoder: new (settings: Settings) => Decoder;
};

const VOIP = 2_048;
const SET_BITRATE = 4_002;
const SET_COMPLEXITY = 4_010;
const SET_SIGNAL = 4_024;
const VOICE = 3_001;
const RATE_HZ = 16_000;
const FRAME = 320;
const ENOUGH_BYTES = 1_500;
/** Twice the encoder states that fit into the library's initial memory. */
const MANY = 60;
const OPTIONS = (complexity: number): [number, number][] => [
  [SET_BITRATE, 32_000],
  [SET_SIGNAL, VOICE],
  [SET_COMPLEXITY, complexity],
];

describe('libopus', () => {
  const opus = OpusLibrary.instance();
  let speech: TestSpeech;
  let frames: Int16Array[];

  beforeAll(async () => {
    speech = await createTestSpeech();
    const voice = await speech.say('The quick brown fox jumps over the lazy dog, and she sells sea shells.');
    frames = framesOf(voice);
  });
  afterAll(() => speech.close());

  it.each([1, 2, 5])('encodes a voice as well as native libopus at complexity %i', (complexity) => {
    const [ours, theirs] = [codedHere(frames, complexity), codedThere(frames, complexity)];

    expect(bytesOf(ours) / bytesOf(theirs)).toBeCloseTo(1, 1);
    expect(energyOfErrors(ours) / energyOfErrors(theirs)).toBeLessThan(1.05);
  });

  it('decodes to the same samples as native libopus', () => {
    const packets = codedThere(frames, 5);

    expect(playedHere(packets)).toEqual(playedThere(packets));
  });

  it('keeps encoding after its memory grows', () => {
    const expected = codedHere(frames, 1);
    const before = opus.memoryBytes;
    const states = Array.from({ length: MANY }, () => opus.createEncoderState(RATE_HZ, VOIP));

    expect(opus.memoryBytes).toBeGreaterThan(before);
    expect(codedHere(frames, 1)).toEqual(expected);
    for (const state of states) opus.freeState(state);
  });

  function codedHere(its: readonly Int16Array[], complexity: number): Uint8Array[] {
    const state = opus.createEncoderState(RATE_HZ, VOIP);
    for (const [request, value] of OPTIONS(complexity)) opus.setEncoderOption(state, request, value);
    const packet = new Uint8Array(ENOUGH_BYTES);
    const packets = its.map((frame) => packet.slice(0, opus.encode(state, frame, packet)));
    opus.freeState(state);
    return packets;
  }

  function playedHere(packets: readonly Uint8Array[]): Int16Array {
    const state = opus.createDecoderState(RATE_HZ);
    const played = new Int16Array(packets.length * FRAME);
    for (const [at, packet] of packets.entries()) {
      opus.decode(state, packet, FRAME, false, played.subarray(at * FRAME));
    }
    opus.freeState(state);
    return played;
  }

  function codedThere(its: readonly Int16Array[], complexity: number): Uint8Array[] {
    const encoder = new other.Encoder({ channels: 1, sample_rate: RATE_HZ, application: 'voip' });
    for (const [request, value] of OPTIONS(complexity)) encoder.ctl(request, value);
    const packets = its.map((frame) => encoder.encode(frame));
    encoder.drop();
    return packets;
  }

  function playedThere(packets: readonly Uint8Array[]): Int16Array {
    const decoder = new other.Decoder({ channels: 1, sample_rate: RATE_HZ });
    const played = packets.map((packet) => decoder.decode(packet));
    decoder.drop();
    return new Int16Array(Uint8Array.from(played.flatMap((bytes) => [...bytes])).buffer);
  }

  /** Error energy of the decoded audio against the original. */
  function energyOfErrors(packets: readonly Uint8Array[]): number {
    const state = opus.createEncoderState(RATE_HZ, VOIP);
    const delay = opus.encoderLookahead(state);
    opus.freeState(state);
    const said = concat(frames);
    const played = playedThere(packets).subarray(delay);
    return played.reduce((energy, sample, at) => energy + (sample - (said[at] ?? 0)) ** 2, 0);
  }
});

function framesOf(samples: Int16Array): Int16Array[] {
  const count = Math.floor(samples.length / FRAME);
  return Array.from({ length: count }, (_, at) => samples.slice(at * FRAME, (at + 1) * FRAME));
}

const bytesOf = (packets: readonly Uint8Array[]) =>
  packets.reduce((bytes, packet) => bytes + packet.length, 0);
