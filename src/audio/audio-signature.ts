/** A stream without playable audio; names its actual content: "MP3", "a page of HTML". */
export class UnplayableAudio extends Error {
  constructor(readonly found: string) {
    super(`Audio cannot be played: ${found}`);
    this.name = 'UnplayableAudio';
  }
}

/** File signatures and their formats. */
const SIGNATURES: readonly (readonly [at: number, bytes: string, name: string])[] = [
  [0, 'OggS', 'Ogg'],
  [0, 'fLaC', 'FLAC'],
  [0, 'ID3', 'MP3'],
  [0, '\x1aE\xdf\xa3', 'WebM'],
  [4, 'ftyp', 'MP4'],
  [0, 'FORM', 'AIFF'],
  [0, '.snd', 'AU'],
  [0, 'caff', 'CAF'],
  [0, '#!AMR', 'AMR'],
  [0, 'RIFX', 'RIFX'],
  [0, 'RF64', 'RF64'],
  [0, '\x1f\x8b\x08', 'gzip'],
];

/** MPEG audio, layer III: bit rates in kbit/s, and sample rates in Hz. */
const BIT_RATES = {
  1: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const SAMPLE_RATES = [44_100, 48_000, 32_000];

/** If this many bytes without zeros are all text, the stream is not audio. */
const TEXT_BYTES = 32;

export const isWav = (head: Buffer): boolean => head.toString('latin1', 0, 4) === 'RIFF';

/**
 * The format of a stream that is not raw audio, by its first bytes.
 * @param isMpeg Declared as MP3 or AAC: then one frame is enough, otherwise two in a row are needed.
 */
export function foundInstead(head: Buffer, isMpeg: boolean): string | undefined {
  const begin = head.toString('latin1', 0, 16);
  const signature = SIGNATURES.find(([at, bytes]) => begin.startsWith(bytes, at));
  if (signature) return signature[2];
  const length = frameLength(head, 0);
  if (length > 0 && (isMpeg || length >= head.length || frameLength(head, length) > 0))
    return (head[1] ?? 0) & 0x06 ? 'MP3' : 'AAC';
  if (!isText(head.subarray(0, TEXT_BYTES))) return undefined;
  const text = head.toString('utf8').trimStart();
  if (/^[[{]/.test(text)) return 'JSON';
  return text.startsWith('<') ? 'a page of HTML' : 'text';
}

function isText(bytes: Buffer): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return !/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(text);
  } catch {
    return false;
  }
}

/** Length of the MP3 or AAC (ADTS) frame at that position; 0 without one. */
function frameLength(data: Buffer, at: number): number {
  const [sync = 0, kind = 0, rates = 0] = data.subarray(at, at + 3);
  if (sync !== 0xff || (kind & 0xe0) !== 0xe0) return 0;
  if ((kind & 0xf6) === 0xf0) {
    const [, , , high = 0, middle = 0, low = 0] = data.subarray(at, at + 6);
    const length = ((high & 0x03) << 11) | (middle << 3) | (low >> 5);
    return length > 7 ? length : 0;
  }
  const version = (kind >> 3) & 0x03;
  if ((kind & 0x06) !== 0x02 || version === 1) return 0;
  const bitRate = BIT_RATES[version === 3 ? 1 : 2][(rates >> 4) - 1];
  const sampleRate = SAMPLE_RATES[(rates >> 2) & 0x03];
  if (bitRate === undefined || sampleRate === undefined) return 0;
  const divisor = version === 3 ? 1 : version === 2 ? 2 : 4;
  const slotBytes = version === 3 ? 144 : 72;
  return Math.floor((slotBytes * bitRate * 1_000 * divisor) / sampleRate) + ((rates >> 1) & 0x01);
}
