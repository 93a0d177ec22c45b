import { MIMEType } from 'node:util';
import { UnplayableAudio } from './audio-signature.js';
import type { PcmEncoding, PcmFormat } from './pcm-decoder.js';

/** Raw audio as described by a content type; absent fields are unspecified. */
export type DescribedPcm = Partial<PcmFormat>;

/** Content types that are not raw audio, and their names. */
const OTHERS: readonly (readonly [type: RegExp, name: string])[] = [
  [/^application\/(?:[\w.-]+\+)?json/, 'JSON'],
  [/^text\/html/, 'a page of HTML'],
  [/^text\/event-stream/, 'a stream of events'],
  [/^text\/|^application\/(?:[\w.-]+\+)?xml/, 'text'],
  [/ogg|opus|vorbis|speex/, 'Ogg'],
  [/webm/, 'WebM'],
  [/flac/, 'FLAC'],
  [/aac/, 'AAC'],
  [/mp4|m4a|quicktime|3gpp/, 'MP4'],
  [/^audio\/(?:basic|pcm[ua]|[\w.-]*(?:mu|u|a)-?law)$/, 'G.711'],
  [/amr|g72\d|gsm|aiff?|midi/, 'coded audio'],
];

/** Parameter names, without dashes. */
const RATE = ['rate', 'samplerate', 'sampleratehz'];
const CHANNELS = ['channels', 'channelcount', 'numchannels'];
const ENCODING = ['encoding', 'codec', 'format', 'sampleformat'];
const BITS = ['bits', 'bitdepth', 'bitspersample', 'samplesize'];
const ORDER = ['endianness', 'endian', 'byteorder'];

/**
 * What a content type says about raw audio. `audio/mpeg` is ignored: gateways use it for anything.
 * @throws UnplayableAudio for types that can't be raw audio.
 */
export function describedPcm(contentType: string): DescribedPcm {
  const type = parsed(contentType);
  if (!type) return {};
  const essence = type.essence.toLowerCase();
  const [, other] = OTHERS.find(([pattern]) => pattern.test(essence)) ?? [];
  if (other !== undefined) throw new UnplayableAudio(other);
  const told = new Map(
    [...type.params].map(([name, value]) => [name.replace(/[-_]/g, ''), value.toLowerCase()]),
  );
  const first = (names: readonly string[]) =>
    names.map((name) => told.get(name)).find((value) => value !== undefined);
  return {
    ...numberOf('sampleRateHz', first(RATE)),
    ...numberOf('channels', first(CHANNELS)),
    ...encodingOf(
      first(ENCODING) ?? '',
      first(BITS) ?? /^audio\/l(\d+)$/.exec(essence)?.[1],
      first(ORDER) ?? '',
    ),
  };
}

function parsed(contentType: string): MIMEType | undefined {
  try {
    return new MIMEType(contentType);
  } catch {
    return undefined;
  }
}

const numberOf = (name: 'sampleRateHz' | 'channels', value: string | undefined): DescribedPcm =>
  value !== undefined && /^\d{1,9}$/.test(value) ? { [name]: Number(value) } : {};

function encodingOf(named: string, bits: string | undefined, order: string): Pick<DescribedPcm, 'encoding'> {
  if (/law/.test(named)) throw new UnplayableAudio('G.711');
  const [, float, size = bits] = /^(?:pcm_?)?(float|f(?=\d))?(?:s|int)?(\d+)?/.exec(named) ?? [];
  if (float !== undefined) return { encoding: size === '64' ? 'f64' : 'f32' };
  const known: Readonly<Record<string, PcmEncoding>> = { 24: 's24', 32: 's32' };
  if (size !== undefined && size !== '16') {
    const encoding = known[size];
    if (!encoding) throw new UnplayableAudio(`audio of ${size} bits`);
    return { encoding };
  }
  if (/big|be$/.test(order) || /be$/.test(named)) return { encoding: 's16be' };
  return /little|le$/.test(order) || /le$/.test(named) ? { encoding: 's16' } : {};
}
