import { LossyLine } from '../../src/media/local/lossy-line.js';
import { createDecoder, createEncoder } from '../../src/media/codecs/create-codecs.js';
import type { OfferedCodec } from '../../src/media/sdp/offer.js';
import { atUsualLevel, seededRandom } from '../duplex/alterations.js';

const RATE_HZ = 16_000;
const FRAME = RATE_HZ / 50;
/** For Opus only, which no line here uses. */
const CODING = { bitrateBps: 24_000, effort: 1, expectedLossPercent: 0, protectFromLossPercent: 0 } as never;

/** The transmission path of a caller's voice. */
export interface Line {
  readonly name: string;
  readonly codec?: 'G722' | 'PCMU';
  readonly lossPercent?: number;
  /** Packets are lost independently, not in bursts. */
  readonly losesSingly?: boolean;
  /** Level of street noise below the voice. */
  readonly noiseDb?: number;
}

export const LINES: readonly Line[] = [
  { name: 'wideband' },
  { name: 'street', noiseDb: 10 },
  { name: 'G.722', codec: 'G722' },
  { name: 'G.711', codec: 'PCMU' },
  { name: 'G.711, 3 % loss, one by one', codec: 'PCMU', lossPercent: 3, losesSingly: true },
  { name: 'G.711, 3 % loss', codec: 'PCMU', lossPercent: 3 },
  { name: 'G.711, 3 % loss, noise', codec: 'PCMU', lossPercent: 3, noiseDb: 10 },
];

/** Level of `streetNoise` below the voice. */
const NOISE_BELOW_DB = 10;

/** The voice as the server receives it. @param noise Of a street, longer than the voice. */
export function overLine(voice: Int16Array, line: Line, noise: Int16Array, seed: number): Int16Array {
  const level = atUsualLevel(voice);
  const from = Math.floor(seededRandom(seed)() * Math.max(1, noise.length - level.length));
  const gain = line.noiseDb === undefined ? 0 : 10 ** ((NOISE_BELOW_DB - line.noiseDb) / 20);
  const mixed = level.map((sample, at) => sample + gain * (noise[from + at] ?? 0));
  return line.codec ? coded(mixed, { ...line, codec: line.codec }, seed) : mixed;
}

/** G.711 with 3 % packet loss. */
export function overTelephone(samples: Int16Array, seed: number): Int16Array {
  return coded(samples, { codec: 'PCMU', lossPercent: 3 }, seed);
}

type Coding = Pick<Line, 'lossPercent' | 'losesSingly'> & { readonly codec: 'G722' | 'PCMU' };

function coded(
  samples: Int16Array,
  { codec: name, lossPercent = 0, losesSingly = false }: Coding,
  seed: number,
): Int16Array {
  const codec: OfferedCodec = { name, payloadType: 0, parameters: new Map() } as never;
  const encoder = createEncoder(codec, RATE_HZ, CODING);
  const decoder = createDecoder(codec, RATE_HZ);
  const random = seededRandom(seed);
  const lossy = new LossyLine(losesSingly ? 0 : lossPercent);
  // The loss pattern is fixed: each voice starts at another position of it.
  for (let packet = 0; packet < 50 * (seed % 97); packet++) lossy.carry(Buffer.alloc(0), () => undefined);
  const [payload, output] = [new Uint8Array(1_500), new Int16Array(4 * FRAME)];
  const heard: Int16Array[] = [];
  for (let at = 0; at + FRAME <= samples.length; at += FRAME) {
    const bytes = encoder.encode(samples.subarray(at, at + FRAME), payload);
    let count = -1;
    const line = losesSingly && random() < lossPercent / 100 ? undefined : lossy;
    line?.carry(Buffer.alloc(0), () => (count = decoder.decode(payload.subarray(0, bytes), output)));
    if (count < 0) count = decoder.conceal(FRAME, output);
    heard.push(output.slice(0, count));
  }
  encoder.close();
  decoder.close();
  return Int16Array.from(heard.flatMap((each) => [...each]));
}
